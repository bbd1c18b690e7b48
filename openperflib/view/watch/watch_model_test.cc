#include "openperflib/view/watch/watch_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kSystem = 2, kContextSwitches = 146;

// One block of System with that many context switches, `now` ticks of 100 ns after the start.
Snapshot switches(std::int64_t now, std::uint64_t count) {
  TestBlock block(now);
  block.object(kSystem, {{kContextSwitches, PERF_COUNTER_BULK_COUNT, 8}}, Instances::none);
  return block.single({count}).snapshot();
}

class WatchModelTest : public testing::Test {
 protected:
  WatchModelTest() : query_(fixed_titles()), model_(Policy{}) {
    EXPECT_TRUE(query_.add("\\System\\Context Switches/sec").has_value());
  }
  void take(std::int64_t now, std::uint64_t count, Pace pace = Pace::due) {
    query_.take(switches(now, count));
    model_.take(query_, pace);
  }
  WatchLine line() { return model_.groups(query_, WatchOrder::as_collected, {})[0].lines[0]; }

  static constexpr std::int64_t kSecond = 10'000'000;
  Query query_;
  WatchModel model_;
};

TEST_F(WatchModelTest, RowsThatAreDue_MakeTheStatistics) {
  take(1 * kSecond, 0);
  take(2 * kSecond, 10);
  take(3 * kSecond, 40);
  EXPECT_EQ(line().statistics.minimum.number, 10);
  EXPECT_EQ(line().statistics.maximum.number, 30);
  EXPECT_EQ(line().statistics.average.number, 20);
}

