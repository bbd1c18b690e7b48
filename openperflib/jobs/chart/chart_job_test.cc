// Charts of logs. The numbers of SampleLog and BasicPerfCounters are those of
// tests/oracle/blg_csv.py.
#include "openperflib/jobs/chart/chart_job.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

ChartOptions log_options(const std::string& name, std::vector<std::string> paths) {
  return {.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/" + name}},
          .paths = std::move(paths)};
}

ChartModel chart_of(ChartOptions options) {
  auto job = ChartJob::begin(std::move(options), fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

TEST(ChartJob, Amounts_AreThoseOfTheLog) {
  const ChartModel model =
      chart_of(log_options("blg/SampleLog.blg", {R"(\Memory\Available Bytes)"}));
  EXPECT_EQ(model.chart.extent.records, 11U);
  EXPECT_EQ(model.chart.extent.bias_minutes, 240);
  EXPECT_TRUE(model.unmatched.empty());
  ASSERT_EQ(model.chart.panels.size(), 1U);
  const ChartSeries& bytes = model.chart.panels[0].series.at(0);
  EXPECT_EQ(bytes.title, R"(\Memory\Available Bytes)");
  EXPECT_EQ(bytes.path, R"(\\ZACH-PC\Memory\Available Bytes)");
  EXPECT_EQ(bytes.count, 11U);
  EXPECT_EQ(bytes.minimum.number, 83587072);
  EXPECT_DOUBLE_EQ(bytes.average.number, 1903980544.0 / 11);
  EXPECT_EQ(bytes.maximum.number, 222715904);
  EXPECT_EQ(bytes.last.number, 203862016);
  ASSERT_EQ(bytes.columns.size(), 11U);
  EXPECT_EQ(bytes.columns[3].first, 158289920);
  for (const ChartColumn& column : bytes.columns) EXPECT_FALSE(column.is_after_gap);
}

TEST(ChartJob, Rates_BeginWithTheSecondRecord) {
  const ChartModel model =
      chart_of(log_options("blg/SampleLog.blg", {R"(\Processor(_Total)\% Processor Time)"}));
  const ChartSeries& busy = model.chart.panels.at(0).series.at(0);
  EXPECT_EQ(busy.count, 10U);
  EXPECT_DOUBLE_EQ(busy.minimum.number, 19.713629981673687);
  EXPECT_DOUBLE_EQ(busy.maximum.number, 86.897857518490099);
  EXPECT_DOUBLE_EQ(busy.last.number, 24.635499567617146);
  const FileTime before = busy.columns.at(0).first_time - model.chart.extent.first_local;
  EXPECT_NEAR(static_cast<double>(before) / kTicksPerSecond, 59.955, 0.001);
}

TEST(ChartJob, Window_HasItsFirstRateFromTheRecordBefore) {
  ChartOptions options =
      log_options("blg/SampleLog.blg", {R"(\Processor(_Total)\% Processor Time)"});
  options.window.begin_local =
      *file_time_from({.year = 2007, .month = 8, .day = 14, .hour = 15, .minute = 45});
  options.window.end_local =
      *file_time_from({.year = 2007, .month = 8, .day = 14, .hour = 15, .minute = 48});
  const ChartModel model = chart_of(std::move(options));
  EXPECT_EQ(model.chart.extent.records, 3U);
  const ChartSeries& busy = model.chart.panels.at(0).series.at(0);
  EXPECT_EQ(busy.count, 3U);
  EXPECT_DOUBLE_EQ(busy.maximum.number, 60.338585294222845);
  EXPECT_DOUBLE_EQ(busy.last.number, 29.869868809810974);
}

// 601 samples in at most 100 columns: nothing of the extremes is lost.
TEST(ChartJob, FewColumns_KeepTheExtremes) {
  ChartOptions options =
      log_options("blg/BasicPerfCounters.blg", {R"(\Processor(_Total)\% Processor Time)"});
  options.columns = 100;
  const ChartModel model = chart_of(std::move(options));
  const ChartSeries& busy = model.chart.panels.at(0).series.at(0);
  EXPECT_EQ(busy.count, 600U);
  EXPECT_DOUBLE_EQ(busy.minimum.number, 1.568819281802103);
  EXPECT_DOUBLE_EQ(busy.maximum.number, 53.90787244289002);
  EXPECT_EQ(busy.columns.size(), 74U);
  EXPECT_EQ(std::ranges::min(busy.columns, {}, &ChartColumn::least).least, busy.minimum.number);
  EXPECT_EQ(std::ranges::max(busy.columns, {}, &ChartColumn::largest).largest, busy.maximum.number);
  EXPECT_DOUBLE_EQ(busy.columns.front().first, 9.378262382554226);
  EXPECT_EQ(busy.columns.back().last, busy.last.number);
  std::uint64_t count = 0;
  for (const ChartColumn& column : busy.columns) count += column.count;
  EXPECT_EQ(count, 600U);
}

// A text log names no types: the unit is that of the name.
TEST(ChartJob, TextLog_HasTheUnitOfTheName) {
  const ChartModel model = chart_of(log_options("text_logs/export_counter.csv", {}));
  ASSERT_EQ(model.chart.panels.size(), 1U);
  const ChartPanel& panel = model.chart.panels[0];
  EXPECT_EQ(panel.quantity, Quantity::bytes);
  EXPECT_EQ(panel.series.at(0).maximum.number, 512.0 * 1024 * 1024);
  EXPECT_EQ(panel.series[0].last.number, 510.0 * 1024 * 1024);
  EXPECT_EQ(model.chart.extent.bias_minutes, 480);
}

TEST(ChartJob, RecordsOfTwoMachinesInTurn_AreNotGapsOfEachOther) {
  MadeFolder folder;
  for (const char* const machine : {"a", "b"}) {
    std::string text =
        fmt::format("\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\{}\\System\\Processes\"\r\n", machine);
    for (int i = 0; i < 20; ++i) {
      text += fmt::format("\"11/21/2026 10:{:02}:{:02}.000\",\"{}\"\r\n", i,
                          machine[0] == 'a' ? 0 : 10, i);
    }
    folder.write(fmt::format("{}.csv", machine), text);
  }
  const ChartModel model =
      chart_of({.logs = {.files = {folder.path() + "/a.csv", folder.path() + "/b.csv"}}});
  ASSERT_EQ(model.chart.panels.size(), 1U);
  ASSERT_EQ(model.chart.panels[0].series.size(), 2U);
  EXPECT_EQ(model.chart.panels[0].series[0].title, R"(\\a\System\Processes)");
  for (const ChartSeries& series : model.chart.panels[0].series) {
    EXPECT_EQ(series.count, 20U);
    EXPECT_EQ(series.gaps, 0U);
    for (const ChartColumn& column : series.columns) EXPECT_FALSE(column.is_after_gap);
  }
}

TEST(ChartJob, PathThatNothingMatches_IsInTheModelWithAHint) {
  const ChartModel model =
      chart_of(log_options("blg/SampleLog.blg", {R"(\Memory\Availible Bytes)"}));
  ASSERT_EQ(model.unmatched.size(), 1U);
  EXPECT_NE(model.unmatched[0].hint.find("Available Bytes"), std::string::npos);
  EXPECT_TRUE(model.chart.panels.empty());
}

TEST(ChartJob, WhatCannotBeRead_IsAValue) {
  const auto log = ChartJob::begin({.logs = {.files = {"/no/such.blg"}}}, fixed_titles());
  ASSERT_FALSE(log.has_value());
  EXPECT_EQ(log.error().kind, JobFault::Kind::not_a_log);
  const auto path = ChartJob::begin(log_options("blg/SampleLog.blg", {"Memory"}), fixed_titles());
  ASSERT_FALSE(path.has_value());
  EXPECT_EQ(path.error().kind, JobFault::Kind::not_a_path);
}

TEST(ChartJob, Job_CanBeStopped) {
  auto job = ChartJob::begin(log_options("blg/SampleLog.blg", {}), fixed_titles()).value();
  const std::atomic<bool> stop = true;
  const auto stopped = run(job, {.stop = &stop});
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error().kind, JobFault::Kind::stopped);
}

}  // namespace
}  // namespace openperflib
