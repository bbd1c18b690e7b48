// The identity of a series: pid and start, key, unique id or name; never position or #n.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

struct StartedProcess {
  const char* name;
  std::uint64_t pid;
  std::uint64_t start;
  std::uint64_t user_time;
};

Snapshot processes(std::int64_t now, std::initializer_list<StartedProcess> list,
                   std::int64_t wall_offset = 0, std::uint32_t object = title::kProcess) {
  TestBlock block(now, wall_offset);
  const std::uint32_t pid = object == title::kProcess ? title::kIdProcess : title::kProcessId;
  block.object(object, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                        {title::kElapsedTime, PERF_ELAPSED_TIME},
                        {pid, PERF_COUNTER_RAWCOUNT, 4}});
  for (const StartedProcess& one : list)
    block.instance(one.name, {one.user_time, one.start, one.pid});
  return block.snapshot();
}

constexpr std::string_view kUserTimes = "\\Process(*)\\% User Time";

std::vector<double> numbers(const Query& query) {
  std::vector<double> all;
  for (const Value& value : query.row().values) all.push_back(value.usable() ? value.number : -1);
  return all;
}

TEST(QueryIdentity, ProcessesThatChangePlaces_KeepTheirDifferences) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"a", 10, kBoot, 0}, {"b", 11, kBoot + 9, 500}}));
  query.take(
      processes(11 * kSecond, {{"b", 11, kBoot + 9, 1'000'500}, {"a", 10, kBoot, 5'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10, 50));
  EXPECT_EQ(query.binding().series()[0].process_id, 11U);
}

// Nothing is named again, but the series are others.
TEST(QueryIdentity, ProcessThatMovesToThePlaceOfItsTwin_KeepsItsDifference) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"sh", 10, kBoot, 0}, {"sh", 11, kBoot + 9, 500}}));
  const char* const name = query.binding().series()[0].counter.data();
  query.take(processes(11 * kSecond,
                       {{"sh", 11, kBoot + 9, 1'000'500}, {"sh", 12, kBoot + 10 * kSecond, 7}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10, -1));
  EXPECT_THAT(query.binding().before(), testing::ElementsAre(1U, Binding::kNew));
  EXPECT_EQ(query.binding().generation(), 2U);
  EXPECT_EQ(query.binding().series()[0].process_id, 11U);
  EXPECT_EQ(query.binding().series()[1].process_id, 12U);
  EXPECT_EQ(query.binding().series()[0].counter.data(), name);
}

