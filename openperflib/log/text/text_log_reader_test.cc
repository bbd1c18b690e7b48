#include "openperflib/log/text/text_log_reader.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <string>
#include <thread>
#include <utility>

#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib {
namespace {

// Header and rows of a log of two columns.
constexpr std::string_view kHead =
    "\"(PDH-CSV 4.0) (GMT Standard Time)(-60)\",\"\\\\H\\Memory\\Pages\",\"\\\\H\\Processor(0)\\% "
    "X\"\r\n";
constexpr std::string_view kRow = "\"10/29/2017 01:59:44.562\",\"88.359340674585567\",\" \"\r\n";
constexpr FileTime kRowTime = 131'537'159'845'620'000;  // 2017-10-29 01:59:44.562

std::string log_of_rows(std::string_view rows) { return std::string(kHead) + std::string(rows); }

constexpr double kMissing = -7;  // represents a missing value below

// The numbers of a record; those that are missing as kMissing.
std::vector<double> numbers_of(const LogRecord& record) {
  std::vector<double> found;
  for (const Value& value : record.row.values) {
    found.push_back(value.usable() ? value.number : kMissing);
  }
  return found;
}

using Numbers = std::vector<double>;

TEST(TextLogReader, Header_TellsZoneBiasAndColumns) {
  const ReadLog log = read_log(kHead);
  ASSERT_NE(log.reader, nullptr);
  const LogHeader& header = log.reader->header();
  EXPECT_EQ(header.format, LogFormat::csv);
  EXPECT_EQ(header.content, LogContent::values);
  EXPECT_EQ(header.zone_name, "GMT Standard Time");
  EXPECT_EQ(header.bias_minutes, -60);
  EXPECT_EQ(header.caption, "");
  ASSERT_EQ(header.entries.size(), 2U);
  EXPECT_EQ(header.entries[1].kind, LogEntry::Kind::single);
  EXPECT_EQ(header.entries[1].machine, "H");
  EXPECT_EQ(header.entries[1].object, "Processor");
  EXPECT_EQ(header.entries[1].instance, "0");
  EXPECT_EQ(header.entries[1].counter, "% X");
  ASSERT_EQ(log.reader->catalog().series().size(), 2U);
  EXPECT_EQ(log.reader->catalog().series()[0].object, "Memory");
  EXPECT_EQ(log.reader->catalog().series()[0].instance, std::nullopt);
  EXPECT_EQ(log.reader->column_text(1), R"(\\H\Processor(0)\% X)");
  EXPECT_TRUE(log.records.empty());
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(TextLogReader, Row_HasTheExactDoubleAndItsBlankIsMissingData) {
  const ReadLog log = read_log(log_of_rows(kRow));
  ASSERT_EQ(log.records.size(), 1U);
  const LogRecord& record = log.records[0];
  EXPECT_EQ(record.time_local, kRowTime);
  EXPECT_EQ(record.row.time_utc, kRowTime - 60 * 60 * kTicksPerSecond);
  EXPECT_EQ(record.sample.time_utc, record.row.time_utc);
  EXPECT_EQ(record.offset, kHead.size());
  ASSERT_EQ(record.row.values.size(), 2U);
  EXPECT_EQ(record.row.values[0].number, 88.359340674585567);
  EXPECT_EQ(record.row.values[0].status, CStatus::valid_data);
  EXPECT_FALSE(record.row.values[1].usable());
  EXPECT_EQ(record.row.values[1].status, CStatus::no_data);
  EXPECT_EQ(anomalies_of(log), "");
  EXPECT_EQ(log.reader->position(), log.reader->size());
}

std::string stored_record_of(const LogReader& reader) {
  const Bytes bytes = reader.stored_record();
  std::string text;
  for (const std::byte byte : bytes) text += static_cast<char>(byte);
  return text;
}

TEST(TextLogReader, StoredRecord_IsTheRowReadLastWithoutItsLineEnd) {
  const std::string second = "\"10/29/2017 02:00:00.000\",\"\",\"2\"";
  const auto reader =
      TextLogReader::open(file_of(log_of_rows(std::string(kRow) + second)), "log.csv").value();
  LogRecord record;
  ASSERT_EQ(reader->read(record), ReadResult::reading);
  EXPECT_EQ(stored_record_of(*reader) + "\r\n", kRow);
  ASSERT_EQ(reader->read(record), ReadResult::reading);
  EXPECT_EQ(stored_record_of(*reader), second);
}

TEST(TextLogReader, CommentBelowTheCaption_CausesNoAnomalyWhateverItSays) {
  const std::string head = "\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Memory\\Pages\",\"notes\"\r\n";
  const std::string time = "\"10/29/2017 01:59:44.562\",\"7\",";
  for (const std::string comment :
       {"\" \"", "\"began\"", "\"say \"\"now\"\", then\"", "\"a,b\"", "\"1,2,3\""}) {
    const ReadLog log = read_log(head + time + "\" \"\r\n" + time + comment + "\r\n");
    ASSERT_EQ(log.records.size(), 2U) << comment;
    EXPECT_EQ(numbers_of(log.records[1]), Numbers{7}) << comment;
    EXPECT_EQ(anomalies_of(log), "") << comment;
  }
}

TEST(TextLogReader, Comment_IsTheTextOfOneCellBelowTheCaption) {
  const std::string head = "\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Memory\\Pages\",\"notes\"\r\n";
  const std::string row = "\"10/29/2017 01:59:44.562\",\"7\"";
  const auto reader = TextLogReader::open(file_of(head + row + ",\" \"\r\n" + row +
                                                  ",\"say \"\"now\"\", \xC3\xA9\"\r\n" + row +
                                                  "\r\n" + row + ",\"two\",\"cells\"\r\n"),
                                          "log.csv")
                          .value();
  LogRecord record;
  for (const std::string_view comment : {"", "say \"now\", \xC3\xA9", "", ""}) {
    ASSERT_EQ(reader->read(record), ReadResult::reading);
    EXPECT_EQ(record.comment, comment);
  }
}

struct CellCase {
  const char* name;
  std::string_view cell;
  double number;
  std::string_view anomaly;
};

class Cells : public testing::TestWithParam<CellCase> {};

TEST_P(Cells, AreRead) {
  const ReadLog log = read_log(
      log_of_rows("\"10/29/2017 01:59:44.562\"," + std::string(GetParam().cell) + ",\"5\"\r\n"));
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(numbers_of(log.records[0]), (Numbers{GetParam().number, 5}));
  EXPECT_EQ(anomalies_of(log), GetParam().anomaly);
}

constexpr std::string_view kNotANumber =
    "log.csv, line 2: text log.value at byte 110: is not a number (loss)\n";

INSTANTIATE_TEST_SUITE_P(
    Forms, Cells,
    testing::Values(
        CellCase{"Whole", R"("20480")", 20480, ""}, CellCase{"Zero", R"("0")", 0, ""},
        CellCase{"Negative", R"("-1")", -1, ""},
        CellCase{"SeventeenDigits", R"("33.333333333333329")", 33.333333333333329, ""},
        CellCase{"TwentyDigits", R"("33.333333333333328596")", 33.333333333333329, ""},
        CellCase{"LongExponent", R"("1.0000000000000001e-005")", 1.0000000000000001e-005, ""},
        CellCase{"ConsoleDigits", R"("176361472.000000")", 176361472, ""},
        CellCase{"NoQuotes", "0.5", 0.5, ""}, CellCase{"Blanks", R"("  ")", kMissing, ""},
        CellCase{"Empty", R"("")", kMissing, ""}, CellCase{"NothingAtAll", "", kMissing, ""},
        CellCase{"BlanksAround", R"(" 5 ")", 5, ""},
        CellCase{
            "DecimalComma", R"("0,5")", 0.5,
            "log.csv, line 2: text log.value with a decimal comma at byte 110: is malformed\n"},
        CellCase{"CutAfterTheE", R"("7.0625001143654654e")", kMissing, kNotANumber},
        CellCase{"CutAfterTheSign", R"("7.0625001143654654e-")", kMissing, kNotANumber},
        CellCase{"Nan", R"("nan")", kMissing, kNotANumber},
        CellCase{"Infinity", R"("inf")", kMissing, kNotANumber},
        CellCase{"Indefinite", R"("-1.#IND")", kMissing, kNotANumber},
        CellCase{"TooLarge", R"("1e999")", kMissing, kNotANumber},
        CellCase{"Words", R"("five")", kMissing, kNotANumber},
        CellCase{"Hexadecimal", R"("0x10")", kMissing, kNotANumber},
        CellCase{"TwoCommas", R"("1,000,5")", kMissing, kNotANumber}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(TextLogReader, SeparatorIsWhatStandsBetweenTheQuotes) {
  for (const char separator : {',', '\t', ';'}) {
    std::string text = log_of_rows(kRow);
    std::ranges::replace(text, ',', separator);
    const ReadLog log = read_log(text);
    ASSERT_EQ(log.records.size(), 1U) << separator;
    EXPECT_EQ(numbers_of(log.records[0]), (Numbers{88.359340674585567, kMissing}));
    EXPECT_EQ(anomalies_of(log), "");
  }
}

TEST(TextLogReader, WithoutQuotes_AndWithACommaInTheZone) {
  const ReadLog log = read_log(
      "(PDH-CSV 4.0) (Paris, Madrid)(-60);\\\\H\\Memory\\Pages;\\\\H\\A(0,3)\\B\n"
      "10/29/2017 01:59:44.562;0,5;7\n");
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(log.reader->header().zone_name, "Paris, Madrid");
  EXPECT_EQ(log.reader->header().bias_minutes, -60);
  EXPECT_EQ(log.reader->column_text(1), R"(\\H\A(0,3)\B)");
  EXPECT_EQ(numbers_of(log.records[0]), (Numbers{0.5, 7}));
}

TEST(TextLogReader, LineEndsOfUnix_AndEmptyLines_AreNothingOdd) {
  std::string text = "\r\n" + log_of_rows(kRow) + "\n\n" + std::string(kRow);
  std::erase(text, '\r');
  const ReadLog log = read_log(text);
  EXPECT_EQ(log.records.size(), 2U);
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(TextLogReader, QuotesInNames_AreDoubledOrAlone) {
  const ReadLog log = read_log(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\P(a\"\"b,c)\\X\",\"\\\\H\\P(a\"b)\\X\"\r\n"
      "\"10/29/2017 01:59:44.562\",\"1\",\"2\"\r\n");
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(log.reader->column_text(0), R"(\\H\P(a"b,c)\X)");
  EXPECT_EQ(log.reader->column_text(1), R"(\\H\P(a"b)\X)");
  EXPECT_EQ(numbers_of(log.records[0]), (Numbers{1, 2}));
}

TEST(TextLogReader, DuplicateColumns_AreKeptApartAndReported) {
  const ReadLog log = read_log(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\M\\X\",\"\\\\h\\m\\x\",\"\\\\H\\M\\X\"\r\n"
      "\"10/29/2017 01:59:44.562\",\"1\",\"2\",\"3\"\r\n");
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(numbers_of(log.records[0]), (Numbers{1, 2, 3}));
  const auto series = log.reader->catalog().series();
  EXPECT_NE(series[0].identity, series[2].identity);
  EXPECT_EQ(anomalies_of(log),
            "log.csv, line 1: text log.column (repeated) at byte 35: does not match the rest "
            "of the data (2)\n"
            "log.csv, line 1: text log.column (repeated) at byte 45: does not match the rest "
            "of the data (3)\n");
}

TEST(TextLogReader, ColumnThatIsNotAPath_KeepsItsTextAndIsReported) {
  const ReadLog log = read_log(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"load\",\"\\\\H\\M\\X\"\r\n"
      "\"10/29/2017 01:59:44.562\",\"1\",\"2\"\r\n");
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(log.reader->catalog().series()[0].counter, "load");
  EXPECT_EQ(log.reader->catalog().series()[0].object, "");
  EXPECT_EQ(log.reader->header().entries[0].counter, "load");
  EXPECT_EQ(numbers_of(log.records[0]), (Numbers{1, 2}));
  EXPECT_EQ(anomalies_of(log), "log.csv, line 1: text log.column at byte 25: is malformed\n");
}

TEST(TextLogReader, LastColumnThatIsNotAPath_IsTheCaptionUnlessItHasNumbers) {
  const std::string head = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\M\\X\",\"My caption\"\r\n";
  const std::string row = "\"10/29/2017 01:59:44.562\",\"1\"";
  for (const std::string& end : {std::string("\r\n"), std::string(",\" \"\r\n")}) {
    const ReadLog log = read_log(head + row + end);
    ASSERT_EQ(log.records.size(), 1U);
    EXPECT_EQ(log.reader->header().caption, "My caption");
    EXPECT_EQ(log.reader->catalog().series().size(), 1U);
    EXPECT_EQ(numbers_of(log.records[0]), Numbers{1});
    EXPECT_EQ(anomalies_of(log), "");
  }
  const ReadLog column = read_log(head + row + ",\"2\"\r\n");
  EXPECT_EQ(column.reader->header().caption, "");
  EXPECT_EQ(numbers_of(column.records.at(0)), (Numbers{1, 2}));
  EXPECT_EQ(anomalies_of(column), "log.csv, line 1: text log.column at byte 35: is malformed\n");
  EXPECT_EQ(read_log(head).reader->header().caption, "My caption");
}

TEST(TextLogReader, ParentOfAThread_IsAPartOfItsOwn) {
  const ReadLog log = read_log(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\Thread(bash/0#2)\\X\",\"\\\\H\\Disk(a/b)\\X\"\r\n");
  const auto series = log.reader->catalog().series();
  EXPECT_EQ(series[0].parent, "bash");
  EXPECT_EQ(series[0].instance, "0");
  EXPECT_EQ(series[0].instance_number, 2U);
  EXPECT_EQ(series[1].parent, "");
  EXPECT_EQ(series[1].instance, "a/b");
}

TEST(TextLogReader, ConsoleOfTypeperf_MinusOneIsMissingAndItsWordsAreNotRows) {
  const ReadLog log = read_log(
      "\r\n\"(PDH-CSV 4.0)\",\"\\\\H\\M\\X\",\"\\\\H\\M\\Y\"\r\n"
      "\"04/11/2013 17:55:02.335\",\"0.024353\",\"-1\"\r\n"
      "\"04/11/2013 17:55:03.335\",\"-1.000000\",\"2.000000\"\r\n"
      "Exiting, please wait...                         \r\n"
      "The command completed successfully.\r\n\r\r");
  ASSERT_EQ(log.records.size(), 2U);
  EXPECT_EQ(numbers_of(log.records[0]), (Numbers{0.024353, kMissing}));
  EXPECT_EQ(log.records[0].row.values[1].status, CStatus::no_data);
  EXPECT_EQ(numbers_of(log.records[1]), (Numbers{-1, 2}));
  EXPECT_EQ(log.reader->header().bias_minutes, std::nullopt);
  EXPECT_EQ(log.reader->spoken_lines(), 2U);
  EXPECT_EQ(anomalies_of(log),
            "log.csv, line 2: text log.bias at byte 2: is missing\n"
            "log.csv, line 3: text log.value -1 of typeperf, taken for missing at byte 76: is "
            "missing\n");
}

TEST(TextLogReader, BiasOfTheCaller_IsTakenWhereTheHeaderHasNone) {
  TextLogOptions options;
  options.bias_minutes = 480;
  const ReadLog log = read_log(
      "\"(PDH-CSV 4.0) (RTZ 2 (\",\"\\\\H\\M\\X\"\r\n\"10/29/2017 01:59:44.562\",\"1\"\r\n",
      options);
  EXPECT_EQ(log.reader->header().bias_minutes, 480);
  EXPECT_EQ(log.records.at(0).row.time_utc, kRowTime + 480 * 60 * kTicksPerSecond);
  EXPECT_EQ(anomalies_of(log),
            "log.csv, line 1: text log.time zone at byte 0: is cut off by the end of the data\n");
  EXPECT_EQ(read_log(kHead, options).reader->header().bias_minutes, -60) << "the header knows it";
}

TEST(TextLogReader, HeaderInTheMiddle_OfTheSameOrOfOtherColumns) {
  const ReadLog log = read_log(log_of_rows(kRow) + log_of_rows(kRow) +
                               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\M\\X\"\r\n"
                               "\"10/29/2017 01:59:44.562\",\"3\"\r\n");
  ASSERT_EQ(log.records.size(), 3U);
  EXPECT_EQ(numbers_of(log.records[1]), (Numbers{88.359340674585567, kMissing}));
  EXPECT_EQ(numbers_of(log.records[2]), Numbers{3});
  EXPECT_EQ(log.records[2].row.time_utc, kRowTime);
  EXPECT_EQ(log.reader->catalog().series().size(), 1U);
  EXPECT_EQ(log.reader->anomaly_count(), 2U);
}

TEST(TextLogReader, Pipe_IsReadInItsOrder) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  UniqueFd out(ends[0]);
  const std::string text = log_of_rows(kRow) + std::string(kRow);
  std::jthread writer([&text, end = ends[1]] {
    const UniqueFd in(end);
    for (const char c : text) EXPECT_EQ(::write(in.get(), &c, 1), 1);
  });
  const ReadLog log = read_log(std::move(out));
  EXPECT_EQ(log.records.size(), 2U);
  EXPECT_EQ(log.reader->size(), 0U);
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(TextLogReader, WhatIsNotATextLog_IsNamedByTheFirstCell) {
  EXPECT_EQ(anomalies_of(read_log("")), "log.csv: text log.first cell at byte 0: is missing\n");
  EXPECT_EQ(anomalies_of(read_log("\r\n \r\n")),
            "log.csv, line 2: text log.first cell at byte 0: is missing\n");
  EXPECT_EQ(anomalies_of(read_log("\"Time\",\"CPU\"\r\n")),
            "log.csv, line 1: text log.first cell at byte 0: has an invalid value (0)\n");
  EXPECT_EQ(anomalies_of(read_log(std::string(100'000, '\0'))),
            "log.csv, line 1: text log.first cell at byte 0: has an invalid value (0)\n");
}

TEST(TextLogReader, Folder_IsTheSystemsFault) {
  UniqueFd folder(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(describe(read_log(std::move(folder)).fault), "Is a directory: log.csv");
}

// The columns of a log, and one line per row: its values, - for missing.
std::string told_of(std::string_view text) {
  const ReadLog log = read_log(text);
  if (log.reader == nullptr) return describe(log.fault);
  std::string told;
  for (std::size_t i = 0; i < log.reader->catalog().series().size(); ++i) {
    told += std::string(log.reader->column_text(i)) + "|";
  }
  for (const LogRecord& record : log.records) {
    told += "\n";
    for (const Value& value : record.row.values) {
      told += value.usable() ? fmt::format("{:.17g}|", value.number) : "-|";
    }
  }
  return told;
}

TEST(TextLogReader, BlanksAroundSeparators_BelongToNoCell) {
  const std::string_view wanted =
      "\\\\HOST\\Memory\\Available Bytes|\\\\HOST\\System\\Threads|\n1000000000|-|\n1000000512|"
      "12.781413513767237|\n1000001024|6.5500000000000006e-05|";
  for (const std::string quote : {"", "\""}) {
    for (const std::string separator : {" ; ", ";", " \t ", "; "}) {
      std::string text;
      const auto add_line = [&](std::initializer_list<const char*> cells) {
        bool is_first = true;
        for (const char* const cell : cells) {
          text += (std::exchange(is_first, false) ? "" : separator) + quote + cell + quote;
        }
        text += " \r\n";
      };
      add_line({"(PDH-CSV 4.0) (Hora de verano, romance)(-120)",
                "\\\\HOST\\Memory\\Available Bytes", "\\\\HOST\\System\\Threads"});
      add_line({"09/19/2022 22:43:06,663", "1000000000", ""});
      add_line({"09/19/2022 22:43:07,665", "1000000512", "12,781413513767237333"});
      add_line({"09/19/2022 22:43:08,664", "1000001024", "6,5500000000000006459e-005"});
      EXPECT_EQ(told_of(text), wanted) << text;
      EXPECT_EQ(told_of(" " + text), wanted) << text;
    }
  }
}

TEST(TextLogReader, MachineWithOneBackslash_GetsTheOther) {
  const std::string_view text =
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\SRV01\\Processor(_Total)\\% Processor "
      "Time\",\"\\srv01\\Memory\\Available "
      "MBytes\"\r\n\"04/26/2026 10:00:00.000\",\"1\",\"2\"\r\n";
  EXPECT_EQ(
      told_of(text),
      "\\\\SRV01\\Processor(_Total)\\% Processor Time|\\\\srv01\\Memory\\Available MBytes|\n1|2|");
  const ReadLog log = read_log(text);
  EXPECT_EQ(log.reader->catalog().series()[0].machine, "SRV01");
  EXPECT_EQ(log.reader->catalog().series()[0].object, "Processor");
  EXPECT_EQ(log.reader->anomaly_count(), 1U);
}

TEST(TextLogReader, PathsOfTwoParts_HaveNoMachine) {
  const ReadLog log = read_log(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\LogicalDisk(C:\\mnt)\\% Free "
      "Space\",\"\\LogicalDisk(C:\\old)\\% Free "
      "Space\"\r\n\"04/26/2026 10:00:00.000\",\"1\",\"2\"\r\n");
  EXPECT_EQ(log.reader->catalog().series()[0].machine, "");
  EXPECT_EQ(log.reader->anomaly_count(), 0U);
}

TEST(TextLogReader, LineForASpreadsheetBeforeTheHeader_IsSkipped) {
  for (const std::string first : {"sep=;\r\n", "\"SEP=;\"\n", "\r\nsep=;\n"}) {
    EXPECT_EQ(
        told_of(first + "(PDH-CSV 4.0) (UTC)(0);\\\\SRV\\M\\X\r\n06/15/2023 10:00:00.000;2048\r\n"),
        "\\\\SRV\\M\\X|\n2048|");
  }
}

}  // namespace
}  // namespace openperflib
