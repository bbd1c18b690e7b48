// What V1Modules keeps between collections: what it learned, the hosts of services that change, the
// keys of instances, and its buffers.
#include <gtest/gtest.h>

#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/providers/v1_stage.h"

namespace openperflib {
namespace {

using std::chrono::seconds;
using Indices = std::vector<TitleIndex>;
using Names = std::vector<std::string>;

TEST(V1ModulesState, InstalledService_IsDescribedBeforeItsModuleRuns) {
  V1Stage stage;
  stage.install("A");
  const auto described = stage.modules().describe();
  ASSERT_EQ(described.size(), 1U);
  EXPECT_EQ(described[0].name_index, 1848U);
  EXPECT_EQ(described[0].name, "A 0 en");
  EXPECT_EQ(described[0].help, "Help 0 en");
  ASSERT_EQ(described[0].counters.size(), 2U);
  EXPECT_EQ(described[0].counters[1].name, "A 4 en");
  EXPECT_EQ(described[0].counters[1].summary, "Help 4 en");
  EXPECT_EQ(described[0].counters[1].type, 0U);
  EXPECT_EQ(described[0].counters[1].source, "the module of the service A");
  EXPECT_EQ(stage.hosts.started, Names{});
}

TEST(V1ModulesState, SharedStore_IsReadByTheProviderBefore) {
  V1Stage stage;
  const auto shared = std::make_shared<TitleStore>(fixed_titles(), stage.store.store.folders());
  V1Modules modules(fixed_titles(), {.folders = stage.store.store.folders(),
                                     .store = shared,
                                     .places = {},
                                     .hosts = V1Options::Hosts::none});
  stage.install("A");
  const ObjectRequest request;
  modules.begin({request, stage.instant, {}});
  EXPECT_EQ(modules.describe().size(), 0U);
  (void)shared->read();
  modules.begin({request, stage.instant, {}});
  EXPECT_EQ(modules.describe().size(), 1U);
}

TEST(V1ModulesState, Answer_TellsTypesAndSizesOnce) {
  V1Stage stage;
  stage.install("A");
  const std::uint64_t before = stage.modules().generation();
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  const std::uint64_t learned = stage.modules().generation();
  EXPECT_NE(learned, before);
  const ObjectDescription& object = stage.modules().describe()[0];
  EXPECT_TRUE(object.has_instances);
  EXPECT_EQ(object.counters[1].type, static_cast<std::uint32_t>(PERF_COUNTER_BULK_COUNT));
  EXPECT_EQ(object.counters[1].size, 8U);
  stage.collect("1848", stage.answer("A", played_object(1848, 200)));
  EXPECT_EQ(stage.modules().generation(), learned);
}

TEST(V1ModulesState, ObjectWithoutList_IsKnownAfterItWasReturned) {
  V1Stage stage;
  stage.install("A");
  stage.store.change([](StoreEdit& edit) {
    return edit.delete_value("A", ServiceKey::performance, "Object List");
  });
  DISQUE_OBJECT object = played_object(1848);
  object.object.ObjectNameTitleIndex = 1850;
  object.depth.CounterNameTitleIndex = 6;  // % Processor Time
  stage.collect("1850", stage.first_answer("A", object));
  EXPECT_EQ(stage.objects(), Indices{1850});
  const auto described = stage.modules().describe();
  ASSERT_EQ(described.size(), 1U);
  EXPECT_EQ(described[0].name, "A 2 en");
  EXPECT_EQ(described[0].counters[0].name, "% Processor Time");
}

TEST(V1ModulesState, ObjectOfCostlyAlone_IsCostly) {
  V1Stage stage;
  stage.install("A");
  const HostAnswer nothing = played_answer({}, 0);
  stage.collect("Global", [&] {
    stage.hosts.answer("A", {});
    stage.hosts.answer("A", nothing);
  });
  stage.collect("Costly", stage.answer("A", played_object(1848)));
  EXPECT_EQ(stage.modules().describe()[0].cost, ObjectCost::costly);
  stage.collect("Global", [&] { stage.hosts.answer("A", nothing); });
  EXPECT_EQ(stage.absences(), Names{});  // nobody asked for it
  stage.collect("Global", stage.answer("A", played_object(1848)));
  EXPECT_EQ(stage.modules().describe()[0].cost, ObjectCost::also_costly);
}

TEST(V1ModulesState, CountersOfCostlyAlone_StayKnown) {
  V1Stage stage;
  stage.install("A");
  DISQUE_OBJECT fewer = played_object(1848);
  fewer.depth.CounterType = PERF_SAMPLE_BASE;  // a base is not described
  stage.collect("Global", stage.first_answer("A", fewer));
  const std::size_t count = stage.modules().describe()[0].counters.size();
  stage.collect("Costly", stage.answer("A", played_object(1848)));
  EXPECT_EQ(stage.modules().describe()[0].counters.size(), count + 1);
  stage.collect("Global", stage.answer("A", fewer));
  EXPECT_EQ(stage.modules().describe()[0].counters.size(), count + 1);
}

TEST(V1ModulesState, ChangedService_GetsAnotherHostAndTheOthersStay) {
  V1Stage stage;
  stage.install("A");
  stage.install("B");
  stage.collect("Global", [&] {
    stage.first_answer("A", played_object(1848))();
    stage.first_answer("B", played_object(1854))();
  });
  const auto before = stage.keys();
  ASSERT_EQ(before.size(), 4U);
  stage.set("A", number_value("Collect Timeout", 500));
  stage.collect("Global", [&] {
    stage.first_answer("A", played_object(1848))();
    stage.answer("B", played_object(1854))();
  });
  EXPECT_EQ(stage.hosts.started, (Names{"A", "B", "A"}));
  const auto after = stage.keys();
  ASSERT_EQ(after.size(), 4U);
  EXPECT_NE(after[0], before[0]);
  EXPECT_NE(after[1], before[1]);
  EXPECT_EQ(after[2], before[2]);
  EXPECT_EQ(after[3], before[3]);
}

TEST(V1ModulesState, AnotherServiceAtTheSameIndices_HasOtherKeys) {
  V1Stage stage;
  stage.install("A");
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  const auto before = stage.keys();
  stage.store.remove("A");
  stage.install("B");
  stage.collect("1848", stage.first_answer("B", played_object(1848)));
  EXPECT_EQ(stage.objects(), Indices{1848});
  EXPECT_EQ(stage.modules().describe()[0].name, "B 0 en");
  const auto after = stage.keys();
  ASSERT_EQ(after.size(), before.size());
  EXPECT_NE(after[0], before[0]);
}

TEST(V1ModulesState, RestartedHost_HasOtherKeys) {
  V1Stage stage;
  stage.install("A");
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  const auto before = stage.keys();
  stage.hosts.hang_up("A");
  stage.collect("1848");
  EXPECT_EQ(stage.absences(), Names{"1848: A: its host ended; it is tried again in 1 s"});
  stage.now += seconds(1);
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  const auto after = stage.keys();
  ASSERT_EQ(after.size(), 2U);
  EXPECT_NE(after[0], before[0]);
}

// Five collections, in each of which the host of A starts and ends.
void fail_five_times(V1Stage& stage) {
  for (int i = 0; i < 5; ++i) {
    stage.collect("1848", [&] {
      stage.hosts.answer("A", {});
      stage.hosts.hang_up("A");
    });
    stage.now += seconds(60);
  }
}

TEST(V1ModulesState, FiveFailures_DisableTheServiceInItsStore) {
  V1Stage stage;
  stage.install("A");
  const StoreScope scope = stage.store.store.own_scope();
  fail_five_times(stage);
  const auto stored = stage.store.store.read()->find("A")->number(ServiceKey::performance,
                                                                  "Disable Performance Counters");
  if (scope == StoreScope::system) {
    EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{1010, 1018, 1017}));
    EXPECT_EQ(stored, 4U);
  } else {
    EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{1010, 1018}));
    EXPECT_EQ(stored, std::nullopt);
  }
  stage.collect("1848");
  EXPECT_EQ(stage.hosts.started.size(), 5U);
  stage.set("A", number_value("Disable Performance Counters", 0));  // lodctr /E
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  EXPECT_EQ(stage.objects(), Indices{1848});
}

