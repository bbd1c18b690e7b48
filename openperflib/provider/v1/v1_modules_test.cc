// V1Modules over a real store; the test plays the hosts, and its clock is the test's.
#include "openperflib/provider/v1/v1_modules.h"

#include <gtest/gtest.h>

#include "openperflib/testing/providers/v1_stage.h"

namespace openperflib {
namespace {

using std::chrono::seconds;
using Names = std::vector<std::string>;
using Indices = std::vector<TitleIndex>;

TEST(V1Modules, NothingRegistered_HasNoObjects) {
  V1Stage stage;
  stage.collect("Global");
  EXPECT_TRUE(stage.modules().describe().empty());
  EXPECT_EQ(stage.objects(), Indices{});
}

TEST(V1Modules, Request_StartsOnlyTheModulesThatItNames) {
  V1Stage stage;
  stage.install("A");  // 1848 to 1852
  stage.install("B");  // 1854 to 1858
  stage.collect_at_once("238 2");
  stage.collect_at_once("1850");  // a counter
  stage.collect_at_once("1849");  // a help text
  EXPECT_EQ(stage.hosts.started, Names{});
  stage.collect_at_once("1848");
  EXPECT_EQ(stage.hosts.started, Names{"A"});
  stage.collect_at_once("2 1854");
  EXPECT_EQ(stage.hosts.started, (Names{"A", "B"}));
}

TEST(V1Modules, Global_StartsAllModulesOnce) {
  V1Stage stage;
  stage.install("B");
  stage.install("A");
  stage.collect_at_once("Global");
  stage.collect_at_once("");
  EXPECT_EQ(stage.hosts.started, (Names{"A", "B"}));
}

TEST(V1Modules, ServiceWithoutObjectList_IsAskedForAllOfItsIndices) {
  V1Stage stage;
  stage.install("A");
  stage.store.change([](StoreEdit& edit) {
    return edit.delete_value("A", ServiceKey::performance, "Object List");
  });
  stage.collect_at_once("238");
  EXPECT_EQ(stage.hosts.started, Names{});
  stage.collect_at_once("1852");
  EXPECT_EQ(stage.hosts.started, Names{"A"});
}

TEST(V1Modules, ValueName_ReachesTheModuleAsAsked) {
  struct Case {
    const char* asked;
    const char* plain;
    const char* with_metadata;
  };
  constexpr auto kCases = std::to_array<Case>({
      {"", "Global", "Global"},
      {"costly", "Costly", "Costly"},
      {"OLD_Global", "Global", "Global"},
      {"MetadataGlobal", "Global", "MetadataGlobal"},
      {"OLD_MetadataCostly", "Costly", "MetadataCostly"},
      {"Foreign db-17", "Foreign db-17", "Foreign db-17"},
      {"1848 2", "2 1848", "2 1848"},
  });
  for (const bool has_metadata : {false, true}) {
    V1Stage stage;
    const TitleRange range = stage.install("A");
    if (has_metadata) stage.set("A", number_value("Collect Supports Metadata", 1));
    stage.collect("Global", stage.first_answer("A", played_object(range.first)));
    EXPECT_EQ(stage.hosts.requests("A"), (Names{"open", "Global"}));
    for (const Case& one : kCases) {
      stage.collect(one.asked, stage.answer("A", played_object(range.first)));
      EXPECT_EQ(stage.hosts.requests("A"), Names{has_metadata ? one.with_metadata : one.plain});
    }
  }
}

TEST(V1Modules, Answer_IsInTheBlockWithKeys) {
  V1Stage stage;
  const TitleRange range = stage.install("A");
  stage.collect("1848", stage.first_answer("A", played_object(range.first)));
  EXPECT_EQ(stage.objects(), Indices{1848});
  EXPECT_EQ(stage.absences(), Names{});
  ASSERT_EQ(stage.report.keys().size(), 2U);
  EXPECT_EQ(stage.report.keys()[1].object_title_index, 1848U);
  EXPECT_EQ(stage.report.keys()[1].instance, 1U);
}

TEST(V1Modules, ObjectThatTheModuleAdds_IsKept) {
  V1Stage stage;
  const TitleRange range = stage.install("A");
  std::array both = {played_object(range.first), played_object(range.first)};
  both[1].object.ObjectNameTitleIndex = 1850;
  stage.collect("1848", [&] {
    stage.hosts.answer("A", {});
    stage.hosts.answer("A", played_answer(std::as_bytes(std::span(both)), 2));
  });
  EXPECT_EQ(stage.objects(), (Indices{1848, 1850}));
}

TEST(V1Modules, ObjectThatTheModuleDoesNotReturn_HasAReason) {
  V1Stage stage;
  stage.install("A");
  stage.collect("1848", [&] {
    stage.hosts.answer("A", {});
    stage.hosts.answer("A", played_answer({}, 0));
  });
  EXPECT_EQ(stage.objects(), Indices{});
  EXPECT_EQ(stage.absences(), Names{"1848: A: its module returned no such object"});
}

TEST(V1Modules, ModuleThatFails_LosesItsOwnObjectsAlone) {
  V1Stage stage;
  stage.install("A");
  stage.install("B");
  stage.install("C");
  stage.collect("Global", [&] {
    stage.hosts.answer("A", {});
    stage.hosts.hang_up("A");
    stage.hosts.answer("B", {});
    stage.hosts.answer("B", played_answer(played_object(1854)));
    stage.hosts.answer("C", {});
    stage.hosts.answer("C", played_answer(played_object(1854)));  // of B
  });
  EXPECT_EQ(stage.objects(), Indices{1854});
  EXPECT_EQ(stage.absences(),
            (Names{"1848: A: its host ended in Collect",
                   "1860: C: its answer was refused: the object's index, 1854, is not one of the "
                   "service (1860 to 1864)"}));
  EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{1010, 1019}));
  EXPECT_EQ(stage.report.missing()[0].code, MissingReason::provider_failed);
  EXPECT_EQ(stage.report.missing()[1].code, MissingReason::answer_refused);
}