TEST_F(WatchModelTest, RowBetweenTwo_NeverMakesARateOfMoments) {
  take(1 * kSecond, 0);
  take(2 * kSecond, 10);
  take(2 * kSecond + 10'000, 20, Pace::between);  // 10 in a millisecond: 10,000/sec
  take(3 * kSecond, 40);
  EXPECT_EQ(line().statistics.maximum.number, 30);
  EXPECT_EQ(line().statistics.average.number, 20);
}

TEST_F(WatchModelTest, SeriesThatIsNewInARowBetween_BeginsThere) {
  take(1 * kSecond, 0, Pace::between);
  take(2 * kSecond, 10);
  EXPECT_EQ(line().statistics.average.number, 10);
}

TEST_F(WatchModelTest, RowBetweenTwo_LeavesTheLastValueAsItWas) {
  take(1 * kSecond, 0);
  take(2 * kSecond, 10);
  take(2 * kSecond + 10'000, 20, Pace::between);
  EXPECT_EQ(line().last.number, 10);
}

// Processes of these ids, all of one name.
Snapshot processes(std::int64_t now, std::initializer_list<std::uint64_t> pids) {
  TestBlock block(now);
  block.object(kSystem, {{kContextSwitches, PERF_COUNTER_BULK_COUNT, 8}}, Instances::none);
  block.single({7});
  block.object(230, {{title::kElapsedTime, PERF_ELAPSED_TIME},
                     {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const std::uint64_t pid : pids) {
    block.instance("twin", {static_cast<std::uint64_t>(TestBlock::kEpoch) + pid, pid});
  }
  return block.snapshot();
}

// Whether each line has seen one value, the id that its label ends with; and the labels.
std::vector<std::string> constant_lines(const WatchGroup& group) {
  std::vector<std::string> labels;
  for (const WatchLine& line : group.lines) {
    EXPECT_EQ("twin:" + std::to_string(static_cast<int>(line.last.number)), line.label);
    EXPECT_EQ(line.last.number, line.statistics.minimum.number) << line.label;
    EXPECT_EQ(line.last.number, line.statistics.average.number) << line.label;
    EXPECT_EQ(line.last.number, line.statistics.maximum.number) << line.label;
    labels.push_back(line.label);
  }
  return labels;
}

class WatchModelPaths : public testing::Test {
 protected:
  WatchModelPaths() : query_(fixed_titles()), model_(Policy{}) {}
  Query::PathId add(std::string_view path) { return query_.add(path).value(); }
  void take(std::int64_t second, std::initializer_list<std::uint64_t> pids, Pace pace = Pace::due) {
    query_.take(processes(second * 10'000'000, pids));
    model_.take(query_, pace);
  }
  void remove(Query::PathId path) {
    query_.remove(path);
    model_.remove_path(path);
  }
  std::vector<WatchGroup> groups() { return model_.groups(query_, WatchOrder::by_name, {}); }
  Query query_;
  WatchModel model_;
};

TEST_F(WatchModelPaths, FirstOfTwoRemoved_EachProcessKeepsItsOwnHistory) {
  const auto switches = add("\\System\\Context Switches/sec");
  add("\\Process(*)\\ID Process");
  take(1, {10, 11, 12});
  remove(switches);
  EXPECT_THAT(constant_lines(groups()[0]), testing::ElementsAre("twin:10", "twin:11", "twin:12"));
  take(2, {10, 12, 13});  // 11 has exited, 13 is new: twin#1 is another process now
  EXPECT_THAT(constant_lines(groups()[0]), testing::ElementsAre("twin:10", "twin:12", "twin:13"));
  EXPECT_EQ(groups()[0].lines[0].statistics.count, 2U);
  EXPECT_EQ(groups()[0].lines[2].statistics.count, 1U);
}

TEST_F(WatchModelPaths, PathRemovedThatOverlapsAnother_TheOtherKeepsItsHistory) {
  const auto all = add("\\Process(*)\\ID Process");
  add("\\Process(twin#1)\\ID Process");
  take(1, {10, 11, 12});
  remove(all);
  take(2, {10, 11, 12});
  const auto left = groups();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].title, "\\Process(twin:11)");
  EXPECT_EQ(left[0].lines[0].statistics.minimum.number, 11);
  EXPECT_EQ(left[0].lines[0].statistics.count, 2U);
}

TEST_F(WatchModelPaths, PathAdded_TheOthersKeepTheirHistories) {
  add("\\Process(*)\\ID Process");
  take(1, {10, 11});
  add("\\System\\Context Switches/sec");
  take(2, {10, 11}, Pace::between);
  take(3, {10, 11});
  EXPECT_THAT(constant_lines(groups()[0]), testing::ElementsAre("twin:10", "twin:11"));
  EXPECT_EQ(groups()[0].lines[0].statistics.count, 2U);
}

TEST_F(WatchModelPaths, LinesOfAddedPaths_HaveTheirPlaces) {
  add("\\System\\Context Switches/sec");
  const auto ids = add("\\Process(*)\\ID Process");
  const auto times = add("\\Process(*)\\Elapsed Time");
  model_.set_added(std::vector{times, ids});
  take(1, {10, 11});
  const auto shown = groups();
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_EQ(shown[0].lines[0].added, 0U);
  EXPECT_EQ(shown[1].lines[0].added, 2U);
  EXPECT_EQ(shown[2].lines[0].added, 1U);
}

TEST_F(WatchModelPaths, Removed_IsShownNoLongerEvenBeforeTheNextRow) {
  const auto switches = add("\\System\\Context Switches/sec");
  add("\\Process(*)\\ID Process");
  take(1, {10});
  EXPECT_EQ(groups().size(), 2U);
  remove(switches);
  ASSERT_EQ(groups().size(), 1U);
  EXPECT_EQ(groups()[0].title, "\\Process(twin:10)");
}

// One sample of a log of single counters, with 1 for each value.
class WatchModelOfALog : public testing::Test {
 protected:
  WatchModelOfALog() : query_(fixed_titles()), model_(Policy{}) {}
  void add(std::string_view machine, std::string_view object, const char* instance,
           std::string_view counter) {
    Series series;
    series.machine = machine;
    series.object = object;
    if (instance != nullptr) series.instance = instance;
    series.counter = counter;
    series.type = CounterType(PERF_COUNTER_RAWCOUNT);
    catalog_.add(series);
  }
  // "title: label, label" of each group.
  std::vector<std::string> groups_of(std::initializer_list<std::string_view> paths) {
    for (const std::string_view path : paths) EXPECT_TRUE(query_.add(path).has_value());
    const RawCounter one{.first = 1, .time_base = 1, .size = 8, .status = CStatus::valid_data};
    query_.take(
        {catalog_, {.time_utc = 1, .counters = std::vector(catalog_.series().size(), one)}});
    model_.take(query_);
    std::vector<std::string> texts;
    for (const WatchGroup& group : model_.groups(query_, WatchOrder::as_collected, {})) {
      texts.push_back(group.title + ":");
      for (const WatchLine& line : group.lines) texts.back() += " " + line.label;
    }
    return texts;
  }
  Catalog catalog_;
  Query query_;
  WatchModel model_;
};

TEST_F(WatchModelOfALog, SingleCounters_StandUnderTheirOwnObjectsAndInstances) {
  add("", "PhysicalDisk", "0 C:", "Disk Reads/sec");
  add("", "PhysicalDisk", "_Total", "Disk Reads/sec");
  add("", "PhysicalDisk", "0 C:", "Disk Writes/sec");
  add("", "PhysicalDisk", "_Total", "Disk Writes/sec");
  add("", "Processor", "0", "% Processor Time");
  add("", "Processor", "_Total", "% Processor Time");
  EXPECT_THAT(groups_of({"\\*(*)\\*"}),
              testing::ElementsAre("\\PhysicalDisk(0 C:): Disk Reads/sec Disk Writes/sec",
                                   "\\PhysicalDisk(_Total): Disk Reads/sec Disk Writes/sec",
                                   "\\Processor(*)\\% Processor Time: 0 _Total"));
}

TEST_F(WatchModelOfALog, SeveralMachines_AreNamedInTheTitles) {
  add("A", "Processor", "_Total", "% Processor Time");
  add("B", "Processor", "_Total", "% Processor Time");
  add("A", "Memory", nullptr, "Available Bytes");
  add("B", "Memory", nullptr, "Available Bytes");
  EXPECT_THAT(
      groups_of({"\\Processor(_Total)\\% Processor Time", "\\Memory\\*"}),
      testing::ElementsAre("\\\\A\\Processor(_Total): % Processor Time",
                           "\\\\B\\Processor(_Total): % Processor Time",
                           "\\\\A\\Memory: Available Bytes", "\\\\B\\Memory: Available Bytes"));
}

TEST_F(WatchModelOfALog, InstancesOfTwoMachines_AreTwoLists) {
  for (const char* machine : {"A", "B"}) {
    add(machine, "Processor", "0", "% Processor Time");
    add(machine, "Processor", "_Total", "% Processor Time");
  }
  EXPECT_THAT(groups_of({"\\Processor(*)\\% Processor Time"}),
              testing::ElementsAre("\\\\A\\Processor(*)\\% Processor Time: 0 _Total",
                                   "\\\\B\\Processor(*)\\% Processor Time: 0 _Total"));
}

TEST_F(WatchModelTest, Growth_IsTheLastValueLessTheFirst) {
  take(1 * kSecond, 0);
  EXPECT_FALSE(line().growth.usable());
  take(2 * kSecond, 10);
  EXPECT_EQ(line().growth.number, 0);
  take(3 * kSecond, 50);
  EXPECT_EQ(line().growth.number, 30);
}

// Processes of these ids with that much memory, and their states.
Snapshot with_states(std::int64_t now, std::uint64_t memory_of_12) {
  const auto start = static_cast<std::uint64_t>(TestBlock::kEpoch);
  TestBlock block(now);
  block.object(230, {{title::kElapsedTime, PERF_ELAPSED_TIME},
                     {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4},
                     {title::kWorkingSet, PERF_COUNTER_LARGE_RAWCOUNT, 8}});
  block.instance("a", {start + 11, 11, 500}).instance("b", {start + 12, 12, memory_of_12});
  block.object(title::kLinuxProcess, {{title::kElapsedTime, PERF_ELAPSED_TIME},
                                      {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kState, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("a", {start + 11, 11, 1}).instance("b", {start + 12, 12, 4});
  return block.snapshot();
}

TEST_F(WatchModelPaths, States_AreBesideTheirProcesses_AndTheUnusualFirst) {
  add("\\Process(*)\\Working Set");
  add("\\Linux Process(*)\\State");
  query_.take(with_states(10'000'000, 100));
  model_.take(query_);
  const auto shown = model_.groups(query_, WatchOrder::as_collected, {});
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].lines[0].label, "a:11");
  EXPECT_EQ(shown[0].lines[0].state, "sleeping");
  EXPECT_EQ(shown[0].lines[1].state, "stopped");
  EXPECT_EQ(shown[1].lines[0].label, "b:12");
  EXPECT_TRUE(shown[1].lines[0].is_word);
  EXPECT_FALSE(shown[1].lines[0].is_usual);
  EXPECT_TRUE(shown[1].lines[1].is_usual);
}

TEST_F(WatchModelPaths, ByGrowth_TheLargestGrowthIsFirst) {
  add("\\Process(*)\\Working Set");
  for (const std::uint64_t memory : {100U, 160U}) {
    query_.take(with_states(static_cast<std::int64_t>(memory) * 100'000, memory));
    model_.take(query_);
  }
  const auto shown = model_.groups(query_, WatchOrder::by_growth, {});
  EXPECT_EQ(shown[0].lines[0].label, "b:12");
  EXPECT_EQ(shown[0].lines[0].growth.number, 60);
  EXPECT_EQ(shown[0].lines[1].growth.number, 0);
}

}  // namespace
}  // namespace openperflib
