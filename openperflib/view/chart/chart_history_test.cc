// Histories of rows in which values are missing, and instances come and go.
#include "openperflib/view/chart/chart_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/testing/machines/short_lives.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kFaultsTitle = 28;
constexpr std::uint32_t kWorkingSetTitle = 180;
constexpr const char* kFaults = R"(\Process(*)\Page Faults/sec)";
constexpr const char* kBytes = R"(\Process(*)\Working Set)";

struct HistoryProcess {
  std::string name;
  std::uint32_t id;
  std::uint64_t bytes;
  std::uint64_t faults;
};

// A row at a time in seconds.
struct HistoryRow {
  int second;
  std::vector<HistoryProcess> processes;
};

Snapshot processes_of(const HistoryRow& row) {
  TestBlock block(row.second * kTicksPerSecond);
  block.object(title::kProcess, {{kWorkingSetTitle, PERF_COUNTER_LARGE_RAWCOUNT},
                                 {kFaultsTitle, PERF_COUNTER_BULK_COUNT},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const HistoryProcess& one : row.processes) {
    block.instance(one.name, {one.bytes, one.faults, one.id});
  }
  return block.snapshot();
}

ChartHistory history_of(const std::vector<std::string>& paths,
                        const std::vector<HistoryRow>& rows) {
  Query query(fixed_titles());
  for (const std::string& path : paths) EXPECT_TRUE(query.add(path).has_value());
  ChartHistoryBuilder builder(RowsOf::readings, paths);
  for (const HistoryRow& row : rows) {
    query.take(processes_of(row));
    builder.take(query, TestBlock::kEpoch + row.second * kTicksPerSecond);
  }
  return builder.history();
}

// Four seconds: 10, 20, 90 faults a second.
std::vector<HistoryRow> four_seconds() {
  return {{0, {{"sh", 10, 4096, 0}}},
          {1, {{"sh", 10, 8192, 10}}},
          {2, {{"sh", 10, 1024, 30}}},
          {3, {{"sh", 10, 2048, 120}}}};
}

TEST(ChartHistory, Records_HaveTheirTimesAndTheUsualStep) {
  const ChartHistory history = history_of({kBytes}, four_seconds());
  ASSERT_EQ(history.records->times.size(), 4U);
  EXPECT_EQ(history.records->times[3] - history.records->times[0], 3 * kTicksPerSecond);
  EXPECT_EQ(history.records->usual_step, kTicksPerSecond);
  EXPECT_TRUE(history.records->gaps.empty());
  EXPECT_TRUE(history.records->restarts.empty());
}

TEST(ChartHistory, Series_HasItsNamesUnitAndValues) {
  const ChartHistory history = history_of({kFaults, kBytes}, four_seconds());
  ASSERT_EQ(history.paths.size(), 2U);
  EXPECT_EQ(history.paths[0].path, kFaults);
  ASSERT_EQ(history.paths[0].series.size(), 1U);
  const SeriesHistory& faults = *history.paths[0].series[0];
  EXPECT_EQ(faults.path, R"(\\db-17\Process(sh)\Page Faults/sec)");
  EXPECT_EQ(faults.title, R"(\Process(sh:10)\Page Faults/sec)");
  EXPECT_EQ(faults.unit.quantity, Quantity::rate);
  EXPECT_EQ(faults.first_record, 0U);
  ASSERT_EQ(faults.pyramid.values().size(), 4U);
  EXPECT_TRUE(std::isnan(faults.pyramid.values()[0]));
  EXPECT_EQ(faults.pyramid.values()[3], 90);
  EXPECT_THAT(history.paths[1].series.at(0)->pyramid.values(), ElementsAre(4096, 8192, 1024, 2048));
}

// The average of a rate is that of the whole time: 120 faults in 3 s, 110 in the last 2.
TEST(ChartHistory, Rate_HasTheStatisticsOfItsType) {
  const ChartHistory history = history_of({kFaults}, four_seconds());
  const SeriesHistory& faults = *history.paths[0].series.at(0);
  const PartStatistics all = faults.statistics_of({.begin = 0, .end = 4});
  EXPECT_EQ(all.count, 3U);
  EXPECT_EQ(all.gaps, 0U);
  EXPECT_EQ(all.minimum.number, 10);
  EXPECT_EQ(all.average.number, 40);
  EXPECT_EQ(all.maximum.number, 90);
  EXPECT_EQ(all.last.number, 90);
  EXPECT_EQ(all.p95.number, 90);
  EXPECT_EQ(faults.statistics_of({.begin = 1, .end = 4}).average.number, 55);
  EXPECT_EQ(faults.statistics_of({.begin = 1, .end = 4}).count, 3U);
}

TEST(ChartHistory, SeriesOfTwoPaths_IsHeldOnce) {
  const ChartHistory history = history_of({R"(\Process(sh)\Working Set)", kBytes}, four_seconds());
  ASSERT_EQ(history.paths[0].series.size(), 1U);
  ASSERT_EQ(history.paths[1].series.size(), 1U);
  EXPECT_EQ(history.paths[0].series[0], history.paths[1].series[0]);
}

TEST(ChartHistory, PathWithoutSeries_IsKnown) {
  const ChartHistory history = history_of(
      {R"(\Memory\Available Bytes)", R"(\Process(no)\Working Set)", kBytes}, four_seconds());
  for (const std::size_t path : {0U, 1U}) {
    EXPECT_FALSE(history.paths[path].was_there);
    EXPECT_TRUE(history.paths[path].series.empty());
  }
  EXPECT_TRUE(history.paths[2].was_there);
}

TEST(ChartHistory, StepsOfMoreThanTwoAndAHalf_AreGaps) {
  const ChartHistory history = history_of({kBytes}, {{0, {{"sh", 10, 1, 0}}},
                                                     {10, {{"sh", 10, 2, 0}}},
                                                     {20, {{"sh", 10, 3, 0}}},
                                                     {45, {{"sh", 10, 4, 0}}},
                                                     {75, {{"sh", 10, 5, 0}}},
                                                     {85, {{"sh", 10, 6, 0}}}});
  EXPECT_EQ(history.records->usual_step, 10 * kTicksPerSecond);
  EXPECT_THAT(history.records->gaps, ElementsAre(4));
  EXPECT_EQ(history.paths[0].series.at(0)->machine->longest_step, 25 * kTicksPerSecond);
}

TEST(ChartHistory, InstanceThatComesLater_BeginsWithItsRecord) {
  const ChartHistory history = history_of({kBytes}, {{0, {{"sh", 10, 1, 0}}},
                                                     {1, {{"sh", 10, 2, 0}, {"cron", 9, 7, 0}}},
                                                     {2, {{"sh", 10, 3, 0}}},
                                                     {3, {{"sh", 10, 4, 0}, {"cron", 9, 8, 0}}}});
  ASSERT_EQ(history.paths[0].series.size(), 2U);
  const SeriesHistory& cron = *history.paths[0].series[1];
  EXPECT_EQ(cron.first_record, 1U);
  ASSERT_EQ(cron.pyramid.values().size(), 3U);
  EXPECT_TRUE(std::isnan(cron.pyramid.values()[1]));
  EXPECT_EQ(cron.statistics_of({.begin = 0, .end = 4}).gaps, 0U);
  EXPECT_EQ(history.paths[0].series[0]->first_record, 0U);
}

TEST(ChartHistory, NextProcessOfAName_ContinuesTheSeries) {
  const ChartHistory history = history_of(
      {kBytes}, {{0, {{"sh", 10, 1, 0}}}, {1, {{"sh", 11, 2, 0}}}, {2, {{"sh", 11, 3, 0}}}});
  ASSERT_EQ(history.paths[0].series.size(), 1U);
  const SeriesHistory& sh = *history.paths[0].series[0];
  EXPECT_EQ(sh.title, R"(\Process(sh)\Working Set)");
  EXPECT_EQ(sh.instances, 2U);
  EXPECT_THAT(sh.passes, ElementsAre(1));
  EXPECT_TRUE(sh.is_passed_on(0, 1));
  EXPECT_FALSE(sh.is_passed_on(1, 2));
  EXPECT_THAT(sh.pyramid.values(), ElementsAre(1, 2, 3));
}

// The first process ends, and the second has its name from then on: 10 and 20 faults a second.
TEST(ChartHistory, ReadingsOfTwoProcessesOfAName_AreNeverCompared) {
  const ChartHistory history = history_of({kFaults}, {{0, {{"sh", 10, 1, 0}, {"sh", 11, 1, 1000}}},
                                                      {1, {{"sh", 10, 1, 10}, {"sh", 11, 1, 1010}}},
                                                      {2, {{"sh", 11, 1, 1030}}}});
  const PartStatistics all = history.paths[0].series.at(0)->statistics_of({.begin = 0, .end = 3});
  EXPECT_EQ(all.count, 2U);
  EXPECT_DOUBLE_EQ(all.minimum.number, 10);
  EXPECT_DOUBLE_EQ(all.average.number, 15);
  EXPECT_DOUBLE_EQ(all.maximum.number, 20);
}

// As in a recording that was stopped: 1000 faults in an interval that says nothing.
TEST(ChartHistory, RateOfABriefLastInterval_IsLeftOut) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add(kFaults).has_value());
  ChartHistoryBuilder builder(RowsOf::readings, {kFaults});
  using Interval = SeriesSummary::Interval;
  for (int i = 0; i < 5; ++i) {
    query.take(processes_of({i, {{"sh", 10, 1, i == 4 ? 1030U : 10U * static_cast<unsigned>(i)}}}));
    builder.take(query, TestBlock::kEpoch + i * kTicksPerSecond,
                 i >= 3 ? Interval::brief : Interval::usual);
  }
  const ChartHistory history = builder.history();
  const SeriesHistory& faults = *history.paths[0].series.at(0);
  const PartStatistics all = faults.statistics_of({.begin = 0, .end = 5});
  EXPECT_EQ(all.count, 3U);
  EXPECT_EQ(all.maximum.number, 10);
  EXPECT_EQ(all.gaps, 0U);
  EXPECT_EQ(all.average.number, 257.5);  // which has it all the same
  EXPECT_TRUE(faults.has_value(3));
}