TEST(V1ModulesState, FlagAgainstDisabling_KeepsTheServiceEnabled) {
  V1Stage stage;
  stage.install("A");
  stage.set_perflib(number_value("Configuration Flags", 2));
  fail_five_times(stage);
  EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{1010}));
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  EXPECT_EQ(stage.objects(), Indices{1848});
}

TEST(V1ModulesState, SteadyTick_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "a sanitizer has its own operators";
  V1Stage stage;
  const auto services = std::to_array<std::string>({"A", "B", "C"});
  for (const std::string& service : services) stage.install(service);
  std::array<HostAnswer, 3> answers;
  for (std::uint32_t i = 0; i < 3; ++i) answers[i] = played_answer(played_object(1848 + 6 * i));
  stage.collect("Global", [&] {
    for (std::size_t i = 0; i < 3; ++i) {
      stage.hosts.answer(services[i], {});
      stage.hosts.answer(services[i], answers[i]);
    }
  });
  const ObjectRequest request = ObjectRequest::of_value_name("Global");
  const std::function<void()> play = [&] {
    for (std::size_t i = 0; i < 3; ++i) stage.hosts.answer(services[i], answers[i]);
  };
  std::uint64_t before = 0;
  for (int tick = 0; tick < 20; ++tick) {
    if (tick == 5) before = bench::allocations;
    stage.collect(request, stage.now + seconds(1), play);
  }
  EXPECT_EQ(bench::allocations - before, 0U);
  EXPECT_EQ(stage.objects(), (Indices{1848, 1854, 1860}));
}

}  // namespace
}  // namespace openperflib
