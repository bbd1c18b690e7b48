// Logs in the forms that are found in the wild: tests/data/text_logs, whose README says what each
// is.
#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib {
namespace {

ReadLog wild(std::string_view name) {
  const std::string path = fmt::format("{}/tests/data/text_logs/{}", OPENPERFLIB_SOURCE_DIR, name);
  return read_log(UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)));
}

// The first column, then one row per record: local time, values with all their digits, - for
// missing.
std::string told(const ReadLog& log) {
  if (log.reader == nullptr) return describe(log.fault);
  std::string text(log.reader->column_text(0));
  for (const LogRecord& record : log.records) {
    text += "\n" + iso_8601(system_time_from(record.time_local)).value_or("");
    for (const Value& value : record.row.values) {
      text += value.usable() ? fmt::format(" {:.17g}", value.number) : " -";
    }
  }
  return text;
}

TEST(WildTextLog, BritishWindows10_KeepsItsBiasOverTheEndOfSummer) {
  const ReadLog log = wild("british_windows10.csv");
  EXPECT_EQ(told(log),
            "\\\\MACHINE-NAME\\Processor Information(_Total)\\% C2 Time\n"
            "2017-10-29T01:59:44.562 88.359340674585567\n"
            "2017-10-29T01:00:45.562 33.333333333333329");
  EXPECT_EQ(log.reader->header().bias_minutes, -60);
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(WildTextLog, RussianWindows10_HasItsNamesAndNoBias) {
  const ReadLog log = wild("russian_windows10.csv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\Процессор(_Total)\\% загруженности процессора\n"
            "2021-09-13T10:00:00.125 - 4294967296\n"
            "2021-09-13T10:00:01.126 33.333333333333329 4294963200");
  EXPECT_EQ(log.reader->header().zone_name, "RTZ 2 (");
  EXPECT_EQ(log.reader->header().bias_minutes, std::nullopt);
  EXPECT_EQ(log.reader->column_text(1), "\\\\HOST\\Память\\Доступно байт");
  EXPECT_EQ(log.reader->anomaly_count(), 3U) << "the code page, the zone, the bias";
}

TEST(WildTextLog, French_HasItsAccents) {
  const ReadLog log = wild("french.csv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\Mémoire\\Octets validés\n"
            "2015-03-02T08:15:00.001 1048576 -\n"
            "2015-03-02T08:15:15.001 1052672 1.5625");
  EXPECT_EQ(log.reader->header().zone_name, "Paris, Madrid (heure d");
}

TEST(WildTextLog, Chinese_HasItsNames) {
  const ReadLog log = wild("chinese.csv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\内存\\可用字节\n"
            "2014-07-08T09:10:11.012 2147483648 -\n"
            "2014-07-08T09:10:12.012 2147479552 12.5");
  EXPECT_EQ(log.reader->column_text(1), "\\\\HOST\\处理器(_Total)\\处理器时间百分比");
}

TEST(WildTextLog, JapaneseTsv_HasNothingLeftOfItsZone) {
  const ReadLog log = wild("japanese.tsv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\Memory\\Available Bytes\n2012-05-06T12:00:00.000 1.0000000000000001e-05");
  EXPECT_EQ(log.reader->header().format, LogFormat::tsv);
  EXPECT_EQ(log.reader->header().zone_name, "");
}

TEST(WildTextLog, ConsoleOfTypeperf_IsOneRow) {
  const ReadLog log = wild("typeperf_console.txt");
  EXPECT_EQ(told(log),
            "\\\\HOST\\Processor(_Total)\\% Processor Time\n2013-04-11T17:55:02.335 0.024353");
  EXPECT_EQ(log.reader->spoken_lines(), 2U);
}

TEST(WildTextLog, ProcessThatEnded_IsMissingInTheConsoleOfTypeperf) {
  EXPECT_EQ(told(wild("typeperf_ended_process.txt")),
            "\\\\HOST\\Process(whatsapp)\\% Processor Time\n"
            "2013-04-11T17:55:02.335 803.99803199999997 176361472\n"
            "2013-04-11T17:55:03.335 - 176361472");
}

TEST(WildTextLog, Utf16WithoutAZone_HasItsBias) {
  const ReadLog log = wild("empty_zone_utf16.csv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\Processor Information(3,3)\\% Processor Time\n2018-01-15T00:00:00.000 5");
  EXPECT_EQ(log.reader->header().bias_minutes, -540);
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(WildTextLog, ExportCounter_IsAllLowerCase) {
  const ReadLog log = wild("export_counter.csv");
  EXPECT_EQ(told(log),
            "\\\\host\\memory\\available mbytes\n2018-01-13T05:13:23.000 512\n"
            "2018-01-13T14:29:55.000 510");
  EXPECT_EQ(log.reader->header().bias_minutes, 480);
  EXPECT_EQ(log.reader->date_order(), DateOrder::month_day_year);
}

TEST(WildTextLog, NumbersCutAfterTheE_AreMissing) {
  const ReadLog log = wild("windows2000_cut_numbers.csv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\System\\System Up Time\n2001-02-20T16:00:00.000 1234.5 -\n"
            "2001-02-20T16:00:15.000 1249.5 0");
  EXPECT_EQ(log.records[0].row.values[1].status, CStatus::invalid_data);
  EXPECT_EQ(anomalies_of(log),
            "log.csv, line 2: text log.value at byte 159: is not a number (loss)\n");
}

TEST(WildTextLog, SavedByASpreadsheet_HasDaysFirstAndCommas) {
  const ReadLog log = wild("spreadsheet_saved.csv");
  EXPECT_EQ(told(log),
            "\\\\HOST\\Memory\\Available MBytes\n2018-01-12T23:59:45.000 512 0.5\n"
            "2018-01-13T00:00:00.000 510 12.25");
  EXPECT_EQ(log.reader->date_order(), DateOrder::day_month_year);
  EXPECT_EQ(log.reader->header().bias_minutes, -60);
}

}  // namespace
}  // namespace openperflib
