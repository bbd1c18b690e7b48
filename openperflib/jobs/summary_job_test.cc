#include "openperflib/jobs/summary_job.h"

#include <gtest/gtest.h>

#include <atomic>

#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

SummaryOptions sample_log(std::vector<std::string> paths = {}) {
  return {.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
          .paths = std::move(paths)};
}

SummaryModel summary_of(SummaryOptions options) {
  auto job = SummaryJob::begin(std::move(options), fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

JobFault fault_of(SummaryOptions options) {
  const auto job = SummaryJob::begin(std::move(options), fixed_titles());
  EXPECT_FALSE(job.has_value());
  return job.has_value() ? JobFault() : job.error();
}

TEST(SummaryJob, Model_HasTheRecordsAndTheSeriesOfThePaths) {
  const SummaryModel model = summary_of(sample_log({"\\Memory\\Available Bytes"}));
  EXPECT_EQ(model.extent.records, 11U);
  EXPECT_EQ(model.rows, RowsOf::readings);
  ASSERT_EQ(model.series.size(), 1U);
  EXPECT_EQ(model.series[0].counter, "Available Bytes");
  EXPECT_EQ(model.series[0].count, 11U);
  EXPECT_TRUE(model.unmatched.empty());
  EXPECT_EQ(model.findings.anomaly_count, 0U);
}

TEST(SummaryJob, WithoutPaths_IsOfAllSeries) {
  EXPECT_GT(summary_of(sample_log()).series.size(), 100U);
}

TEST(SummaryJob, Top_IsTheLargestInstances) {
  SummaryOptions options = sample_log({"\\Process(*)\\Working Set"});
  options.top = 2;
  const SummaryModel model = summary_of(std::move(options));
  ASSERT_EQ(model.series.size(), 2U);
  EXPECT_GE(model.series[0].average.number, model.series[1].average.number);
}

TEST(SummaryJob, PathThatNothingMatches_IsInTheModelWithAHint) {
  const SummaryModel model = summary_of(sample_log({"\\Memory\\Availible Bytes"}));
  ASSERT_EQ(model.unmatched.size(), 1U);
  EXPECT_EQ(model.unmatched[0].path, "\\Memory\\Availible Bytes");
  EXPECT_NE(model.unmatched[0].hint.find("Available Bytes"), std::string::npos);
}

TEST(SummaryJob, Window_LeavesOutTheOtherRecords) {
  SummaryOptions options = sample_log({"\\Memory\\Available Bytes"});
  const SummaryModel whole = summary_of(options);
  options.window.begin_local = whole.extent.first_local + 1;
  EXPECT_EQ(summary_of(options).extent.records, 10U);
}

TEST(SummaryJob, WhatCannotBeRead_IsAValue) {
  const JobFault log = fault_of({.logs = {.files = {"/no/such.blg"}}});
  EXPECT_EQ(log.kind, JobFault::Kind::not_a_log);
  EXPECT_EQ(describe(log), "no such file: /no/such.blg");
  const JobFault path = fault_of(sample_log({"Memory"}));
  EXPECT_EQ(path.kind, JobFault::Kind::not_a_path);
  EXPECT_EQ(path.path, "Memory");
}

TEST(SummaryJob, Steps_TellHowFarTheyAreAndMayBeStopped) {
  auto job = SummaryJob::begin(sample_log(), fixed_titles()).value();
  std::atomic<bool> stop = true;
  const auto stopped = run(job, {.stop = &stop});
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error().kind, JobFault::Kind::stopped);
  stop = false;
  JobProgress last;
  ASSERT_TRUE(run(job, {.progress = [&](const JobProgress& now) { last = now; }, .stop = &stop}));
  EXPECT_EQ(last.position, last.size);
  EXPECT_EQ(job.take_model().extent.records, 11U);
}

}  // namespace
}  // namespace openperflib
