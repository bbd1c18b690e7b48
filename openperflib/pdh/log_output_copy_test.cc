// Logs that are written from logs: the same as relog writes. docs/pdh.md, "Writing logs".
#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_job.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/pdh/log_output.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/testing/logs/genuine_logs.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

using Existing = PdhLogOptions::Existing;
using Paths = std::vector<std::string>;

const std::string kData = OPENPERFLIB_SOURCE_DIR "/tests/data/";

std::unique_ptr<PdhQuery> query_of(const DataSource& source, const Paths& paths) {
  const PdhMachine machine{.open = nullptr, .name = "HERE", .fixed = fixed_titles()};
  auto query = PdhQuery::open(source, machine).value();
  for (const std::string& path : paths) EXPECT_TRUE(query->add(path).has_value()) << path;
  return query;
}

class LogCopy : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  // A log set.
  [[nodiscard]] std::string set(const std::string& name) const {
    return "SQL:" + path("logs.db!") + name;
  }
  [[nodiscard]] LogTarget target(const std::string& name) const {
    return LogTarget::parse(SqlLogName::is_one(name) ? name : path(name)).value();
  }
  [[nodiscard]] std::expected<std::unique_ptr<PdhLogOutput>, PdhStatus> open(
      std::shared_ptr<PdhQuery> query, const std::string& name,
      Existing existing = Existing::refused) {
    return PdhLogOutput::open(std::move(query), {.target = target(name), .existing = existing},
                              contents_);
  }
  // Copies all records. Returns how many there were.
  int copy(std::shared_ptr<PdhQuery> query, const std::string& name,
           Existing existing = Existing::refused) {
    const auto log = open(std::move(query), name, existing).value();
    int records = 0;
    PdhStatus status = log->update("");
    for (; status == kPdhSuccess; status = log->update("")) ++records;
    EXPECT_EQ(status, PDH_NO_MORE_DATA);
    EXPECT_EQ(log->update(""), PDH_NO_MORE_DATA);
    EXPECT_EQ(log->close(), kPdhSuccess);
    return records;
  }
  // The same by the job of relog.
  void relog(const std::string& source, const Paths& counters, const std::string& name) {
    const LogInputs inputs{.files = {source}, .clock = LogClock::as_stored};
    LogSummary summary;
    auto survey = open_logs(inputs, {}, titles_).value();
    LogRecord record;
    while (survey.reader->read(record).value() == ReadResult::reading) {
      summary.add(*survey.reader, record, {});
    }
    summary.finish(*survey.reader, 1);
    LogJob job(summary, select_series(summary.survey, counters, titles_).value(),
               {.target = target(name), .counters = counters}, titles_);
    const UniqueFd fd(::open(path(name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    auto input = open_logs(inputs, {}, titles_).value();
    ASSERT_TRUE(job.begin(*input.reader, fd.get()).has_value());
    while (job.step().value() == ReadResult::reading) {
    }
  }
  // All that a binary log says.
  struct Contents {
    LogHeader header;
    std::vector<LogRecord> records;
    std::vector<std::string> series;  // of all records
  };
  [[nodiscard]] Contents contents_of(const std::string& name) const {
    const auto log = open_log(path(name), {.titles = titles_}).value();
    Contents all{.header = log->header(), .records = {}, .series = {}};
    LogRecord record;
    while (log->read(record).value() == ReadResult::reading) {
      all.records.push_back(record);
      for (const Series& series : log->catalog().series()) all.series.push_back(path_of(series));
    }
    EXPECT_EQ(log->anomaly_count(), 0U);
    return all;
  }
  void expect_same(const std::string& one, const std::string& other) const {
    const Contents a = contents_of(one);
    const Contents b = contents_of(other);
    EXPECT_EQ(a.header.zone_name, b.header.zone_name);
    EXPECT_EQ(a.header.bias_minutes, b.header.bias_minutes);
    EXPECT_EQ(a.header.entries, b.header.entries);
    EXPECT_EQ(a.series, b.series);
    ASSERT_EQ(a.records.size(), b.records.size());
    for (std::size_t i = 0; i < a.records.size(); ++i) {
      EXPECT_EQ(a.records[i].time_local, b.records[i].time_local);
      EXPECT_EQ(a.records[i].sample.counters, b.records[i].sample.counters);
    }
  }

  TitleTable titles_ = fixed_titles();
  LogContents contents_{titles_};
  MadeFolder folder_;
};

const Paths kOfSample = {"\\Process(*)\\% Processor Time", "\\Processor(_Total)\\% Processor Time",
                         "\\Memory\\Available Bytes"};

TEST_F(LogCopy, WholeObjectsAsText_AreTheBytesOfRelogWithTheColumnsOfAllRecords) {
  EXPECT_EQ(copy(query_of(DataSource::of_log(kSampleLog), kOfSample), "pdh.csv"), 11);
  relog(kSampleLog, kOfSample, "relog.csv");
  const std::string text = text_of_file(path("pdh.csv"));
  EXPECT_TRUE(text == text_of_file(path("relog.csv")));
  const std::string header = text.substr(0, text.find("\r\n"));
  EXPECT_EQ(std::ranges::count(header, ','), 57 + 2) << "of all samples, each has 49 to 52";
}

TEST_F(LogCopy, WholeObjectsAsBinary_AreTheReadingsOfRelog) {
  EXPECT_EQ(copy(query_of(DataSource::of_log(kSampleLog), kOfSample), "pdh.blg"), 11);
  relog(kSampleLog, kOfSample, "relog.blg");
  expect_same("pdh.blg", "relog.blg");
}

TEST_F(LogCopy, SingleCounters_AreTheBytesAndReadingsOfRelog) {
  const Paths paths = {"\\PhysicalDisk(0 C:)\\Avg. Disk Bytes/Read",
                       "\\Processor(*)\\% Processor Time"};
  const DataSource source = DataSource::of_log(kBasicLog);
  EXPECT_EQ(copy(query_of(source, paths), "pdh.tsv"), 601);
  relog(kBasicLog, paths, "relog.tsv");
  EXPECT_TRUE(text_of_file(path("pdh.tsv")) == text_of_file(path("relog.tsv")));
  EXPECT_EQ(copy(query_of(source, paths), "pdh.blg"), 601);
  relog(kBasicLog, paths, "relog.blg");
  expect_same("pdh.blg", "relog.blg");
}

TEST_F(LogCopy, TextLog_KeepsItsZoneItsMachineAndItsNumbers) {
  folder_.write("in.csv",
                "\"(PDH-CSV 4.0) (Tokyo Standard "
                "Time)(-540)\",\"\\\\a\\Memory\\Pages/sec\",\"\\\\a\\X(y)\\Z\"\r\n"
                "\"11/22/2026 10:00:00.001\",\" \",\"0.10000000000000001\"\r\n"
                "\"11/22/2026 10:00:01.002\",\"88.359340674585567\",\" \"\r\n");
  const Paths paths = {"\\Memory\\Pages/sec", "\\X(*)\\Z"};
  const DataSource source = DataSource::of_log(path("in.csv"));
  EXPECT_EQ(copy(query_of(source, paths), "out.csv"), 2);
  EXPECT_EQ(text_of_file(path("out.csv")), text_of_file(path("in.csv")));
  EXPECT_EQ(open(query_of(source, paths), "out.blg").error(), PDH_NOT_IMPLEMENTED);
  EXPECT_FALSE(std::filesystem::exists(path("out.blg")));
}

TEST_F(LogCopy, Range_IsCopiedWithItsFirstRate) {
  const Paths paths = {"\\Processor(_Total)\\% Processor Time"};
  std::shared_ptr<PdhQuery> query = query_of(DataSource::of_log(kSampleLog), paths);
  const auto range = contents_.of(DataSource::of_log(kSampleLog)).value();
  ASSERT_EQ(query->set_range(range->first_local() + 1, range->last_local()), kPdhSuccess);
  EXPECT_EQ(copy(query, "rest.csv"), 10);
  EXPECT_EQ(copy(query_of(DataSource::of_log(kSampleLog), paths), "all.csv"), 11);
  const std::string all = text_of_file(path("all.csv"));
  const std::string rest = text_of_file(path("rest.csv"));
  const std::size_t rows = rest.find("\r\n");
  EXPECT_TRUE(all.ends_with(rest.substr(rows)));
  ASSERT_EQ(query->set_range(1, 2), kPdhSuccess);
  EXPECT_EQ(open(query, "none.csv").error(), PDH_NO_DATA);
  EXPECT_FALSE(std::filesystem::exists(path("none.csv")));
}

// As relog: the reader of the copy has the rates that the query had.
TEST_F(LogCopy, RangeAsBinary_HasTheRecordBeforeIt) {
  const Paths paths = {"\\Processor(_Total)\\% Processor Time"};
  const DataSource source = DataSource::of_log(kSampleLog);
  const auto range = contents_.of(source).value();
  std::shared_ptr<PdhQuery> query = query_of(source, paths);
  const auto range_of = [&](FileTime begin) {
    return query->set_range(begin, range->last_local());
  };
  ASSERT_EQ(range_of(range->first_local() + 1), kPdhSuccess);
  EXPECT_EQ(copy(query, "rest.blg"), 10);
  EXPECT_EQ(copy(query_of(source, paths), "all.blg"), 11);
  expect_same("rest.blg", "all.blg");
  ASSERT_EQ(range_of(range->first_local()), kPdhSuccess);  // there is none before it
  EXPECT_EQ(copy(query, "whole.blg"), 11);
  expect_same("whole.blg", "all.blg");
}

// The record before is there already, or belongs to other records.
TEST_F(LogCopy, RangeThatDoesNotBeginTheLog_HasItsRecordsAlone) {
  const Paths paths = {"\\Processor(_Total)\\% Processor Time"};
  const DataSource source = DataSource::of_log(kSampleLog);
  const auto range = contents_.of(source).value();
  const FileTime middle = (range->first_local() + range->last_local()) / 2;
  std::shared_ptr<PdhQuery> query = query_of(source, paths);
  ASSERT_EQ(query->set_range(range->first_local(), middle), kPdhSuccess);
  const int first_half = copy(query, "log.blg");
  ASSERT_EQ(query->set_range(middle + 1, range->last_local()), kPdhSuccess);
  EXPECT_EQ(first_half + copy(query, "log.blg", Existing::appended_to), 11);
  EXPECT_EQ(copy(query_of(source, paths), "all.blg"), 11);
  expect_same("log.blg", "all.blg");
}

TEST_F(LogCopy, RecordWithoutAnyOfTheCounters_IsARowOfBlanks) {
  folder_.write("a.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X(y)\\Z\"\r\n"
                "\"11/22/2026 10:00:00.000\",\"1\"\r\n");
  folder_.write("b.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X(w)\\Z\"\r\n"
                "\"11/22/2026 10:00:01.000\",\"2\"\r\n");
  const auto source = DataSource::of_logs({path("a.csv"), path("b.csv")});
  EXPECT_EQ(copy(query_of(source, {"\\X(w)\\Z"}), "out.csv"), 2);
  EXPECT_EQ(text_of_file(path("out.csv")),
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X(w)\\Z\"\r\n"
            "\"11/22/2026 10:00:00.000\",\" \"\r\n"
            "\"11/22/2026 10:00:01.000\",\"2\"\r\n");
}

TEST_F(LogCopy, LogOverItself_IsRefusedAndItStays) {
  std::filesystem::copy_file(kSampleLog, path("log.blg"));
  std::filesystem::create_hard_link(path("log.blg"), path("link.blg"));
  const std::string before = text_of_file(path("log.blg"));
  const auto query = [&] {
    return query_of(DataSource::of_log(path("log.blg")), {"\\Memory\\Available Bytes"});
  };
  for (const std::string name : {"log.blg", "link.blg"}) {
    EXPECT_EQ(open(query(), name, Existing::replaced).error(), PDH_LOG_FILE_CREATE_ERROR);
  }
  EXPECT_TRUE(text_of_file(path("log.blg")) == before);
}

TEST_F(LogCopy, LogSet_IsCopiedWithinItsDatabase) {
  EXPECT_EQ(copy(query_of(DataSource::of_log(kSampleLog), kOfSample), set("one")), 11);
  const DataSource one = DataSource::of_log(set("one"));
  const auto reading = query_of(one, kOfSample);
  ASSERT_TRUE(reading->collect().has_value());
  EXPECT_EQ(copy(query_of(one, kOfSample), set("two")), 11);
  EXPECT_TRUE(reading->collect().has_value()) << "others may write meanwhile";
  EXPECT_EQ(copy(query_of(one, kOfSample), "one.csv"), 11);
  EXPECT_EQ(copy(query_of(DataSource::of_log(set("two")), kOfSample), "two.csv"), 11);
  EXPECT_TRUE(text_of_file(path("one.csv")) == text_of_file(path("two.csv")));
}

TEST_F(LogCopy, LogSetOverItself_IsRefusedAndItStays) {
  const Paths paths = {"\\Memory\\Available Bytes"};
  EXPECT_EQ(copy(query_of(DataSource::of_log(kSampleLog), paths), set("one")), 11);
  for (const std::string& name :
       {set("one"), "SQL:" + path("logs.db"), "SQL:" + path("./logs.db!one")}) {
    std::shared_ptr<PdhQuery> query = query_of(DataSource::of_log(name), paths);
    EXPECT_EQ(open(query, set("one"), Existing::replaced).error(), PDH_LOG_FILE_CREATE_ERROR);
  }
  EXPECT_EQ(copy(query_of(DataSource::of_log(set("one")), paths), "one.csv"), 11);
}

// What is appended to: the same counters, and not before the last record.
TEST_F(LogCopy, Append_NeedsTheSameCountersAndALaterTime) {
  const Paths paths = {"\\Processor(_Total)\\% Processor Time"};
  const DataSource source = DataSource::of_log(kSampleLog);
  const auto range = contents_.of(source).value();
  const FileTime middle = (range->first_local() + range->last_local()) / 2;
  for (const std::string name : {"log.csv", "log.blg"}) {
    std::shared_ptr<PdhQuery> query = query_of(source, paths);
    ASSERT_EQ(query->set_range(0, middle), kPdhSuccess);
    const int first = copy(query, name);
    const std::string before = text_of_file(path(name));
    EXPECT_EQ(open(query_of(source, paths), name, Existing::appended_to).error(),
              PDH_INCORRECT_APPEND_TIME)
        << name;
    ASSERT_EQ(query->set_range(middle, range->last_local()), kPdhSuccess);
    EXPECT_EQ(
        open(query_of(source, {"\\Memory\\Available Bytes"}), name, Existing::appended_to).error(),
        PDH_UNMATCHED_APPEND_COUNTER)
        << name;
    EXPECT_TRUE(text_of_file(path(name)) == before) << name;
    EXPECT_EQ(copy(query, name, Existing::appended_to), 11 - first) << name;
  }
  EXPECT_EQ(copy(query_of(source, paths), "all.csv"), 11);
  EXPECT_TRUE(text_of_file(path("log.csv")) == text_of_file(path("all.csv")));
  EXPECT_EQ(copy(query_of(source, paths), "all.blg"), 11);
  expect_same("log.blg", "all.blg");
}

TEST_F(LogCopy, AppendToNothing_BeginsALog) {
  const Paths paths = {"\\Processor(_Total)\\% Processor Time"};
  const DataSource source = DataSource::of_log(kSampleLog);
  folder_.write("empty.csv", "");
  EXPECT_EQ(copy(query_of(source, paths), "empty.csv", Existing::appended_to), 11);
  EXPECT_EQ(copy(query_of(source, paths), "new.csv", Existing::appended_to), 11);
  EXPECT_EQ(text_of_file(path("empty.csv")), text_of_file(path("new.csv")));
}

TEST_F(LogCopy, AppendToAnotherFile_IsRefusedAndItStays) {
  const auto query = [&] {
    return query_of(DataSource::of_log(kSampleLog), {"\\Memory\\Available Bytes"});
  };
  folder_.write("log.csv", "hello\n");
  folder_.write("log.blg", "hello\n");
  EXPECT_EQ(open(query(), "log.csv", Existing::appended_to).error(), PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_EQ(open(query(), "log.blg", Existing::appended_to).error(), PDH_UNKNOWN_LOG_FORMAT);
  EXPECT_EQ(text_of_file(path("log.csv")), "hello\n");
  EXPECT_EQ(text_of_file(path("log.blg")), "hello\n");
}

}  // namespace
}  // namespace openperflib
