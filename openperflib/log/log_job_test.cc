// Logs that are made of other logs: which way, what is in the way, and what is left out.
#include "openperflib/log/log_job.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "openperflib/log/log_inputs.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/memory_log.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

FileTime second(FileTime number) { return MemoryLog::kStart + number * kTicksPerSecond; }

// Six records, a second apart, 10 more each; in the fourth a second processor appears.
MemoryLog six_records() {
  MemoryLog log("db-17");
  for (std::uint64_t i = 1; i <= 6; ++i) {
    std::vector<MemoryLog::Reading> readings = {{"0", 10 * i, i}};
    if (i >= 4) readings.push_back({"1", 20 * i, i});
    log.add(second(static_cast<FileTime>(i)), readings);
  }
  return log;
}

LogSummary overview_of(LogReader& log, const LogWindow& window = {}) {
  LogSummary summary;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) summary.add(log, record, window);
  summary.finish(log, 1);
  return summary;
}

// A job that writes to a file in a folder of its own.
class LogJobs : public testing::Test {
 protected:
  LogTarget target(const std::string& name) {
    return LogTarget::parse(folder_.path() + "/" + name).value();
  }
  // All steps of a job over that log, and what it left out.
  void write(LogReader& survey, LogReader& input, LogJobOptions options) {
    const LogSummary summary = overview_of(survey, options.window);
    ASSERT_EQ(obstacle_to(options.target, summary), std::nullopt);
    auto selection = select_series(summary.survey, options.counters, fixed_titles()).value();
    const std::string path = options.target.name;
    LogJob job(summary, std::move(selection), std::move(options), fixed_titles());
    copies_blocks_ = job.copies_blocks();
    paths_.assign(job.paths().begin(), job.paths().end());
    UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    const auto begun = job.begin(input, fd.get());
    begun_ = begun.has_value() ? std::nullopt : std::optional(begun.error().kind);
    if (!begun.has_value()) return;
    for (;;) {
      const auto step = job.step();
      ASSERT_TRUE(step.has_value());
      for (const std::string& one : job.without_column()) without_column_.push_back(one);
      if (*step == ReadResult::end) break;
    }
    written_ = job.written();
    input_ = open_log(path, {.titles = fixed_titles()}).value();
  }
  void write(LogJobOptions options) {
    MemoryLog survey = six_records();
    MemoryLog input = six_records();
    write(survey, input, std::move(options));
  }
  // The seconds of the records of the log that was written.
  std::vector<FileTime> seconds() {
    std::vector<FileTime> found;
    LogRecord record;
    while (input_->read(record).value() == ReadResult::reading) {
      found.push_back((input_->header().to_utc(record.time_local) - MemoryLog::kStart) /
                      kTicksPerSecond);
    }
    return found;
  }

  MadeFolder folder_;
  bool copies_blocks_ = false;
  std::vector<std::string> paths_;
  std::vector<std::string> without_column_;
  std::optional<LogJobFault::Kind> begun_;
  LogExtent written_;
  std::unique_ptr<LogReader> input_;
};

