#include "openperflib/jobs/copy_job.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/jobs/survey_job.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

const std::string kLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";

// A copy in a folder of its own.
class CopyJobTest : public testing::Test {
 protected:
  CopyOptions options_of(const std::string& name, std::vector<std::string> counters = {}) {
    return {.logs = {.files = {kLog}},
            .log = {.target = LogTarget::parse(folder_.path() + "/" + name).value(),
                    .counters = std::move(counters)}};
  }
  std::expected<CopyJob, JobFault> begun(const CopyOptions& options) {
    return CopyJob::begin(options, opener(options), fixed_titles());
  }
  // Keeps the file open until the next one is opened.
  OpenCopy opener(const CopyOptions& options) {
    const std::string& file = options.log.target.name;
    return [this, file]() -> std::expected<int, SourceFault> {
      fd_ = UniqueFd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
      if (fd_) return fd_.get();
      return std::unexpected(
          SourceFault{.errno_value = errno, .file = file, .error = std::nullopt});
    };
  }
  // The fault of a job that begins.
  JobFault fault_of(const CopyOptions& options) {
    auto job = begun(options);
    EXPECT_TRUE(job.has_value());
    const auto ended = run(*job);
    EXPECT_FALSE(ended.has_value());
    return ended.has_value() ? JobFault() : ended.error();
  }
  [[nodiscard]] bool has_opened() const { return static_cast<bool>(fd_); }

  MadeFolder folder_;
  UniqueFd fd_;
};

TEST_F(CopyJobTest, Text_HasTheRecordsOfTheLog) {
  CopyOptions options = options_of("copy.csv", {"\\Memory\\Available Bytes"});
  options.log.window.every = 5;
  auto job = begun(options);
  ASSERT_TRUE(job.has_value() && run(*job).has_value());
  const CopyModel model = job->model();
  EXPECT_EQ(model.records, 11U);
  EXPECT_EQ(model.paths, 1U);
  EXPECT_EQ(model.written.records, 3U);
  EXPECT_TRUE(job->unmatched().empty());
  EXPECT_TRUE(text_of_file(options.log.target.name)
                  .starts_with("\"(PDH-CSV 4.0) (Eastern Daylight Time)(240)\","
                               "\"\\\\ZACH-PC\\Memory\\Available Bytes\"\r\n"
                               "\"08/14/2007 15:40:38.659\",\"83587072\"\r\n"));
}

TEST_F(CopyJobTest, MoreColumnsThanAskedFor_AreRefusedBeforeTheFileIsOpened) {
  CopyOptions options = options_of("copy.csv", {"\\Memory\\Available Bytes"});
  options.most_columns = 1;
  const JobFault fault = fault_of(options);
  EXPECT_EQ(fault.kind, JobFault::Kind::too_many_columns);
  EXPECT_EQ(fault.columns, 2U);  // the time and the counter
  EXPECT_FALSE(has_opened());
  options.most_columns = 2;
  auto job = begun(options);
  EXPECT_TRUE(job.has_value() && run(*job).has_value());
}

TEST_F(CopyJobTest, RowsOfSingleValues_HaveNoLimitOfColumns) {
  CopyOptions options = options_of("copy.csv", {"\\Memory\\Available Bytes"});
  options.most_columns = 1;
  options.log.rows = TextRows::long_rows;
  auto job = begun(options);
  EXPECT_TRUE(job.has_value() && run(*job).has_value());
}

TEST_F(CopyJobTest, WholeLogOfObjects_HasItsBlocks) {
  const CopyOptions options = options_of("copy.blg");
  auto job = begun(options);
  ASSERT_TRUE(job.has_value());
  EXPECT_FALSE(job->is_copying());
  ASSERT_TRUE(run(*job).has_value());
  EXPECT_TRUE(job->is_copying());
  EXPECT_EQ(job->model().written.records, 11U);
  auto again = CopyJob::begin(
      {.logs = {.files = {options.log.target.name}}, .log = options.log}, [] { return -1; },
      fixed_titles());
  EXPECT_TRUE(again.has_value());
}

TEST_F(CopyJobTest, LogsThatWereSurveyed_GiveTheSameCopy) {
  const std::vector<std::string> counters = {"\\Memory\\Available Bytes", "\\Absent\\X"};
  const CopyOptions twice = options_of("twice.csv", counters);
  auto whole = begun(twice);
  ASSERT_TRUE(whole.has_value() && run(*whole).has_value());
  const CopyOptions once = options_of("once.csv", counters);
  auto survey = SurveyJob::begin({.logs = once.logs}, fixed_titles());
  ASSERT_TRUE(survey.has_value() && run(*survey).has_value());
  LogSummary summary = survey->take_model();
  LogSelection selection = select_series(summary.survey, counters, fixed_titles()).value();
  auto job = CopyJob::begin_surveyed(once, std::move(summary), std::move(selection), opener(once),
                                     fixed_titles());
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->model().paths, 1U);
  ASSERT_EQ(job->unmatched().size(), 1U);
  EXPECT_EQ(job->unmatched()[0].path, "\\Absent\\X");
  ASSERT_TRUE(run(*job).has_value());
  EXPECT_EQ(job->model().written.records, 11U);
  EXPECT_EQ(text_of_file(once.log.target.name), text_of_file(twice.log.target.name));
}

