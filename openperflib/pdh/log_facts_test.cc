#include "openperflib/pdh/log_facts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "openperflib/pdh/raw_records.h"
#include "openperflib/testing/logs/genuine_logs.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

FileTime local(SystemTime time) { return file_time_from(time).value(); }

FileTime second(int number) {
  return local({.year = 2026, .month = 11, .day = 22, .hour = 10}) + number * kTicksPerSecond;
}

constexpr std::string_view kHead = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X\\Y\"\r\n";
constexpr std::string_view kFirst = "\"11/22/2026 10:00:01.000\",\"1\"";
constexpr std::string_view kSecond = "\"11/22/2026 10:00:02.000\",\" \"";

class LogFacts : public testing::Test {
 protected:
  LogFacts() {
    folder_.write("log.csv", std::string(kHead) + std::string(kFirst) + "\r\n" +
                                 std::string(kSecond) + "\r\n");
    folder_.write("none.csv", kHead);
  }
  [[nodiscard]] DataSource log(const std::string& name) const {
    return DataSource::of_log(folder_.path() + "/" + name);
  }
  MadeFolder folder_;
  TitleTable titles_ = fixed_titles();
  LogContents contents_{titles_};
};

TEST_F(LogFacts, TimeRange_IsOfTheWholeSource) {
  EXPECT_EQ(time_range_of(log("log.csv"), contents_), (LogTimeRange{second(1), second(2), 2}));
  // The figures of the genuine log (blg.md, 11).
  const auto basic = time_range_of(DataSource::of_log(kBasicLog), contents_).value();
  EXPECT_EQ(basic.records, 601U);
  EXPECT_EQ(basic.first_local, local({.year = 2013,
                                      .month = 2,
                                      .day_of_week = 2,
                                      .day = 19,
                                      .hour = 18,
                                      .minute = 50,
                                      .second = 17,
                                      .milliseconds = 844}));
  EXPECT_EQ(time_range_of(DataSource::of_logs({kBasicLog, kSampleLog}), contents_)->records, 612U);
}

TEST_F(LogFacts, TimeRange_IsReadAgainWhenTheFileHasChanged) {
  ASSERT_EQ(time_range_of(log("log.csv"), contents_)->records, 2U);
  folder_.write("log.csv", std::string(kHead) + std::string(kFirst) + "\r\n");
  EXPECT_EQ(time_range_of(log("log.csv"), contents_)->records, 1U);
}

// Daylight time ends between the two rows, which the clock on the wall showed.
TEST_F(LogFacts, TimesOfALog_AreAsStored) {
  const auto range = time_range_of(
      DataSource::of_log(OPENPERFLIB_SOURCE_DIR "/tests/data/text_logs/british_windows10.csv"),
      contents_);
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->last_local - range->first_local, -3539 * kTicksPerSecond);
}

TEST_F(LogFacts, SourcesWithoutATimeRange_SayWhy) {
  EXPECT_EQ(time_range_of(DataSource(), contents_).error(), PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_EQ(time_range_of(log("none.csv"), contents_).error(), PDH_NO_DATA);
  EXPECT_EQ(time_range_of(log("missing.csv"), contents_).error(), PDH_FILE_NOT_FOUND);
}

TEST_F(LogFacts, Size_IsTheSumOfTheFiles) {
  const auto basic = std::filesystem::file_size(kBasicLog);
  EXPECT_EQ(size_of(DataSource::of_log(kBasicLog)), basic);
  EXPECT_EQ(size_of(DataSource::of_logs({kBasicLog, kSampleLog})),
            basic + std::filesystem::file_size(kSampleLog));
  EXPECT_EQ(size_of(DataSource()).error(), PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_EQ(size_of(log("missing.csv")).error(), PDH_FILE_NOT_FOUND);
  EXPECT_EQ(size_of(DataSource::of_log("SQL:a.db!b")).error(), PDH_NOT_IMPLEMENTED);
}

TEST_F(LogFacts, Format_IsThatOfAnyLogAndOfSeveralBinaryOnes) {
  EXPECT_EQ(format_of(log("log.csv"), titles_), LogFormat::csv);
  EXPECT_EQ(format_of(DataSource::of_logs({kBasicLog, kSampleLog}), titles_), LogFormat::blg);
  const std::string csv = log("log.csv").logs().front();
  EXPECT_EQ(format_of(DataSource::of_logs({csv, csv}), titles_).error(), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(format_of(DataSource::of_logs({kBasicLog, csv}), titles_).error(),
            PDH_INVALID_ARGUMENT);
  EXPECT_EQ(format_of(DataSource::of_logs({kBasicLog, "/no/such"}), titles_).error(),
            PDH_FILE_NOT_FOUND);
  const std::vector<std::string> many(33, kSampleLog);
  EXPECT_EQ(format_of(DataSource::of_logs(many), titles_).error(), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(format_of(DataSource::of_logs({many.begin(), many.end() - 1}), titles_),
            LogFormat::blg);
}

std::string text_at(RawRecords& records, FileTime time) {
  const auto found = records.at(time);
  if (!found.has_value()) return "";
  std::string text;
  for (const std::byte byte : found->bytes) text += static_cast<char>(byte);
  return text;
}

TEST_F(LogFacts, RawRecord_IsThatOfTheTimeOrTheLastBefore) {
  RawRecords records(log("log.csv"), titles_);
  EXPECT_EQ(records.at(second(0)).error(), PDH_ENTRY_NOT_IN_LOG_FILE);
  EXPECT_EQ(text_at(records, second(1)), kFirst);
  EXPECT_EQ(text_at(records, second(2) - 1), kFirst);
  EXPECT_EQ(text_at(records, second(2)), kSecond);
  EXPECT_EQ(text_at(records, second(9)), kSecond);
  EXPECT_EQ(text_at(records, second(1)), kFirst) << "back again";
  EXPECT_EQ(records.at(second(1))->format, LogFormat::csv);
  EXPECT_EQ(records.at(second(0)).error(), PDH_ENTRY_NOT_IN_LOG_FILE);
}

TEST_F(LogFacts, RawRecordOfABinaryLog_IsItsSampleMessage) {
  const auto range = time_range_of(DataSource::of_log(kBasicLog), contents_).value();
  RawRecords records(DataSource::of_log(kBasicLog), titles_);
  const RawRecord last = records.at(range.last_local).value();
  EXPECT_EQ(last.format, LogFormat::blg);
  ASSERT_GE(last.bytes.size(), 8U);
  EXPECT_EQ(std::to_integer<char>(last.bytes[0]), 'B');
  EXPECT_EQ(std::to_integer<char>(last.bytes[1]), 'L');
  EXPECT_EQ(load<std::uint32_t>(last.bytes, 4), last.bytes.size()) << "the length of the record";
}

TEST_F(LogFacts, RawRecordsOfAChangedLog_AreReadAfterForget) {
  RawRecords records(log("log.csv"), titles_);
  EXPECT_EQ(text_at(records, second(2)), kSecond);
  folder_.write("log.csv", std::string(kHead) + std::string(kFirst) + "\r\n");
  records.forget();
  EXPECT_EQ(text_at(records, second(2)), kFirst);
}

TEST_F(LogFacts, RawRecordOfAnotherFile_IsItsFault) {
  RawRecords missing(log("missing.csv"), titles_);
  EXPECT_EQ(missing.at(second(1)).error(), PDH_FILE_NOT_FOUND);
  RawRecords here(DataSource(), titles_);
  EXPECT_EQ(here.at(second(1)).error(), PDH_DATA_SOURCE_IS_REAL_TIME);
}

}  // namespace
}  // namespace openperflib
