// What a survey tells is the same where readings and values are left out.
#include "openperflib/log/log_survey.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/log/text/text_log_reader.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/logs/blg_damage.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/seeded.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// All that a survey tells of a log, and which records it was made of.
std::vector<std::string> told_by_survey(LogReader& log) {
  std::vector<std::string> lines;
  LogSummary summary;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) {
    lines.push_back(fmt::format("record at {}: {} {}", record.offset, record.time_local,
                                record.sample.time_utc));
    summary.add(log, record, {});
  }
  summary.finish(log, 1);
  const LogSurvey& survey = summary.survey;
  lines.push_back(fmt::format("{} records, {} {}, other clocks: {}, first {}", survey.records(),
                              survey.first_local(), survey.last_local(), survey.has_other_clocks(),
                              summary.first_in_window.value_or(-1)));
  lines.push_back(fmt::format("zone {} {}", summary.header.zone_name,
                              summary.header.bias_minutes.value_or(-1)));
  for (const Series& series : survey.series()) {
    lines.push_back(fmt::format("series {} of {}, {} bytes, {}", path_of(series), series.path,
                                series.size, series.identity));
  }
  for (const Catalog::Object& object : survey.catalog().objects()) {
    lines.push_back(fmt::format("object {}: {} {}", object.name, object.counters.size(),
                                object.instances.size()));
  }
  return lines;
}

// What a survey tells of a binary log, with all that is odd about it.
std::vector<std::string> told_of_blg(Bytes bytes, LogReadings readings) {
  const auto opened = BlgReader::open(file_of(bytes), "a.blg", fixed_titles(), readings);
  if (!opened.has_value()) return {describe(opened.error())};
  BlgReader& log = **opened;
  std::vector<std::string> lines = told_by_survey(log);
  for (const LogAnomaly& anomaly : log.anomalies()) {
    lines.push_back(fmt::format("{}: {} bytes, {} records, {}", describe(anomaly.what),
                                anomaly.skipped_bytes, anomaly.skipped_records, anomaly.is_loss));
  }
  lines.push_back(fmt::format("{} anomalies in {} bytes", log.anomaly_count(), log.position()));
  return lines;
}

// What a survey tells of a text log, with the rows that were lost.
std::vector<std::string> told_of_text(std::string_view text, LogReadings readings) {
  const auto opened = TextLogReader::open(file_of(text), "a.csv", {}, readings);
  if (!opened.has_value()) return {describe(opened.error())};
  TextLogReader& log = **opened;
  std::vector<std::string> lines = told_by_survey(log);
  for (const LogAnomaly& anomaly : log.anomalies()) {
    if (anomaly.skipped_records != 0) lines.push_back(describe(anomaly.what));
  }
  return lines;
}

void expect_same_survey(Bytes bytes) {
  EXPECT_EQ(told_of_blg(bytes, LogReadings::left_out), told_of_blg(bytes, LogReadings::by_series));
}

// Instances come and go, readings are not valid, and another catalog follows.
blg_example::Block log_of_changing_layouts() {
  using namespace blg_example;
  SmallLog file;
  file.message(kCatalog, kTime - 10,
               catalog({{.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "B"},
                        {.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "E"},
                        {.flags = 1, .object = "C", .instance = "*", .counter = "D"}}));
  const auto add = [&](std::uint32_t second, const Reading& odd, const std::vector<Item>& items) {
    const FileTime time = kTime + second * kTicksPerSecond;
    file.message(kData, time,
                 sample({counter_record(time, {.first = second}), counter_record(time, odd),
                         instances_record(time, 0, items)}));
  };
  add(0, {.first = 1}, {{"x", {.first = 1}}});
  add(1, {.first = 2}, {{"x", {.first = 2}}});
  add(2, {.status = 0x800007D5}, {{"x", {.first = 3}}, {"y", {.first = 4}}});
  add(3, {.status = 0x12345678}, {{"y", {.first = 5}}, {"y", {.first = 6}}});
  add(4, {.first = 3}, {});
  const FileTime last = kTime + 5 * kTicksPerSecond;
  file.message(kCatalog, last - 1,
               catalog({{.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "Z"}}));
  file.message(kData, last, sample({counter_record(last, {.first = 7})}));
  return file.finish();
}

TEST(SurveyWithoutReadings, RecordsOfABinaryLog_HaveOnlyTheirTimes) {
  const auto log = BlgReader::open(file_of(blg_damage::small_log()), "a.blg", fixed_titles(),
                                   LogReadings::left_out);
  ASSERT_TRUE(log.has_value());
  LogRecord record;
  ASSERT_EQ((*log)->read(record), ReadResult::reading);
  EXPECT_EQ(record.time_local, blg_example::kTime);
  EXPECT_TRUE(record.sample.counters.empty() && record.blocks.empty());
  EXPECT_GE((*log)->catalog().series().size(), 3U);
}