TEST_F(CopyJobTest, LogThatEndsLater_IsNotAppendedTo) {
  CopyOptions options = options_of("copy.csv", {"\\Memory\\Available Bytes"});
  auto first = begun(options);
  ASSERT_TRUE(first.has_value() && run(*first).has_value());
  const std::string before = text_of_file(options.log.target.name);
  options.log.start = LogStart::append;
  const JobFault fault = fault_of(options);
  EXPECT_EQ(fault.kind, JobFault::Kind::ends_later);
  EXPECT_EQ(describe(fault),
            options.log.target.name + ": ends after the first sample to be appended");
  EXPECT_EQ(text_of_file(options.log.target.name), before);
}

TEST_F(CopyJobTest, PathThatNothingMatches_IsNamedAndTheOthersAreCopied) {
  auto job =
      begun(options_of("copy.csv", {"\\Memory\\Availible Bytes", "\\Memory\\Available Bytes"}));
  ASSERT_TRUE(job.has_value() && run(*job).has_value());
  ASSERT_EQ(job->unmatched().size(), 1U);
  EXPECT_EQ(job->unmatched()[0].path, "\\Memory\\Availible Bytes");
  EXPECT_EQ(job->unmatched()[0].hint,
            "did you mean \"Available Bytes\" or \"Available KBytes\" or \"Available MBytes\"?");
  EXPECT_EQ(job->model().paths, 1U);
}

TEST_F(CopyJobTest, WhatIsInTheWay_IsFoundBeforeTheFileIsMade) {
  const JobFault recording = fault_of(options_of("copy.perfrec"));
  EXPECT_EQ(recording.kind, JobFault::Kind::obstacle);
  EXPECT_EQ(recording.obstacle, LogObstacle::not_a_recording);
  EXPECT_EQ(describe(recording),
            kLog + ": is not a recording; only recordings can be written as a .perfrec");
  CopyOptions later = options_of("copy.csv");
  later.log.window.begin_local = LogWindow{}.end_local;
  EXPECT_EQ(fault_of(later).kind, JobFault::Kind::no_samples);
  EXPECT_EQ(fault_of(options_of("copy.csv", {"\\Absent\\X"})).kind, JobFault::Kind::no_series);
  EXPECT_FALSE(has_opened());
}

TEST_F(CopyJobTest, FileThatCannotBeMade_IsNamed) {
  const JobFault fault = fault_of(options_of("absent/copy.csv"));
  EXPECT_EQ(fault.kind, JobFault::Kind::unwritable);
  EXPECT_EQ(fault.source.errno_value, ENOENT);
}

TEST_F(CopyJobTest, StopFlag_EndsIt) {
  auto job = begun(options_of("copy.csv"));
  ASSERT_TRUE(job.has_value());
  std::atomic<bool> stop = false;
  const auto ended =
      run(*job, {.progress = [&](const JobProgress&) { stop = true; }, .stop = &stop});
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().kind, JobFault::Kind::stopped);
}

// The first reading does not look for it.
TEST_F(CopyJobTest, ValueThatIsNotANumber_IsFoundInTheSecondReading) {
  folder_.write("odd.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
                "\"11/22/2026 10:00:01.000\",\"x\"\r\n"
                "\"11/22/2026 10:00:02.000\",\"2\"\r\n");
  CopyOptions options = options_of("copy.csv");
  options.logs.files = {folder_.path() + "/odd.csv"};
  auto job = begun(options);
  ASSERT_TRUE(job.has_value() && run(*job).has_value());
  EXPECT_EQ(job->model().records, 2U);
  EXPECT_EQ(job->model().written.records, 2U);
  EXPECT_EQ(job->findings().anomaly_count, 1U);
}

TEST_F(CopyJobTest, LogThatIsNone_AndPathThatIsNone_AreNamedBeforeTheFirstStep) {
  const auto no_path = begun(options_of("copy.csv", {"Memory"}));
  ASSERT_FALSE(no_path.has_value());
  EXPECT_EQ(no_path.error().kind, JobFault::Kind::not_a_path);
  CopyOptions options = options_of("copy.csv");
  options.logs.files = {"/nonexistent.blg"};
  const auto no_log = begun(options);
  ASSERT_FALSE(no_log.has_value());
  EXPECT_EQ(no_log.error().kind, JobFault::Kind::not_a_log);
}

}  // namespace
}  // namespace openperflib
