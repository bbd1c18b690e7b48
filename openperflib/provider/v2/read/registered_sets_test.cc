// Counter sets that manifests have registered: with and without a program that publishes them.
#include "openperflib/provider/v2/read/registered_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/provider/v2/read/known_sets.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

const Guid kSet = guid_of("{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11}").value();
const Guid kProvider = guid_of("{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c12}").value();

// Seconds/Job with its base, and Jobs.
ProviderRecord disque() {
  return {.guid = kProvider,
          .name = "Disque",
          .identity = "/opt/disque",
          .type = 0,
          .sets = {{.guid = kSet,
                    .uri = "Disque.Queues",
                    .instance_type = PERF_COUNTERSET_MULTI_INSTANCES,
                    .counters = {{.id = 5,
                                  .type = PERF_AVERAGE_BULK,
                                  .detail_level = 200,
                                  .scale = -2,
                                  .base_id = 9},
                                 {.id = 7, .type = PERF_COUNTER_LARGE_RAWCOUNT},
                                 {.id = 9, .type = PERF_AVERAGE_BASE, .attributes = 2}},
                    .languages = {{.language = kEnglish,
                                   .texts = {{0, "Disque Queues", "All queues."},
                                             {2, "Seconds/Job", "How long."},
                                             {4, "Jobs", "How many."}}}}}}};
}

// As a program describes it: in another order, without names and bases.
CounterSetTemplate running() {
  return {.set = kSet,
          .provider = kProvider,
          .instance_type = PERF_COUNTERSET_MULTI_INSTANCES,
          .counters = {{.id = 9, .type = PERF_AVERAGE_BASE, .attributes = 2},
                       {.id = 7, .type = PERF_COUNTER_LARGE_RAWCOUNT},
                       {.id = 5, .type = PERF_AVERAGE_BULK}}};
}

struct RegisteredSetsTest : testing::Test {
  RegisteredSetsTest() { install(disque()); }
  void install(const ProviderRecord& provider) {
    const auto changed = store.change(
        StoreScope::system, [&](StoreEdit& edit) { return edit.install_provider(provider); });
    EXPECT_TRUE(changed.has_value()) << describe(changed.error());
  }
  void remove() {
    const auto changed = store.change(
        StoreScope::system, [](StoreEdit& edit) { return edit.remove_provider(kProvider); });
    EXPECT_TRUE(changed.has_value()) << describe(changed.error());
  }
  [[nodiscard]] CounterSets sets() const {
    return {fixed_titles(),
            {.folders = {.system = folder.path() + "/none", .own = folder.path()},
             .stores = store.folders()}};
  }
  DataBlockView collect(CounterSets& sets, const ObjectRequest& request = {}) {
    const Instant instant{};
    const CollectTask task{request, instant};
    report.clear();
    builder.begin({});
    sets.begin(task);
    EXPECT_TRUE(sets.collect(task, builder, report).has_value());
    return DataBlockView::parse(*builder.finish(), Limits{}).value();
  }
  [[nodiscard]] std::string absent_reason() const {
    const auto& missing = report.missing();
    return missing.empty() ? "" : std::string(report.reason(missing.front()));
  }
  MadeFolder folder;
  TitleStore store{fixed_titles(), {folder.path() + "/store", ""}};
  DataBlockBuilder builder;
  ProviderReport report;
};

TEST_F(RegisteredSetsTest, SetWithoutAProgram_IsDescribedAndAbsent) {
  CounterSets read = sets();
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(absent_reason(), "no process publishes it");
  ASSERT_EQ(read.describe().size(), 1U);
  const ObjectDescription& set = read.describe().front();
  EXPECT_EQ(set.name_index, 1848U);
  EXPECT_EQ(set.name, "Disque Queues");
  EXPECT_EQ(set.help, "All queues.");
  EXPECT_TRUE(set.has_instances);
  ASSERT_EQ(set.counters.size(), 2U);  // without the base
  EXPECT_EQ(set.counters[1].name, "Jobs");
  EXPECT_EQ(set.counters[1].name_index, 1852U);
  EXPECT_EQ(read.running_count(), 0U);
}