TEST_F(LogJobs, Text_HasAColumnOfEachSeriesOfTheWholeLog) {
  write({.target = target("a.csv")});
  EXPECT_THAT(paths_, ElementsAre(R"(\\db-17\Processor(0)\Rate)", R"(\\db-17\Processor(1)\Rate)"));
  EXPECT_EQ(input_->catalog().series().size(), 2U);
  EXPECT_THAT(seconds(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(without_column_, IsEmpty());
  EXPECT_EQ(written_.records, 6U);
}

// The record before a window belongs to a binary log, which has readings.
TEST_F(LogJobs, Window_KeepsTheRecordBeforeItInABinaryLogOnly) {
  const LogWindow window{.begin_local = second(3), .end_local = second(4)};
  write({.target = target("a.tsv"), .window = window});
  EXPECT_THAT(seconds(), ElementsAre(3, 4));
  write({.target = target("a.blg"), .window = window});
  EXPECT_THAT(seconds(), ElementsAre(2, 3, 4));
}

TEST_F(LogJobs, EveryNth_IsCountedInTheWindow) {
  write({.target = target("a.csv"), .window = {.begin_local = second(2), .every = 2}});
  EXPECT_THAT(seconds(), ElementsAre(2, 4, 6));
}

TEST_F(LogJobs, Counters_KeepTheirWildcardsInABinaryLog) {
  write({.target = target("a.blg"), .counters = {R"(\Processor(*)\Rate)"}});
  EXPECT_THAT(paths_, ElementsAre(R"(\Processor(*)\Rate)"));
  write({.target = target("a.csv"), .counters = {R"(\Processor(1)\Rate)"}});
  EXPECT_THAT(paths_, ElementsAre(R"(\\db-17\Processor(1)\Rate)"));
  EXPECT_EQ(input_->catalog().series().size(), 1U);
}

// Two rows of a text log, the second with a comment.
std::string captioned(const std::string& comment) {
  return "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\X(y)\\Z\",\"said\"\r\n"
         "\"11/22/2026 10:00:00.000\",\"1\",\" \"\r\n"
         "\"11/22/2026 10:00:01.000\",\"2\",\"" +
         comment + "\"\r\n";
}

// The comments of all records.
std::vector<std::string> comments_of(LogReader& log) {
  std::vector<std::string> comments;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) comments.emplace_back(record.comment);
  return comments;
}

TEST_F(LogJobs, CommentsOfATextLog_AreThoseOfItsCopy) {
  folder_.write("in.csv", captioned("say \"\"now\"\", \xC3\xA9t\xC3\xA9"));
  const auto survey = open_log(folder_.path() + "/in.csv", {.titles = fixed_titles()}).value();
  const auto input = open_log(folder_.path() + "/in.csv", {.titles = fixed_titles()}).value();
  write(*survey, *input, {.target = target("out.tsv")});
  EXPECT_EQ(input_->header().caption, "said");
  EXPECT_THAT(comments_of(*input_), ElementsAre("", "say \"now\", \xC3\xA9t\xC3\xA9"));
}

TEST_F(LogJobs, CommentsOfSeveralLogs_AreBelowOneCaption) {
  folder_.write("a.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\X(w)\\Z\"\r\n"
                "\"11/22/2026 10:00:01.000\",\"3\"\r\n"
                "\"11/22/2026 10:00:02.000\",\"4\"\r\n");
  folder_.write("b.csv", captioned("closed"));
  const LogInputs inputs{.files = {folder_.path() + "/a.csv", folder_.path() + "/b.csv"}};
  const auto logs = open_logs(inputs, {}, fixed_titles()).value();
  EXPECT_EQ(logs.reader->header().caption, "said");
  EXPECT_THAT(comments_of(*logs.reader), ElementsAre("", "closed", ""));
}

TEST_F(LogJobs, LongRows_AreAFileOfSixCells) {
  const LogJobOptions options{.target = target("a.csv"), .rows = TextRows::long_rows};
  MemoryLog survey = six_records();
  MemoryLog input = six_records();
  const LogSummary summary = overview_of(survey);
  LogJob job(summary, select_series(summary.survey, {}, fixed_titles()).value(), options,
             fixed_titles());
  UniqueFd fd(::open(options.target.name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  ASSERT_TRUE(job.begin(input, fd.get()).has_value());
  while (job.step().value() == ReadResult::reading) {
  }
  char text[256] = {};
  ASSERT_GT(::pread(fd.get(), text, sizeof(text) - 1, 0), 0);
  EXPECT_TRUE(std::string(text).starts_with(
      "\"time\",\"path\",\"value\",\"type\",\"unit\",\"status\"\r\n"
      "2024-09-05T08:53:21.000+00:00,\"\\\\db-17\\Processor(0)\\Rate\",,PERF_COUNTER_COUNTER,/s,"
      "first_sample\r\n"
      "2024-09-05T08:53:22.000+00:00,\"\\\\db-17\\Processor(0)\\Rate\",10,PERF_COUNTER_COUNTER,/s,"
      "valid\r\n"))
      << text;
}

TEST_F(LogJobs, SheetOfALogWithoutAZone_HasNoneAndIsReadAgain) {
  folder_.write("in.csv",
                "\"(PDH-CSV 4.0)\",\"\\\\db-17\\X(y)\\Z\"\r\n"
                "\"11/22/2026 10:00:00.000\",\"1\"\r\n");
  const std::string path = folder_.path() + "/in.csv";
  const auto survey = open_log(path, {.titles = fixed_titles()}).value();
  const auto input = open_log(path, {.titles = fixed_titles()}).value();
  const LogTarget sheet = target("sheet.csv");
  write(*survey, *input, {.target = sheet, .sheet = SheetStyle::decimal_point});
  EXPECT_EQ(input_->header().bias_minutes, std::nullopt);
  EXPECT_EQ(input_->catalog().series().size(), 1U);
  UniqueFd fd(::open(sheet.name.c_str(), O_RDONLY | O_CLOEXEC));
  char text[256] = {};
  ASSERT_GT(::pread(fd.get(), text, sizeof(text) - 1, 0), 0);
  EXPECT_EQ(std::string(text),
            "\xEF\xBB\xBF\"time\",\"\\\\db-17\\X(y)\\Z\"\r\n2026-11-22 10:00:00,1\r\n");
}

TEST_F(LogJobs, ObjectsOfALog_AreCopiedUnlessCountersAreChosen) {
  const auto survey = blg_example::sample_log();
  const auto input = blg_example::sample_log();
  write(*survey, *input, {.target = target("a.blg")});
  EXPECT_TRUE(copies_blocks_);
  EXPECT_EQ(input_->header().entries, blg_example::sample_log()->header().entries);
  const auto again = blg_example::sample_log();
  const auto chosen = blg_example::sample_log();
  write(*again, *chosen,
        {.target = target("b.blg"), .counters = {R"(\Processor(*)\% Processor Time)"}});
  EXPECT_FALSE(copies_blocks_);
  EXPECT_EQ(input_->header().entries.front().kind, LogEntry::Kind::wildcard);
}

TEST_F(LogJobs, AppendedText_MustNotEndLater) {
  const LogWindow first{.end_local = second(3)};
  const LogWindow second_half{.begin_local = second(4)};
  const LogTarget log = target("a.csv");
  const std::vector<std::string> counters = {R"(\Processor(0)\Rate)"};
  write({.target = log, .window = first, .counters = counters});
  write({.target = log, .window = second_half, .counters = counters, .start = LogStart::append});
  EXPECT_THAT(seconds(), ElementsAre(1, 2, 3, 4, 5, 6));
  write({.target = log, .window = first, .counters = counters, .start = LogStart::append});
  EXPECT_EQ(begun_, LogJobFault::Kind::ends_later);
}

TEST_F(LogJobs, AppendedText_MustBeALog) {
  folder_.write("a.csv", "some notes\n");
  write({.target = target("a.csv"), .start = LogStart::append});
  EXPECT_EQ(begun_, LogJobFault::Kind::not_a_log);
}

TEST(LogJobSteps, StoppedJob_LeavesALogOfWhatWasWritten) {
  MadeFolder folder;
  const LogTarget target = LogTarget::parse(folder.path() + "/a.blg").value();
  MemoryLog survey = six_records();
  MemoryLog input = six_records();
  const LogSummary summary = overview_of(survey);
  LogJob job(summary, select_series(summary.survey, {}, fixed_titles()).value(), {.target = target},
             fixed_titles());
  UniqueFd fd(::open(target.name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  ASSERT_TRUE(job.begin(input, fd.get()).has_value());
  for (int i = 0; i < 2; ++i) ASSERT_EQ(job.step(), ReadResult::reading);
  job.stop();
  const auto log = open_log(target.name, {.titles = fixed_titles()}).value();
  LogRecord record;
  ASSERT_EQ(log->read(record), ReadResult::reading);
  ASSERT_EQ(log->read(record), ReadResult::reading);
  EXPECT_EQ(log->read(record), ReadResult::end);
  EXPECT_EQ(log->anomaly_count(), 0U);
}

// Columns of text logs may have any name.
TEST(LogJobPaths, NameThatIsNotAPath_IsNamedAndLeftOut) {
  MemoryLog survey = six_records();
  const LogSummary summary = overview_of(survey);
  const LogJob job(summary, {.paths = {R"(\Processor(0)\Rate)", "free text"}, .matches = {}},
                   {.target = {.format = LogFormat::csv, .name = "a.csv"}}, fixed_titles());
  EXPECT_THAT(job.invalid_paths(), ElementsAre("free text"));
  EXPECT_EQ(job.paths().size(), 2U);
}

TEST(LogObstacles, WhatIsMissing_IsNamedFirst) {
  const LogTarget text{.format = LogFormat::csv};
  const LogTarget binary{.format = LogFormat::blg};
  const LogTarget recording{.format = LogFormat::recording};
  EXPECT_EQ(obstacle_to(text, LogSummary()), LogObstacle::no_records);
  MemoryLog log = six_records();
  EXPECT_EQ(obstacle_to(text, overview_of(log, {.begin_local = second(7)})),
            LogObstacle::none_in_window);
  MemoryLog again = six_records();
  LogSummary summary = overview_of(again);
  EXPECT_EQ(obstacle_to(binary, summary), std::nullopt);
  EXPECT_EQ(obstacle_to(recording, summary), LogObstacle::not_a_recording);
  summary.header.content = LogContent::values;
  EXPECT_EQ(obstacle_to(binary, summary), LogObstacle::calculated_values);
  EXPECT_EQ(obstacle_to(text, summary), std::nullopt);
}

TEST(LogObstacles, RecordingOfTwoMachines_IsNotARecording) {
  MemoryLog log = six_records();
  LogSummary summary = overview_of(log);
  summary.header.format = LogFormat::recording;
  for (const char* machine : {"db-17", "db-18"}) {
    LogEntry entry;
    entry.kind = LogEntry::Kind::object;
    entry.machine = machine;
    summary.header.entries.push_back(entry);
  }
  const LogTarget recording{.format = LogFormat::recording};
  EXPECT_EQ(obstacle_to(recording, summary), LogObstacle::several_machines);
  summary.header.entries.pop_back();
  EXPECT_EQ(obstacle_to(recording, summary), std::nullopt);
}

}  // namespace
}  // namespace openperflib
