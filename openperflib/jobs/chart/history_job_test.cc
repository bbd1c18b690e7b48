// Histories of logs. The numbers of SampleLog are those of tests/oracle/blg_csv.py; those of parts
// are what a summary of the part has.
#include "openperflib/jobs/chart/history_job.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "openperflib/jobs/summary_job.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/chart/history_picture.h"

namespace openperflib {
namespace {

const std::string kHistoryLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
const std::string kBasicLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/BasicPerfCounters.blg";

ChartHistory history_of(HistoryOptions options) {
  auto job = HistoryJob::begin(std::move(options), fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  EXPECT_FALSE(job->need().has_value());
  return job->history();
}

SummaryModel summary_of_part(const std::string& file, const std::vector<std::string>& paths,
                             const LogWindow& window) {
  auto job = SummaryJob::begin({.logs = {.files = {file}}, .window = window, .paths = paths},
                               fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

TEST(HistoryJob, Series_HasAllValuesOfTheLog) {
  const ChartHistory history = history_of(
      {.logs = {.files = {kHistoryLog}},
       .paths = {R"(\Memory\Available Bytes)", R"(\Processor(_Total)\% Processor Time)"}});
  EXPECT_EQ(history.records->times.size(), 11U);
  EXPECT_EQ(history.records->bias_minutes, 240);
  EXPECT_EQ(history.records->rows, RowsOf::readings);
  const SeriesHistory& bytes = *history.paths.at(0).series.at(0);
  const PartStatistics all = bytes.statistics_of({.begin = 0, .end = 11});
  EXPECT_EQ(all.count, 11U);
  EXPECT_EQ(all.minimum.number, 83587072);
  EXPECT_DOUBLE_EQ(all.average.number, 1903980544.0 / 11);
  EXPECT_EQ(all.maximum.number, 222715904);
  EXPECT_EQ(all.last.number, 203862016);
  EXPECT_EQ(bytes.pyramid.values()[3], 158289920);
  const SeriesHistory& busy = *history.paths.at(1).series.at(0);
  const PartStatistics rates = busy.statistics_of({.begin = 0, .end = 11});
  EXPECT_EQ(rates.count, 10U);
  EXPECT_DOUBLE_EQ(rates.minimum.number, 19.713629981673687);
  EXPECT_DOUBLE_EQ(rates.maximum.number, 86.897857518490099);
}

// Each series has the numbers of a summary of the same part.
TEST(HistoryJob, StatisticsOfAPart_AreThoseOfASummary) {
  const std::vector<std::string> paths = {R"(\Processor(*)\*)", R"(\Memory\*)",
                                          R"(\PhysicalDisk(*)\*)", R"(\System\*)"};
  const ChartHistory history = history_of({.logs = {.files = {kBasicLog}}, .paths = paths});
  const std::vector<FileTime>& times = history.records->times;
  ASSERT_EQ(times.size(), 601U);
  std::size_t compared = 0;
  for (const RecordRange& part :
       {RecordRange{.begin = 0, .end = 601}, RecordRange{.begin = 100, .end = 301},
        RecordRange{.begin = 300, .end = 303}}) {
    const SummaryModel summary = summary_of_part(
        kBasicLog, paths, {.begin_local = times[part.begin], .end_local = times[part.end - 1]});
    ASSERT_EQ(summary.extent.records, part.end - part.begin);
    std::size_t place = 0;
    for (const PathHistory& path : history.paths) {
      for (const auto& series : path.series) {
        const SummaryOfSeries& expected = summary.series.at(place++);
        ASSERT_EQ(series->path, expected.path);
        const PartStatistics found = series->statistics_of(part);
        EXPECT_EQ(found.count, expected.count) << series->path;
        EXPECT_EQ(found.gaps, expected.gaps) << series->path;
        if (expected.count == 0) continue;
        EXPECT_EQ(found.minimum.number, expected.minimum.number) << series->path;
        EXPECT_EQ(found.maximum.number, expected.maximum.number) << series->path;
        EXPECT_EQ(found.p95.number, expected.p95.number) << series->path;
        EXPECT_NEAR(found.average.number, expected.average.number,
                    std::abs(expected.average.number) * 1e-12)
            << series->path;
        ++compared;
      }
    }
    EXPECT_EQ(place, summary.series.size());
  }
  EXPECT_GE(compared, 25U);
}

TEST(HistoryJob, TextLog_HasItsValues) {
  const ChartHistory history = history_of(
      {.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/text_logs/export_counter.csv"}},
       .paths = {R"(\Memory\Available MBytes)"}});
  const SeriesHistory& bytes = *history.paths.at(0).series.at(0);
  EXPECT_EQ(bytes.unit, (ChartUnit{.quantity = Quantity::bytes, .factor = 1048576}));
  EXPECT_EQ(bytes.rows, RowsOf::values);
  const PartStatistics all = bytes.statistics_of({.begin = 0, .end = 2});
  EXPECT_EQ(all.minimum.number, 510);
  EXPECT_EQ(all.average.number, 511);
  EXPECT_TRUE(all.average_is_mean);
}

TEST(HistoryJob, PathThatNothingMatches_HasAHint) {
  const ChartHistory history =
      history_of({.logs = {.files = {kHistoryLog}}, .paths = {R"(\Memory\Availible Bytes)"}});
  EXPECT_TRUE(history.paths.at(0).series.empty());
  EXPECT_NE(history.paths[0].hint.find("Available Bytes"), std::string::npos);
}

TEST(HistoryJob, ReadUntilAPosition_HasThePartAndContinues) {
  const HistoryOptions options{.logs = {.files = {kBasicLog}}, .paths = {R"(\Memory\*)"}};
  const ChartHistory whole = history_of(options);
  auto job = HistoryJob::begin(options, fixed_titles());
  ASSERT_TRUE(job.has_value());
  job->read_until(150'000);
  ASSERT_TRUE(run(*job).has_value());
  EXPECT_FALSE(job->has_ended());
  EXPECT_GE(job->progress().position, 150'000U);
  const std::size_t records = job->history().records->times.size();
  EXPECT_GT(records, 0U);
  EXPECT_LT(records, 601U);
  EXPECT_EQ(job->step().value(), JobStep::done);
  EXPECT_EQ(job->history().records->times.size(), records);
  job->read_until(job->progress().size);
  ASSERT_TRUE(run(*job).has_value());
  EXPECT_TRUE(job->has_ended());
  const ChartHistory history = job->history();
  EXPECT_EQ(history.records->times, whole.records->times);
  ASSERT_EQ(history.paths.at(0).series.size(), whole.paths.at(0).series.size());
  for (std::size_t i = 0; i < whole.paths[0].series.size(); ++i) {
    const PartStatistics part = history.paths[0].series[i]->statistics_of({.begin = 0, .end = 601});
    const PartStatistics all = whole.paths[0].series[i]->statistics_of({.begin = 0, .end = 601});
    EXPECT_EQ(part.count, all.count);
    if (all.count == 0) continue;
    EXPECT_EQ(part.average.number, all.average.number);
    EXPECT_EQ(part.p95.number, all.p95.number);
  }
}

TEST(HistoryJob, HistoryThatIsTooLarge_SaysWhatItNeeds) {
  auto job = HistoryJob::begin(
      {.logs = {.files = {kBasicLog}}, .paths = {R"(\Processor(*)\*)"}, .most_bytes = 20'000},
      fixed_titles());
  ASSERT_TRUE(job.has_value());
  ASSERT_TRUE(run(*job).has_value());
  ASSERT_TRUE(job->need().has_value());
  EXPECT_GT(job->need()->bytes, 20'000U);
  EXPECT_EQ(job->need()->series, 5U);
  EXPECT_GE(job->need()->records, 64U);
  EXPECT_EQ(job->step().value(), JobStep::done);
}

TEST(HistoryJob, RecordsOfTwoMachinesInTurn_AreNotGapsOfEachOther) {
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
  const ChartHistory history =
      history_of({.logs = {.files = {folder.path() + "/a.csv", folder.path() + "/b.csv"}},
                  .paths = {R"(\\*\System\Processes)"}});
  const HistoryRecords& records = *history.records;
  ASSERT_EQ(history.paths.at(0).series.size(), 2U);
  const auto rows = pixel_rows(
      records, {.begin = records.times.front(), .end = records.times.back(), .pixels = 5000});
  for (const auto& series : history.paths[0].series) {
    const PartStatistics all = series->statistics_of({.begin = 0, .end = records.times.size()});
    EXPECT_EQ(all.count, 20U);
    EXPECT_EQ(all.gaps, 0U);
    EXPECT_TRUE(picture_of(*series, records, rows).breaks.empty());
    EXPECT_EQ(series->machine->longest_step, 150 * kTicksPerSecond);
  }
  EXPECT_EQ(history.paths[0].series[0]->machine_title, R"(\\a\System\Processes)");
}

TEST(HistoryJob, WhatCannotBeRead_IsAValue) {
  const auto log = HistoryJob::begin({.logs = {.files = {"/no/such.blg"}}}, fixed_titles());
  ASSERT_FALSE(log.has_value());
  EXPECT_EQ(log.error().kind, JobFault::Kind::not_a_log);
  const auto path =
      HistoryJob::begin({.logs = {.files = {kHistoryLog}}, .paths = {"Memory"}}, fixed_titles());
  ASSERT_FALSE(path.has_value());
  EXPECT_EQ(path.error().kind, JobFault::Kind::not_a_path);
}

}  // namespace
}  // namespace openperflib