TEST_F(RegisteredSetsTest, RunningSet_HasTheIndicesAndNumbersOfItsRegistration) {
  const auto publisher = Publisher::start({folder.path()}).value();
  PublishedSet* const set = publisher->add(running()).value();
  ASSERT_TRUE(publisher->add_instance(*set, u"North", 0).has_value());
  CounterSets read = sets();
  const DataBlockView block = collect(read);
  ASSERT_EQ(block.object_count(), 1U);
  const ObjectTypeView object = *block.objects().begin();
  EXPECT_EQ(object.name_title_index(), 1848U);
  std::vector<TitleIndex> titles;
  for (const CounterDefinitionView& counter : object.counters()) {
    titles.push_back(counter.name_title_index());
    if (titles.size() != 2) continue;  // its base, which follows, has neither
    EXPECT_EQ(counter.default_scale(), -2);
    EXPECT_EQ(counter.detail_level(), 200U);
  }
  EXPECT_EQ(titles, (std::vector<TitleIndex>{1852, 1850, 1850}));  // in the program's order
  EXPECT_EQ(read.describe().front().name, "Disque Queues");
  EXPECT_EQ(read.describe().front().counters[1].name, "Seconds/Job");
  EXPECT_EQ(read.describe().front().counters[1].name_index, 1850U);
  EXPECT_EQ(read.running(0).lack, "");
  EXPECT_EQ(read.running(0).set->counters[2].base_id, 9U);
}

TEST_F(RegisteredSetsTest, RegisteredSetOfASecondUser_HasANameAndTitlesOfItsOwn) {
  KnownSets known(std::make_shared<TitleStore>(fixed_titles(), store.folders()));
  for (int i = 0; i < 2; ++i) {
    known.begin();
    const KnownSet* const first = known.run(running(), 0, false);
    const KnownSet* const second = known.run(running(), 1000, true);
    known.name_running();
    EXPECT_EQ(first->index, 1848U);
    EXPECT_EQ(first->name, "Disque Queues");
    EXPECT_EQ(second->index, kFirstUnregistered);
    EXPECT_EQ(second->name, "Disque Queues {user 1000}");
    EXPECT_EQ(second->counters[1].name, "Seconds/Job");
    EXPECT_EQ(second->counters[1].name_index, kFirstUnregistered + 6);
    EXPECT_TRUE(known.idle().empty());
  }
}

// The title of a counter counts, too, and the registered set need not run.
TEST_F(RegisteredSetsTest, RunningSetWithARegisteredTitle_IsShownWithTheGuid) {
  const auto publisher = Publisher::start({folder.path()}).value();
  CounterSetTemplate other = running();
  other.set.bytes[0] = std::byte{1};
  other.name = "disque queues";
  ASSERT_TRUE(publisher->add(other).has_value());
  const Guid first = other.set;
  other.set.bytes[0] = std::byte{2};
  other.name = "Jobs";
  ASSERT_TRUE(publisher->add(other).has_value());
  CounterSets read = sets();
  ASSERT_EQ(read.running_count(), 2U);
  EXPECT_EQ(read.running(0).name, "disque queues " + guid_text(first));
  EXPECT_EQ(read.running(1).name, "Jobs " + guid_text(other.set));
  ASSERT_EQ(read.idle().size(), 1U);
  EXPECT_EQ(read.idle().front()->name, "Disque Queues");
}

TEST_F(RegisteredSetsTest, OldRequest_LeavesItOut) {
  const auto publisher = Publisher::start({folder.path()}).value();
  ASSERT_TRUE(publisher->add(running()).has_value());
  CounterSets read = sets();
  EXPECT_EQ(collect(read, ObjectRequest::of_value_name("OLD_Global")).object_count(), 0U);
  EXPECT_EQ(collect(read, ObjectRequest::of_value_name("1848")).object_count(), 1U);
}

