// Processes that live less than an interval, in the model of watch.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/machines/short_lives.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/watch/watch_model.h"
#include "openperflib/view/watch/watch_rows.h"

namespace openperflib {
namespace {

class WatchShortLives : public testing::Test {
 protected:
  WatchShortLives() : query_(fixed_titles(), options()), model_(Policy{}) {
    for (const std::string_view path : {kTimeOfProcesses, kTimeOfProcessors, kForksPerSecond}) {
      EXPECT_TRUE(query_.add(path).has_value());
    }
    model_.hide_path(1);
    model_.hide_path(2);
    model_.set_remainder_paths({.processes = 0, .processors = 1, .forks = 2});
  }
  static QueryOptions options() {
    QueryOptions options;
    options.first_rates = QueryOptions::FirstRates::start;
    return options;
  }
  void take(std::uint64_t seconds, Pace pace = Pace::due) {
    TestBlock block(static_cast<std::int64_t>(seconds) * kTicksPerSecond);
    short_lives::write(block, seconds);
    query_.take(block.snapshot());
    model_.take(query_, pace);
  }
  [[nodiscard]] std::vector<WatchGroup> groups(WatchOrder order = WatchOrder::as_collected) const {
    return model_.groups(query_, order, {});
  }
  // The line with that label; fails the test if there is none.
  [[nodiscard]] WatchLine line(std::string_view label) const {
    for (const WatchGroup& group : groups()) {
      for (const WatchLine& one : group.lines) {
        if (one.label.starts_with(label)) return one;
      }
    }
    ADD_FAILURE() << label;
    return {};
  }

  Query query_;
  WatchModel model_;
};

TEST_F(WatchShortLives, ProcessOfTheInterval_HasAValueAndAnAverage) {
  take(100);
  take(101);
  EXPECT_DOUBLE_EQ(line("short").last.number, 30);
  EXPECT_DOUBLE_EQ(line("short").statistics.average.number, 30);
  EXPECT_EQ(line("short").statistics.count, 1U);
}

TEST_F(WatchShortLives, EndedProcesses_AreALineAmongTheOthers) {
  take(100);
  take(101);
  const auto shown = groups();
  ASSERT_EQ(shown.size(), 1U);  // what is read beside it is not shown
  std::vector<std::string> labels;
  for (const WatchLine& one : shown[0].lines) labels.push_back(one.label);
  ASSERT_EQ(labels.size(), 5U);
  EXPECT_EQ(labels[0], "ended processes");  // the largest
  EXPECT_TRUE(shown[0].lines[0].is_remainder);
  EXPECT_EQ(shown[0].note, "154 forks/s");
  EXPECT_DOUBLE_EQ(shown[0].lines[0].last.number, 50);
  EXPECT_EQ(shown[0].lines[0].statistics.count, 1U);
}

// A process that lives on uses all that is used.
TEST_F(WatchShortLives, ForksAreInTheTitle_AlsoIfNoTimeIsLeftOver) {
  constexpr std::uint64_t kTicks = kTicksPerSecond;
  for (const std::uint64_t seconds : {100U, 101U}) {
    TestBlock block(static_cast<std::int64_t>(seconds * kTicks));
    block.object(title::kProcess, {{title::kPercentProcessorTime, PERF_100NSEC_TIMER},
                                   {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    block.instance("db", {seconds * kTicks, 10});
    block.instance("_Total", {seconds * kTicks, 0});
    block.object(title::kProcessor, {{title::kPercentProcessorTime, PERF_100NSEC_TIMER_INV}});
    for (const std::string_view name : {"0", "1", "_Total"})
      block.instance(name, {seconds * (kTicks / 2)});
    block.object(title::kLinuxSystem, {{title::kForksPerSec, PERF_COUNTER_BULK_COUNT}},
                 Instances::none);
    block.single({seconds * 154});
    query_.take(block.snapshot());
    model_.take(query_, Pace::due);
  }
  const auto shown = groups();
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].note, "154 forks/s");
  ASSERT_EQ(shown[0].lines.size(), 2U);
  for (const WatchLine& one : shown[0].lines) EXPECT_FALSE(one.is_remainder) << one.label;
}

TEST_F(WatchShortLives, FirstRow_HasNoRemainder) {
  take(100);
  EXPECT_EQ(model_.remainder(), std::nullopt);
  EXPECT_EQ(groups()[0].lines.size(), 4U);
}

// The line is not one of the processes that a title counts.
TEST_F(WatchShortLives, TitleOfTheList_CountsProcesses) {
  take(100);
  take(101);
  const auto shown = groups();
  const auto rows = body_rows(shown, 100);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0].shown, 4U);
  EXPECT_EQ(rows[0].all, 4U);
}

// Milliseconds after a row there is nothing to say about ticks.
TEST_F(WatchShortLives, RowBetweenTwo_LeavesTheRemainder) {
  take(100);
  take(101);
  const auto before = model_.remainder();
  take(102, Pace::between);
  EXPECT_EQ(model_.remainder(), before);
  take(103);
  EXPECT_EQ(line("ended processes").statistics.count, 2U);
}

TEST_F(WatchShortLives, RowThatTheModelHasNotTaken_HasNoGroups) {
  take(100);
  const WatchModel fresh{Policy{}};
  EXPECT_TRUE(fresh.groups(query_, WatchOrder::as_collected, {}).empty());
}

// The first series of the list is a process: its state is not that of the line below.
TEST(WatchRemainder, EndedProcesses_HaveNoState) {
  Query query(fixed_titles());
  for (const std::string_view path :
       {kTimeOfProcesses, kTimeOfProcessors, std::string_view("\\Linux Process(*)\\State")}) {
    ASSERT_TRUE(query.add(path).has_value());
  }
  WatchModel model{Policy{}};
  model.hide_path(1);
  model.set_remainder_paths({.processes = 0, .processors = 1, .forks = {}});
  for (const std::uint64_t seconds : {100U, 101U}) {
    constexpr std::uint64_t kTicks = kTicksPerSecond;
    const auto boot = static_cast<std::uint64_t>(TestBlock::kEpoch);
    TestBlock block(static_cast<std::int64_t>(seconds) * kTicksPerSecond);
    block.object(title::kProcess, {{title::kPercentProcessorTime, PERF_100NSEC_TIMER},
                                   {title::kElapsedTime, PERF_ELAPSED_TIME},
                                   {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    block.instance("db", {seconds * (kTicks / 5), boot + 1, 10});
    block.instance("_Total", {seconds * (kTicks / 5), boot + seconds * kTicks, 0});
    block.object(title::kProcessor, {{title::kPercentProcessorTime, PERF_100NSEC_TIMER_INV}});
    block.instance("0", {seconds * (kTicks / 2)});
    block.object(title::kLinuxProcess, {{title::kState, PERF_COUNTER_RAWCOUNT, 4},
                                        {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    block.instance("db", {1, 10});
    query.take(block.snapshot());
    model.take(query);
  }
  const auto groups = model.groups(query, WatchOrder::as_collected, {});
  const auto& lines = groups.at(0).lines;
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[0].is_remainder);  // 30 of 50 %
  EXPECT_EQ(lines[0].state, "");
  EXPECT_EQ(lines[1].label, "db:10");
  EXPECT_EQ(lines[1].state, "sleeping");
}

TEST_F(WatchShortLives, PathOfTheProcessesIsRemoved_NothingIsShown) {
  take(100);
  take(101);
  model_.remove_path(0);
  EXPECT_TRUE(groups().empty());
}

}  // namespace
}  // namespace openperflib
