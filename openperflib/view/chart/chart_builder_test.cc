// Charts of rows in which values are missing, instances come and go, and much time passes.
#include "openperflib/view/chart/chart_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/machines/short_lives.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kFaultsPerSecond = 28;
constexpr std::uint32_t kBytesInUse = 180;

struct SampledProcess {
  std::string name;
  std::uint32_t id;
  std::uint64_t bytes;
  std::uint64_t faults;
};

// A row at a time in seconds.
struct ProcessRow {
  int second;
  std::vector<SampledProcess> processes;
};

Snapshot snapshot_of(const ProcessRow& row) {
  TestBlock block(row.second * kTicksPerSecond);
  block.object(title::kProcess, {{kBytesInUse, PERF_COUNTER_LARGE_RAWCOUNT},
                                 {kFaultsPerSecond, PERF_COUNTER_BULK_COUNT},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const SampledProcess& one : row.processes) {
    block.instance(one.name, {one.bytes, one.faults, one.id});
  }
  return block.snapshot();
}

Chart chart_of(const std::vector<std::string>& paths, const std::vector<ProcessRow>& rows,
               std::size_t columns = 100, const ChartChoice& choice = {}) {
  Query query(fixed_titles());
  for (const std::string& path : paths) EXPECT_TRUE(query.add(path).has_value());
  ChartBuilder builder(RowsOf::readings, columns);
  for (const ProcessRow& row : rows) {
    query.take(snapshot_of(row));
    builder.take(query, TestBlock::kEpoch + row.second * kTicksPerSecond);
  }
  return builder.take_chart(choice);
}

std::vector<std::string> names_in(const ChartPanel& panel) {
  std::vector<std::string> names;
  for (const ChartSeries& series : panel.series) names.push_back(series.title);
  return names;
}

std::vector<bool> gaps_of(const ChartSeries& series) {
  std::vector<bool> gaps;
  for (const ChartColumn& column : series.columns) gaps.push_back(column.is_after_gap);
  return gaps;
}

// Four seconds: 10, 20, 90 faults a second.
std::vector<ProcessRow> four_rows() {
  return {{0, {{"sh", 10, 4096, 0}}},
          {1, {{"sh", 10, 8192, 10}}},
          {2, {{"sh", 10, 1024, 30}}},
          {3, {{"sh", 10, 2048, 120}}}};
}

TEST(ChartBuilder, Units_AreThePanelsInTheOrderOfThePaths) {
  const Chart chart =
      chart_of({R"(\Process(*)\Page Faults/sec)", R"(\Process(*)\Working Set)"}, four_rows());
  ASSERT_EQ(chart.panels.size(), 2U);
  EXPECT_EQ(chart.panels[0].quantity, Quantity::rate);
  EXPECT_EQ(chart.panels[1].quantity, Quantity::bytes);
  EXPECT_EQ(chart.extent.records, 4U);
  EXPECT_EQ(chart.extent.last_local - chart.extent.first_local, 3 * kTicksPerSecond);
  EXPECT_THAT(names_in(chart.panels[0]), ElementsAre(R"(\Process(sh:10)\Page Faults/sec)"));
  EXPECT_EQ(chart.panels[0].series[0].path, R"(\\db-17\Process(sh)\Page Faults/sec)");
}

// The average of a rate is that of the whole time: 120 faults in 3 s.
TEST(ChartBuilder, Rate_HasTheStatisticsOfItsType) {
  const Chart chart = chart_of({R"(\Process(*)\Page Faults/sec)"}, four_rows());
  ASSERT_EQ(chart.panels.size(), 1U);
  const ChartSeries& faults = chart.panels[0].series[0];
  EXPECT_EQ(faults.count, 3U);
  EXPECT_EQ(faults.gaps, 0U);
  EXPECT_EQ(faults.minimum.number, 10);
  EXPECT_EQ(faults.average.number, 40);
  EXPECT_EQ(faults.maximum.number, 90);
  EXPECT_EQ(faults.last.number, 90);
  ASSERT_EQ(faults.columns.size(), 3U);
  EXPECT_EQ(faults.columns[0].first_time, TestBlock::kEpoch + kTicksPerSecond);
}

TEST(ChartBuilder, Amount_HasTheMeanOfItsValues) {
  const Chart chart = chart_of({R"(\Process(*)\Working Set)"}, four_rows());
  const ChartSeries& bytes = chart.panels.at(0).series.at(0);
  EXPECT_EQ(bytes.count, 4U);
  EXPECT_EQ(bytes.minimum.number, 1024);
  EXPECT_EQ(bytes.average.number, 3840);
  EXPECT_EQ(bytes.maximum.number, 8192);
  EXPECT_EQ(bytes.last.number, 2048);
}

TEST(ChartBuilder, SeriesOfTwoPaths_IsDrawnOnce) {
  const Chart chart =
      chart_of({R"(\Process(sh)\Working Set)", R"(\Process(*)\Working Set)"}, four_rows());
  ASSERT_EQ(chart.panels.size(), 1U);
  EXPECT_EQ(chart.panels[0].series.size(), 1U);
  EXPECT_EQ(chart.panels[0].series[0].count, 4U);
}

// 1000 seconds in at most 100 columns: 16.384 s each, a power of two of milliseconds.
TEST(ChartBuilder, LongTime_IsAsManyColumnsAsFit) {
  std::vector<ProcessRow> rows;
  for (int i = 0; i < 1000; ++i) {
    rows.push_back({i, {{"sh", 10, static_cast<std::uint64_t>(i == 500 ? 0 : 1000 + i % 10), 0}}});
  }
  const Chart chart = chart_of({R"(\Process(*)\Working Set)"}, rows);
  const ChartSeries& bytes = chart.panels.at(0).series.at(0);
  EXPECT_EQ(chart.column, kTicksPerSecond / 1000 * (1 << 14));
  EXPECT_EQ(bytes.columns.size(), 61U);
  std::uint64_t count = 0;
  for (const ChartColumn& column : bytes.columns) count += column.count;
  EXPECT_EQ(count, 1000U);
  EXPECT_EQ(bytes.columns[0].count, 17U);  // 0 to 16 s
  EXPECT_EQ(bytes.columns[0].first, 1000);
  EXPECT_EQ(bytes.columns[0].largest, 1009);
  EXPECT_EQ(bytes.columns[0].last, 1006);
  EXPECT_EQ(bytes.columns[30].least, 0);  // 491.52 s to 507.9 s
  EXPECT_EQ(bytes.columns[29].least, 1000);
  EXPECT_EQ(bytes.columns[31].least, 1000);
}

TEST(ChartBuilder, TwoMissingRecords_AreAGap) {
  const Chart chart = chart_of({R"(\Process(*)\Working Set)"}, {{0, {{"sh", 10, 1, 0}}},
                                                                {10, {{"sh", 10, 2, 0}}},
                                                                {20, {{"sh", 10, 3, 0}}},
                                                                {45, {{"sh", 10, 4, 0}}},
                                                                {75, {{"sh", 10, 5, 0}}},
                                                                {85, {{"sh", 10, 6, 0}}}});
  EXPECT_THAT(gaps_of(chart.panels.at(0).series.at(0)),
              ElementsAre(false, false, false, false, true, false));
}

TEST(ChartBuilder, RecordWithoutTheInstance_IsAGap) {
  const Chart chart =
      chart_of({R"(\Process(*)\Working Set)"}, {{0, {{"sh", 10, 1, 0}, {"cron", 9, 7, 0}}},
                                                {1, {{"cron", 9, 7, 0}}},
                                                {2, {{"sh", 10, 2, 0}, {"cron", 9, 7, 0}}}});
  const ChartPanel& panel = chart.panels.at(0);
  EXPECT_THAT(gaps_of(panel.series.at(0)), ElementsAre(false, true));
  EXPECT_THAT(gaps_of(panel.series.at(1)), ElementsAre(false, false, false));
}

TEST(ChartBuilder, NextProcessOfAName_ContinuesItsLineAfterAGap) {
  const Chart chart =
      chart_of({R"(\Process(*)\Working Set)"},
               {{0, {{"sh", 10, 1, 0}}}, {1, {{"sh", 11, 2, 0}}}, {2, {{"sh", 11, 3, 0}}}});
  const ChartPanel& panel = chart.panels.at(0);
  EXPECT_THAT(names_in(panel), ElementsAre(R"(\Process(sh)\Working Set)"));
  EXPECT_THAT(gaps_of(panel.series.at(0)), ElementsAre(false, true, false));
}

// The first process ends, and the second has its name from then on: 10 and 20 faults a second.
TEST(ChartBuilder, ReadingsOfTwoProcessesOfAName_AreNeverCompared) {
  const Chart chart =
      chart_of({R"(\Process(*)\Page Faults/sec)"}, {{0, {{"sh", 10, 1, 0}, {"sh", 11, 1, 1000}}},
                                                    {1, {{"sh", 10, 1, 10}, {"sh", 11, 1, 1010}}},
                                                    {2, {{"sh", 11, 1, 1030}}}});
  const ChartSeries& faults = chart.panels.at(0).series.at(0);
  EXPECT_EQ(faults.count, 2U);
  EXPECT_DOUBLE_EQ(faults.minimum.number, 10);
  EXPECT_DOUBLE_EQ(faults.average.number, 15);
  EXPECT_DOUBLE_EQ(faults.maximum.number, 20);
}

std::vector<ProcessRow> three_processes() {
  return {{0, {{"a", 1, 10, 0}, {"b", 2, 30, 0}, {"c", 3, 20, 0}, {"_Total", 0, 60, 0}}},
          {1, {{"a", 1, 70, 0}, {"b", 2, 30, 0}, {"c", 3, 50, 0}, {"_Total", 0, 150, 0}}}};
}

TEST(ChartBuilder, TooManySeries_AreTheLargestWithoutTotals) {
  const Chart chart = chart_of({R"(\Process(*)\Working Set)"}, three_processes(), 100, {.most = 2});
  EXPECT_THAT(names_in(chart.panels.at(0)),
              ElementsAre(R"(\Process(a:1)\Working Set)", R"(\Process(c:3)\Working Set)"));
  EXPECT_EQ(chart.panels[0].left_out, 2U);
}

TEST(ChartBuilder, SeriesThatIsNamed_StaysAmongTheLargest) {
  const Chart chart = chart_of({R"(\Process(*)\Working Set)", R"(\Process(b)\Working Set)"},
                               three_processes(), 100, {.most = 2, .by = RankedBy::growth});
  EXPECT_THAT(names_in(chart.panels.at(0)),
              ElementsAre(R"(\Process(a:1)\Working Set)", R"(\Process(b:2)\Working Set)"));
}

TEST(ChartBuilder, SeriesThatAreNamed_AreAllShown) {
  const Chart chart = chart_of({R"(\Process(a)\Working Set)", R"(\Process(b)\Working Set)"},
                               three_processes(), 100, {.most = 1});
  EXPECT_EQ(chart.panels.at(0).series.size(), 2U);
  EXPECT_EQ(chart.panels[0].left_out, 0U);
}

TEST(ChartBuilder, Ids_AreDrawnOnlyIfTheyAreNamed) {
  const std::vector<ProcessRow> rows = {{0, {{"sh", 10, 1, 0}}}, {1, {{"sh", 10, 1, 0}}}};
  EXPECT_EQ(chart_of({R"(\Process(sh)\*)"}, rows).panels.size(), 2U);
  EXPECT_EQ(chart_of({R"(\Process(sh)\ID Process)"}, rows).panels.size(), 1U);
}

TEST(ChartBuilder, PathWithoutSeries_IsKnown) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add(R"(\Process(*)\Working Set)").has_value());
  ASSERT_TRUE(query.add(R"(\Memory\Available Bytes)").has_value());
  ChartBuilder builder(RowsOf::readings, 10);
  EXPECT_FALSE(builder.had_path(0));
  query.take(snapshot_of({0, {{"sh", 10, 1, 0}}}));
  builder.take(query, TestBlock::kEpoch);
  EXPECT_TRUE(builder.had_path(0));
  EXPECT_FALSE(builder.had_path(1));
}