TEST(QueryIdentity, FirstOfTwinsExits_TheSecondIsStillItself) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"java", 10, kBoot, 0}, {"java", 11, kBoot, 7'000'000}}));
  const std::uint64_t second = query.binding().series()[1].identity;
  query.take(processes(11 * kSecond, {{"java", 11, kBoot, 8'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
  EXPECT_EQ(query.binding().series()[0].identity, second);
  EXPECT_EQ(query.binding().series()[0].instance_number, 0U);  // now its name is java
  EXPECT_EQ(query.binding().generation(), 2U);
}

TEST(QueryIdentity, ReusedPid_NeverYieldsADifference) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"a", 10, kBoot, 1'000}}));
  const std::uint64_t before = query.binding().series()[0].identity;
  query.take(processes(11 * kSecond, {{"a", 10, kBoot + 10 * kSecond, 5'000'000}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(0), "the instance is new");
  EXPECT_NE(query.binding().series()[0].identity, before);
  query.take(processes(12 * kSecond, {{"a", 10, kBoot + 10 * kSecond, 6'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
}

TEST(QueryIdentity, StartsLessThanTenMillisecondsApart_AreOneProcess) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"a", 10, kBoot + 200'000, 0}}));
  query.take(processes(11 * kSecond, {{"a", 10, kBoot + 299'999, 1'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
  query.take(processes(12 * kSecond, {{"a", 10, kBoot + 399'999, 2'000'000}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
}

TEST(QueryIdentity, TwoQueriesOverTheSameBlocks_GiveSeriesTheSameIdentity) {
  const auto first = {StartedProcess{"Idle", 0, kBoot, 0}, {"a", 10, kBoot + kSecond, 0}};
  const auto later = {StartedProcess{"a", 10, kBoot + kSecond, 1}, {"Idle", 0, kBoot, 1}};
  Query early = query_of(kUserTimes);
  early.take(processes(10 * kSecond, first));
  early.take(processes(11 * kSecond, later));
  Query late = query_of("\\*(*)\\*");
  late.take(processes(11 * kSecond, later));
  const auto identity_of = [](const Query& query, std::string_view instance) {
    for (const Series& one : query.binding().series()) {
      if (one.instance == instance && one.counter == "% User Time") return one.identity;
    }
    return std::uint64_t{0};
  };
  for (const std::string_view instance : {"a", "Idle"}) {
    EXPECT_NE(identity_of(early, instance), 0U);
    EXPECT_EQ(identity_of(early, instance), identity_of(late, instance)) << instance;
  }
  EXPECT_NE(identity_of(early, "a"), identity_of(early, "Idle"));
}

TEST(QueryIdentity, InstanceThatComesBack_IsTheSameButHasNoEarlierReading) {
  const auto disks = [](std::int64_t now, std::initializer_list<const char*> names) {
    TestBlock block(now);
    block.object(234, {{206, PERF_COUNTER_RAWCOUNT, 4}, {214, PERF_COUNTER_COUNTER, 4}});
    for (const char* name : names) block.instance(name, {1, 5});
    return block.snapshot();
  };
  Query query = query_of("\\234(*)\\214");
  query.take(disks(10 * kSecond, {"0 sda", "1 sdb"}));
  const std::uint64_t before = query.binding().series()[1].identity;
  query.take(disks(11 * kSecond, {"0 sda"}));
  query.take(disks(12 * kSecond, {"0 sda", "1 sdb"}));
  EXPECT_EQ(query.binding().series()[1].identity, before);
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(1), "the instance is new");
}

// What a module's objects are after its host was restarted, or another service got their indices.
TEST(QueryIdentity, ObjectOfAnotherProcess_SaysSoUntilTheNextSample) {
  const auto queues = [](std::int64_t now, std::uint64_t process, bool has_print = false) {
    TestBlock block(now);
    block.object(1848, {{1850, PERF_COUNTER_COUNTER, 4}}).instance("mail", {5});
    if (has_print) block.instance("print", {5});
    Snapshot snapshot = block.snapshot();
    std::vector<InstanceKey> keys{{1848, 0, 10 + process, process}};
    if (has_print) keys.push_back({1848, 1, 20 + process, process});
    snapshot.set_instance_keys(keys);
    return snapshot;
  };
  Query query = query_of("\\1848(*)\\1850");
  query.take(queues(10 * kSecond, 1));
  EXPECT_EQ(query.reason(0), "first sample: a rate needs two");
  query.take(queues(11 * kSecond, 2));
  EXPECT_EQ(query.reason(0), "its module was restarted");
  query.take(TestBlock(12 * kSecond).snapshot());
  query.take(queues(13 * kSecond, 3));
  EXPECT_EQ(query.reason(0), "its module was restarted");
  query.take(queues(14 * kSecond, 3, true));
  EXPECT_TRUE(query.row().values[0].usable());
  EXPECT_EQ(query.reason(1), "the instance is new");
}

// What a recording holds where btime slipped by a second: every start moves, and Idle's with them.
TEST(QueryIdentity, BootTimeThatSlips_LeavesEveryProcessItself) {
  constexpr std::uint64_t kLate = kBoot + 5 * kSecond;
  for (const std::int64_t slip : {-2 * kSecond, -kSecond, kSecond, 2 * kSecond}) {
    const auto moved = static_cast<std::uint64_t>(slip);
    Query query(fixed_titles());  // of recorded blocks: without the policy of live sources
    ASSERT_TRUE(query.add("\\Process(*)\\% User Time").has_value());
    query.take(processes(10 * kSecond, {{"Idle", 0, kBoot, 0}, {"a", 10, kLate, 0}}));
    query.take(processes(11 * kSecond,
                         {{"Idle", 0, kBoot + moved, 0}, {"a", 10, kLate + moved, 1'000'000}}));
    EXPECT_THAT(numbers(query), testing::ElementsAre(0, 10)) << slip;
    EXPECT_EQ(query.binding().generation(), 1U);
  }
}

TEST(QueryIdentity, BootTimeThatSlips_HidesNoReusedPid) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"Idle", 0, kBoot, 0}, {"a", 10, kBoot + kSecond, 1'000}}));
  // Started a second later, while the boot time went back by one: the same FILETIME, but another
  // process.
  query.take(processes(11 * kSecond,
                       {{"Idle", 0, kBoot - kSecond, 0}, {"a", 10, kBoot + kSecond, 5'000'000}}));
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
}

TEST(QueryIdentity, AnotherBoot_HasNoProcessOfTheOneBefore) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Process(init)\\% User Time").has_value());
  query.take(processes(10 * kSecond, {{"Idle", 0, kBoot, 0}, {"init", 1, kBoot, 0}}));
  const std::uint64_t later = kBoot + 3600 * kSecond;
  query.take(processes(11 * kSecond, {{"Idle", 0, later, 0}, {"init", 1, later, 1'000'000}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
}

TEST(QueryIdentity, ClockWasSet_AgesAreComparedInsteadOfStarts) {
  constexpr std::int64_t kHour = 3600 * kSecond;
  Query query = query_of("\\Process(*)\\*");
  query.take(processes(10 * kSecond, {{"a", 10, kBoot, 0}}));
  const std::uint64_t before = query.binding().series()[0].identity;
  query.take(processes(11 * kSecond, {{"a", 10, kBoot, 0}}));
  // The wall clock advanced an hour, and so did the boot time, except for a second of rounding.
  query.take(processes(12 * kSecond, {{"a", 10, kBoot + kHour + kSecond, 1'000'000}}, kHour));
  EXPECT_EQ(query.binding().series()[0].identity, before);
  EXPECT_EQ(query.row().values[0].status, CStatus::no_data);
  EXPECT_EQ(query.reason(0), "the clock was set");
  query.take(processes(13 * kSecond, {{"a", 10, kBoot + kHour + kSecond, 2'000'000}}, kHour));
  EXPECT_EQ(query.row().values[0].number, 10);
}

TEST(QueryIdentity, ClockWasSetAndPidReused_IsAnotherProcess) {
  constexpr std::int64_t kHour = 3600 * kSecond;
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"a", 10, kBoot, 0}}));
  const std::uint64_t before = query.binding().series()[0].identity;
  query.take(processes(11 * kSecond, {{"a", 10, kBoot + kHour + 10 * kSecond, 0}}, kHour));
  EXPECT_NE(query.binding().series()[0].identity, before);
}

TEST(QueryIdentity, BootTimeThatSlips_IsThatOfIdleInProcessV2Too) {
  constexpr std::uint64_t kLate = kBoot + 5 * kSecond;
  Query query = query_of("\\Process V2(*)\\% User Time");
  query.take(processes(10 * kSecond, {{"Idle:0", 0, kBoot, 0}, {"a:10", 10, kLate, 0}}, 0,
                       title::kProcessV2));
  query.take(processes(
      11 * kSecond, {{"Idle:0", 0, kBoot + kSecond, 0}, {"a:10", 10, kLate + kSecond, 1'000'000}},
      0, title::kProcessV2));
  EXPECT_THAT(numbers(query), testing::ElementsAre(0, 10));
}

TEST(QueryIdentity, BootTimeThatSlips_IsThatOfIdleWithItsIdToo) {
  constexpr std::uint64_t kLate = kBoot + 5 * kSecond;
  Query query = query_of("\\Process(*)\\% User Time");
  query.take(processes(10 * kSecond, {{"Idle_0", 0, kBoot, 0}, {"a_10", 10, kLate, 0}}));
  query.take(processes(
      11 * kSecond, {{"Idle_0", 0, kBoot + kSecond, 0}, {"a_10", 10, kLate + kSecond, 1'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(0, 10));
}

// A thread of the only process, Idle left out, that began at `start`.
Snapshot one_thread(std::int64_t now, std::uint64_t boot, std::uint64_t id, std::uint64_t start,
                    std::uint64_t user_time) {
  TestBlock block(now);
  block.object(title::kProcess, {{title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("Idle", {boot, 0}).instance("java", {start, 10});
  block.object(title::kThread, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                {title::kElapsedTime, PERF_ELAPSED_TIME},
                                {title::kIdThread, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("0", {user_time, start, id}, {ParentInstance{title::kProcess, 1}, -1});
  return block.snapshot();
}

TEST(QueryIdentity, Thread_IsItsIdAndItsStart) {
  struct Later {
    std::uint64_t id, start, boot;
    double number;
  };
  constexpr std::uint64_t kStart = kBoot + 5 * kSecond;
  for (const Later& later : {Later{12, kStart, kBoot, 10},                 // the same one
                             {12, kStart + kSecond, kBoot + kSecond, 10},  // btime slipped
                             {12, kStart + kSecond, kBoot, -1},            // its id was reused
                             {13, kStart, kBoot, -1}}) {  // another one in its place
    Query query(fixed_titles());
    ASSERT_TRUE(query.add("\\Thread(java/0)\\% User Time").has_value());
    query.take(one_thread(10 * kSecond, kBoot, 12, kStart, 0));
    query.take(one_thread(11 * kSecond, later.boot, later.id, later.start, 1'000'000));
    EXPECT_THAT(numbers(query), testing::ElementsAre(later.number));
    EXPECT_EQ(query.binding().series()[0].process_id, 0U);
  }
}

TEST(QueryIdentity, IdleAndTotal_AreKnownByName) {
  Query query = query_of(kUserTimes);
  query.take(
      processes(10 * kSecond, {{"Idle", 0, kBoot, 0}, {"_Total", 0, kBoot + 10 * kSecond, 0}}));
  query.take(processes(11 * kSecond, {{"Idle", 0, kBoot, 5'000'000},
                                      {"_Total", 0, kBoot + 11 * kSecond, 2'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(50, 20));
  EXPECT_EQ(query.binding().generation(), 1U);
}

TEST(QueryIdentity, ProcessV2_IsKnownByPidAndStartToo) {
  Query query = query_of("\\Process V2(*)\\% User Time");
  query.take(processes(10 * kSecond, {{"a:10", 10, kBoot, 0}}, 0, title::kProcessV2));
  query.take(
      processes(11 * kSecond, {{"a:10", 10, kBoot + 10 * kSecond, 9}}, 0, title::kProcessV2));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.binding().series()[0].process_id, 10U);
}

TEST(QueryIdentity, ProcessThatChangesItsName_StaysItself) {
  Query query = query_of(kUserTimes);
  query.take(processes(10 * kSecond, {{"bash", 10, kBoot, 0}}));
  const std::uint64_t before = query.binding().series()[0].identity;
  query.take(processes(11 * kSecond, {{"make", 10, kBoot, 1'000'000}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
  EXPECT_EQ(query.binding().series()[0].identity, before);
  EXPECT_EQ(query.binding().series()[0].instance, "make");
}

TEST(QueryIdentity, PathToOneName_FollowsTheNameWithoutADifference) {
  Query query = query_of("\\Process(java)\\% User Time");
  query.take(processes(10 * kSecond, {{"java", 10, kBoot, 0}}));
  query.take(processes(11 * kSecond, {{"other", 11, kBoot, 0}}));
  EXPECT_EQ(query.match(0), Query::Match::no_instance);
  ASSERT_EQ(query.row().values.size(), 1U);  // it keeps its place in the row
  EXPECT_EQ(query.row().values[0].status, CStatus::no_instance);
  EXPECT_EQ(query.binding().path_of(0), "\\\\db-17\\Process(java)\\% User Time");
  EXPECT_NE(query.reason(0), "");
  query.take(processes(12 * kSecond, {{"java", 12, kBoot + 11 * kSecond, 50}}));
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
}

TEST(QueryIdentity, ProcessesWithoutPid_AreKnownByName) {
  const auto block = [](std::int64_t now, std::uint64_t value) {
    return TestBlock(now)
        .object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER}})
        .instance("a", {value})
        .snapshot();
  };
  Query query = query_of(kUserTimes);
  query.take(block(10 * kSecond, 0));
  query.take(block(11 * kSecond, 1'000'000));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
}

TEST(QueryIdentity, PidThatIsMissing_MakesNoProcessOfPidZero) {
  const auto block = [](std::int64_t now, std::uint64_t value) {
    return TestBlock(now)
        .object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                  {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}})
        .instance("a", {value, 77})
        .status()
        .missing("gone", title::kProcess, 1, 0, 1)
        .snapshot();
  };
  Query query = query_of(kUserTimes);
  query.take(block(10 * kSecond, 0));
  EXPECT_EQ(query.binding().series()[0].process_id, 0U);
  query.take(block(11 * kSecond, 1'000'000));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
}

// An instance of an object without pids.
struct TestInstance {
  const char* name;
  std::uint64_t value;
  std::int32_t unique_id = -1;
};

Snapshot disks(std::int64_t now, std::initializer_list<TestInstance> list) {
  TestBlock block(now);
  block.object(title::kPhysicalDisk, {{title::kDiskBytesPerSec, PERF_COUNTER_BULK_COUNT}});
  for (const TestInstance& one : list) block.instance(one.name, {one.value}, {{}, one.unique_id});
  return block.snapshot();
}

TEST(QueryIdentity, NamesInAnotherOrder_KeepTheirDifferences) {
  Query query = query_of("\\PhysicalDisk(*)\\*");
  query.take(disks(10 * kSecond, {{"0 sda", 100}, {"1 sdb", 500}}));
  query.take(disks(11 * kSecond, {{"1 sdb", 700}, {"0 sda", 110}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(200, 10));
}

TEST(QueryIdentity, NumberOfTwinsChanged_NoTwinHasADifference) {
  Query query = query_of("\\PhysicalDisk(*)\\*");
  query.take(disks(10 * kSecond, {{"x", 100}, {"x", 500}, {"y", 1}}));
  query.take(disks(11 * kSecond, {{"x", 110}, {"x", 520}, {"y", 2}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10, 20, 1));
  query.take(disks(12 * kSecond, {{"x", 540}, {"y", 3}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(-1, 1));
}

TEST(QueryIdentity, UniqueIds_TellInstancesApartWhateverTheyAreCalled) {
  Query query = query_of("\\PhysicalDisk(*)\\*");
  query.take(disks(10 * kSecond, {{"a", 100, 7}, {"b", 500, 8}}));
  query.take(disks(11 * kSecond, {{"a", 510, 8}, {"b", 120, 7}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10, 20));
  query.take(disks(12 * kSecond, {{"a", 520, 9}, {"b", 130, 7}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(-1, 10));
}

TEST(QueryIdentity, KeyOfALiveSource_RulesOverTheName) {
  const auto with_key = [](std::int64_t now, std::uint64_t value, std::uint64_t key) {
    Snapshot snapshot = disks(now, {{"0 sda", value}});
    std::vector<InstanceKey> keys = {{title::kPhysicalDisk, 0, key}};
    snapshot.set_instance_keys(keys);
    return snapshot;
  };
  Query query = query_of("\\PhysicalDisk(*)\\*");
  query.take(with_key(10 * kSecond, 100, 1));
  query.take(with_key(11 * kSecond, 110, 1));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
  query.take(with_key(12 * kSecond, 120, 2));  // another disk was plugged in
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take(with_key(13 * kSecond, 150, 2));
  EXPECT_THAT(numbers(query), testing::ElementsAre(30));
}

TEST(QueryIdentity, KeyOfAnObjectWithoutInstances_TellsItsProcessesApart) {
  const auto with_key = [](std::int64_t now, std::uint64_t value, std::uint64_t key) {
    TestBlock block(now);
    block.object(title::kMemory, {{28, PERF_COUNTER_COUNTER, 4}}, Instances::none).single({value});
    Snapshot snapshot = block.snapshot();
    std::vector<InstanceKey> keys = {{title::kMemory, 0, key}};
    snapshot.set_instance_keys(keys);
    return snapshot;
  };
  Query query = query_of("\\Memory\\Page Faults/sec");
  query.take(with_key(10 * kSecond, 100, 1));
  query.take(with_key(11 * kSecond, 110, 1));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10));
  const std::uint64_t before = query.binding().series()[0].identity;
  query.take(with_key(12 * kSecond, 120, 2));  // another process answered
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(0), "the object is new");
  EXPECT_NE(query.binding().series()[0].identity, before);
  query.take(with_key(13 * kSecond, 150, 2));
  EXPECT_THAT(numbers(query), testing::ElementsAre(30));
}

TEST(QueryIdentity, RestartedMachine_HasNoDifferences) {
  Query query = query_of("\\PhysicalDisk(*)\\*");
  query.take(disks(1000 * kSecond, {{"0 sda", 100}}));
  query.take(disks(10 * kSecond, {{"0 sda", 200}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take(disks(11 * kSecond, {{"0 sda", 230}}));
  EXPECT_THAT(numbers(query), testing::ElementsAre(30));
}

TEST(QueryIdentity, ThreadsOfTwins_AreDistinguishedByTheirOrder) {
  const auto block = [](std::int64_t now, std::uint64_t a, std::uint64_t b) {
    return TestBlock(now)
        .object(title::kProcess, {{title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}})
        .instance("java", {1})
        .instance("java", {2})
        .object(title::kThread, {{title::kPercentUserTime, PERF_100NSEC_TIMER}})
        .instance("0", {a}, {ParentInstance{title::kProcess, 0}, -1})
        .instance("0", {b}, {ParentInstance{title::kProcess, 1}, -1})
        .snapshot();
  };
  Query query = query_of("\\Thread(java/*)\\% User Time");
  query.take(block(10 * kSecond, 0, 100));
  query.take(block(11 * kSecond, 1'000'000, 2'000'100));
  EXPECT_THAT(numbers(query), testing::ElementsAre(10, 20));
  EXPECT_EQ(query.binding().path_of(1), "\\\\db-17\\Thread(java/0#1)\\% User Time");
}

}  // namespace
}  // namespace openperflib