TEST(SurveyWithoutReadings, LogsOfWindows_HaveTheSameSeries) {
  for (const char* name : {"BasicPerfCounters.blg", "SampleLog.blg"}) {
    const blg_example::Block log = blg_example::real_log(name);
    EXPECT_GT(told_of_blg(log, LogReadings::left_out).size(), 11U) << name;
    expect_same_survey(log);
  }
}

TEST(SurveyWithoutReadings, EqualLayoutsOfAllForms_AreTheSame) {
  expect_same_survey(blg_damage::small_log());
}

TEST(SurveyWithoutReadings, LayoutsThatChange_AreTheSame) {
  const blg_example::Block log = log_of_changing_layouts();
  expect_same_survey(log);
  LogSurvey survey;
  const auto reader = BlgReader::open(file_of(log), "a.blg", fixed_titles(), LogReadings::left_out);
  ASSERT_TRUE(reader.has_value());
  LogRecord record;
  while ((*reader)->read(record).value() == ReadResult::reading) survey.add(**reader, record);
  EXPECT_EQ(survey.records(), 6U);
  EXPECT_EQ(survey.series().size(), 6U);  // of A: B, E, Z; of C: x and two y
}

// The seeds of the fuzz target of conversions: unfinished and circular logs, other catalogs.
TEST(SurveyWithoutReadings, OddLogs_AreTheSame) {
  const std::filesystem::path folder =
      OPENPERFLIB_SOURCE_DIR "/openperflib/log/log_conversion_corpus";
  std::size_t logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    expect_same_survey(as_bytes(text));
    ++logs;
  }
  EXPECT_GE(logs, 10U);
}

// A thousand of each in script/test-slow; otherwise the first hundred.
TEST(SurveyWithoutReadings, DamagedLogs_AreTheSame) {
  const int changes = takes_all_cases() ? 1000 : 100;
  for (const blg_example::Block& log : {blg_damage::small_log(), log_of_changing_layouts()}) {
    Seeded random(34);
    for (int i = 0; i < changes; ++i) {
      const std::size_t at = random.below(log.size());
      const auto change = blg_damage::kChanges[random.below(blg_damage::kChanges.size())];
      const std::uint32_t edge = blg_damage::kEdges[random.below(blg_damage::kEdges.size())];
      expect_same_survey(blg_damage::with_byte(log, at, change));
      expect_same_survey(blg_damage::with_number(log, at / 4 * 4, edge));
      expect_same_survey(Bytes(log).first(at));
    }
  }
}

// A row of a text log: its second after ten, and its cells.
std::string text_row(std::string_view second, std::string_view cells) {
  return fmt::format("\"11/22/2026 10:00:{}.000\"{}\r\n", second, cells);
}

TEST(SurveyWithoutReadings, RowsOfATextLog_HaveOnlyTheirTimes) {
  const std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n" +
                           text_row("01", ",\"none\"") + text_row("02", ",\"2\",\"3\"") +
                           text_row("03", "");
  const auto log = TextLogReader::open(file_of(text), "a.csv", {}, LogReadings::left_out);
  ASSERT_TRUE(log.has_value());
  LogRecord record;
  ASSERT_EQ((*log)->read(record), ReadResult::reading);
  EXPECT_EQ(record.time_local, record.row.time_utc);
  EXPECT_TRUE(record.row.values.empty() && record.comment.empty());
  EXPECT_EQ((*log)->catalog().series().size(), 1U);
  EXPECT_EQ(told_of_text(text, LogReadings::left_out), told_of_text(text, LogReadings::by_series));
}

TEST(SurveyWithoutReadings, TextLogWithAnotherHeader_HasTheSeriesOfBoth) {
  const std::string header = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"";
  const std::string text = header + "\r\n" + text_row("01", ",\"1\"") + header +
                           ",\"\\\\a\\Memory\\Cache Bytes\"\r\n" + text_row("02", ",\"2\",\"5\"") +
                           "\"no time\",\"3\",\"6\"\r\n" + text_row("04", ",\"4\",\"x\"") +
                           "\"11/22/2026 10:0";
  const auto told = told_of_text(text, LogReadings::left_out);
  EXPECT_EQ(told, told_of_text(text, LogReadings::by_series));
  // 3 records, their sum, the zone, 2 series and their object, 2 rows that are lost.
  EXPECT_EQ(told.size(), 10U);
}

}  // namespace
}  // namespace openperflib