// Another process has the name in each second: their readings are never compared.
TEST(ChartHistory, ProcessesOfOneInterval_CountFromTheirStart) {
  constexpr const char* kShort = R"(\Process(short)\% Processor Time)";
  Query query(fixed_titles(), {.first_rates = QueryOptions::FirstRates::start});
  ASSERT_TRUE(query.add(kShort).has_value());
  ChartHistoryBuilder builder(RowsOf::readings, {kShort});
  for (std::uint64_t seconds = 100; seconds < 103; ++seconds) {
    const std::int64_t time = static_cast<std::int64_t>(seconds) * kTicksPerSecond;
    TestBlock block(time);
    short_lives::write(block, seconds);
    query.take(block.snapshot());
    builder.take(query, TestBlock::kEpoch + time);
  }
  const ChartHistory history = builder.history();
  const PartStatistics used = history.paths[0].series.at(0)->statistics_of({.begin = 0, .end = 3});
  EXPECT_EQ(used.count, 2U);
  EXPECT_EQ(used.gaps, 0U);
  EXPECT_DOUBLE_EQ(used.minimum.number, 30);
  EXPECT_DOUBLE_EQ(used.average.number, 30);
  EXPECT_DOUBLE_EQ(used.maximum.number, 30);
}

// As if the log ended with its second row; then as if it ended with the fourth.
TEST(ChartHistory, HistoryOfTheRowsSoFar_IsThatOfALogThatEndsThere) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add(kFaults).has_value());
  ChartHistoryBuilder builder(RowsOf::readings, {kFaults});
  const std::vector<HistoryRow> rows = {{0, {{"sh", 10, 1, 0}}},
                                        {10, {{"sh", 10, 1, 100}}},
                                        {11, {{"sh", 10, 1, 120}}},
                                        {12, {{"sh", 10, 1, 150}}}};
  const auto take = [&](std::size_t row) {
    query.take(processes_of(rows[row]));
    builder.take(query, TestBlock::kEpoch + rows[row].second * kTicksPerSecond);
  };
  take(0);
  take(1);
  const ChartHistory two = builder.history();
  EXPECT_EQ(two.records->times.size(), 2U);
  EXPECT_EQ(two.records->usual_step, 10 * kTicksPerSecond);
  EXPECT_TRUE(two.records->gaps.empty());
  EXPECT_EQ(two.paths[0].series.at(0)->statistics_of({.begin = 0, .end = 2}).average.number, 10);
  take(2);
  take(3);
  const ChartHistory four = builder.history();
  EXPECT_EQ(four.records->usual_step, kTicksPerSecond);
  EXPECT_THAT(four.records->gaps, ElementsAre(1));
  const SeriesHistory& faults = *four.paths[0].series.at(0);
  EXPECT_EQ(faults.machine->longest_step, 5 * kTicksPerSecond / 2);
  EXPECT_EQ(faults.statistics_of({.begin = 0, .end = 4}).average.number, 12.5);
  EXPECT_EQ(faults.statistics_of({.begin = 0, .end = 4}).count, 3U);
}

TEST(ChartHistory, Memory_GrowsWithTheRecords) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add(kFaults).has_value());
  ChartHistoryBuilder builder(RowsOf::readings, {kFaults});
  std::vector<std::size_t> bytes;
  for (int i = 0; i < 2048; ++i) {
    query.take(processes_of({i, {{"sh", 10, 1, static_cast<std::uint64_t>(i)}}}));
    builder.take(query, TestBlock::kEpoch + i * kTicksPerSecond);
    bytes.push_back(builder.bytes());
  }
  EXPECT_EQ(builder.series(), 1U);
  EXPECT_LT(bytes[0], 4096U);
  EXPECT_GE(bytes[2047], 2048U * 35);  // time, value, its share of the blocks above it, reading
  EXPECT_LT(bytes[2047], 2048U * 35 + 8192);
}

}  // namespace
}  // namespace openperflib