// As in a recording that was stopped: 1000 faults in an interval that says nothing.
TEST(ChartBuilder, RateOfABriefLastInterval_IsLeftOut) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add(R"(\Process(*)\Page Faults/sec)").has_value());
  ChartBuilder builder(RowsOf::readings, 10);
  using Interval = SeriesSummary::Interval;
  for (int i = 0; i < 4; ++i) {
    query.take(snapshot_of({i, {{"sh", 10, 1, i == 3 ? 1020U : 10U * static_cast<unsigned>(i)}}}));
    builder.take(query, TestBlock::kEpoch + i * kTicksPerSecond,
                 i == 3 ? Interval::brief : Interval::usual);
  }
  const Chart chart = builder.take_chart();
  EXPECT_EQ(chart.panels.at(0).series.at(0).count, 2U);
  EXPECT_EQ(chart.panels.at(0).series.at(0).maximum.number, 10);
}

// Another process has the name in each second: their readings are never compared.
TEST(ChartBuilder, ProcessesOfOneInterval_CountFromTheirStart) {
  Query query(fixed_titles(), {.first_rates = QueryOptions::FirstRates::start});
  ASSERT_TRUE(query.add(R"(\Process(short)\% Processor Time)").has_value());
  ChartBuilder builder(RowsOf::readings, 10);
  for (std::uint64_t seconds = 100; seconds < 103; ++seconds) {
    const std::int64_t time = static_cast<std::int64_t>(seconds) * kTicksPerSecond;
    TestBlock block(time);
    short_lives::write(block, seconds);
    query.take(block.snapshot());
    builder.take(query, TestBlock::kEpoch + time);
  }
  const Chart chart = builder.take_chart();
  const ChartSeries& used = chart.panels.at(0).series.at(0);
  EXPECT_EQ(used.count, 2U);
  EXPECT_EQ(used.gaps, 0U);
  EXPECT_DOUBLE_EQ(used.minimum.number, 30);
  EXPECT_DOUBLE_EQ(used.average.number, 30);
  EXPECT_DOUBLE_EQ(used.maximum.number, 30);
}

}  // namespace
}  // namespace openperflib