// An object may have more counters in an answer to Costly.
TEST(V1Modules, ChangedDefinitions_AreRefusedUntilTheHostStartsAgain) {
  V1Stage stage;
  stage.install("A");
  DISQUE_OBJECT changed = played_object(1848);
  changed.depth.CounterType = PERF_COUNTER_COUNTER;
  stage.collect("1848", stage.first_answer("A", played_object(1848)));
  stage.collect("Costly", stage.answer("A", changed));
  EXPECT_EQ(stage.objects(), Indices{1848});
  stage.collect("1848", stage.answer("A", changed));
  EXPECT_EQ(stage.objects(), Indices{});
  EXPECT_EQ(stage.absences(),
            Names{"1848: A: its answer was refused: object 1848: its counters are "
                  "not those of before"});
  EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{1019}));
  stage.now += seconds(1);
  stage.collect("1848", stage.first_answer("A", changed));
  EXPECT_EQ(stage.objects(), Indices{1848});
}

TEST(V1Modules, LateModule_IsNamedAndNotWaitedFor) {
  V1Stage stage;
  stage.install("A");
  stage.collect_at_once("1848");
  EXPECT_EQ(stage.absences(), Names{"1848: A: is still starting"});
  EXPECT_EQ(stage.report.missing()[0].code, MissingReason::too_late);
  stage.collect_at_once("1848", [&] { stage.hosts.answer("A", {}); });
  EXPECT_EQ(stage.absences(), Names{"1848: A: did not answer in time"});
  stage.collect_at_once("1848");
  EXPECT_EQ(stage.absences(), Names{"1848: A: has not answered the request before"});
  EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{}));
}

TEST(V1Modules, DisabledService_StartsNothingAndSaysHowToEnableIt) {
  V1Stage stage;
  stage.install("A");
  stage.set("A", number_value("Disable Performance Counters", 4));
  stage.collect("1848");
  EXPECT_EQ(stage.hosts.started, Names{});
  EXPECT_EQ(stage.absences(),
            Names{"1848: A: is disabled (Disable Performance Counters = 4); lodctr /E:A enables "
                  "it"});
}

TEST(V1Modules, AllDisabled_StartsNothing) {
  V1Stage stage;
  stage.install("A");
  stage.set_perflib(number_value("Disable Performance Counters", 1));
  stage.collect("1848");
  EXPECT_EQ(stage.hosts.started, Names{});
  EXPECT_EQ(stage.absences().size(), 1U);
}

TEST(V1Modules, LibraryOfOthers_IsNotLoaded) {
  V1Stage stage;
  stage.install("A");
  std::filesystem::permissions(stage.library(), std::filesystem::perms(0666));
  stage.collect("1848");
  EXPECT_EQ(stage.hosts.started, Names{});
  EXPECT_EQ(stage.absences(),
            Names{"1848: A: " + stage.library() + ": others may write the file (chmod go-w)"});
  EXPECT_EQ(stage.event_ids(), (std::vector<std::uint32_t>{1023}));
}

}  // namespace
}  // namespace openperflib