TEST_F(RegisteredSetsTest, ProgramThatDescribesItOtherwise_HasNoObject) {
  CounterSetTemplate other = running();
  other.counters[1].type = PERF_COUNTER_LARGE_RAWCOUNT_HEX;
  const auto publisher = Publisher::start({folder.path()}).value();
  ASSERT_TRUE(publisher->add(other).has_value());
  CounterSets read = sets();
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(absent_reason(), "its program describes it in another way than its manifest");
  EXPECT_EQ(read.running(0).lack, absent_reason());
  EXPECT_EQ(read.describe().front().name_index, 1848U);
}

TEST_F(RegisteredSetsTest, ChangedRegistration_IsSeenAtTheNextCollection) {
  const auto publisher = Publisher::start({folder.path()}).value();
  ASSERT_TRUE(publisher->add(running()).has_value());
  CounterSets read = sets();
  const std::uint64_t generation = read.generation();
  remove();
  EXPECT_EQ((*collect(read).objects().begin()).name_title_index(), kFirstUnregistered);
  EXPECT_NE(read.generation(), generation);
  EXPECT_EQ(read.describe().front().name, guid_text(kSet));
  install(disque());
  EXPECT_EQ((*collect(read).objects().begin()).name_title_index(), 1848U);
}

TEST_F(RegisteredSetsTest, RegisteredWhileNothingIsShown_IsSeenAtTheNextCollection) {
  remove();
  CounterSets read = sets();
  (void)collect(read);
  EXPECT_TRUE(read.describe().empty());
  install(disque());
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(absent_reason(), "no process publishes it");
  ASSERT_EQ(read.describe().size(), 1U);
}

// Only a change of the set itself would end it.
TEST_F(RegisteredSetsTest, AnotherSetIsRegistered_HistoryGoesOn) {
  ProviderRecord history = disque();
  SetRecord& record = history.sets.front();
  record.instance_type = PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY;
  record.counters = {
      {.id = 7, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = PERF_AGGREGATE_TOTAL}};
  record.languages.front().texts.resize(2);
  remove();
  install(history);
  CounterSetTemplate set = running();
  set.instance_type = record.instance_type;
  set.counters = {{.id = 7, .type = PERF_COUNTER_LARGE_RAWCOUNT}};
  const auto publisher = Publisher::start({folder.path()}).value();
  PublishedSet* const published = publisher->add(set).value();
  const auto north = publisher->add_instance(*published, u"North", 0).value();
  *north.word(0) = 5;
  CounterSets read = sets();
  ASSERT_EQ(collect(read).object_count(), 1U);
  publisher->remove_instance(*published, north);
  ProviderRecord other = disque();
  other.guid.bytes[0] = std::byte{1};
  other.name = "Other";
  other.sets.front().guid.bytes[0] = std::byte{1};
  other.sets.front().uri = "Other.Queues";
  other.sets.front().languages.front().texts.front().name = "Other Queues";
  const std::uint64_t generation = read.generation();
  install(other);
  EXPECT_EQ(collect(read).object_count(), 1U);
  EXPECT_NE(read.generation(), generation);
  read.look();
  const auto instances = read.instances(0);
  ASSERT_EQ(instances.size(), 1U);
  EXPECT_EQ(instances.front().values[0], 5U);
}

TEST(RegisteredSets, SetsThatDoNotAgree_AreNotCompleted) {
  CounterSetTemplate registered = running();
  std::ranges::reverse(registered.counters);
  EXPECT_EQ(complete(running(), registered)->title_positions,
            (std::vector<std::uint32_t>{2, 1, 0}));
  registered.counters.pop_back();
  EXPECT_FALSE(complete(running(), registered).has_value());
}

}  // namespace
}  // namespace openperflib
