// Damaged text logs: intact rows are read, and losses are reported with their line and byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib {
namespace {

constexpr std::size_t kWrittenRows = 3;

// Three samples of two columns as our writer writes them.
std::string three_samples() {
  const UniqueFd file = empty_file();
  TextLogWriter writer(file.get(), "log.csv", TextLogFormat::csv, {});
  const std::vector<std::string> paths = {R"(\\H\Memory\Pages/sec)", R"(\\H\Processor(0,1)\% X)"};
  EXPECT_TRUE(writer.begin_columns(paths).has_value());
  for (std::size_t i = 0; i < kWrittenRows; ++i) {
    Row row{.time_utc = kMidnight + static_cast<FileTime>(i) * kTicksPerSecond, .values = {}};
    row.values = {{.number = 88.359340674585567, .status = CStatus::valid_data},
                  Value::unusable(CStatus::no_data)};
    EXPECT_TRUE(writer.write({}, row).has_value());
  }
  EXPECT_TRUE(writer.end().has_value());
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(::pread(file.get(), text.data(), text.size(), 0)));
  return text;
}

// Checks what holds for every log, however damaged.
void expect_sane(const ReadLog& log, std::size_t size) {
  if (log.reader == nullptr) {
    EXPECT_TRUE(log.fault.error.has_value());
    return;
  }
  for (const LogRecord& record : log.records) {
    EXPECT_LT(record.offset, size);
    EXPECT_EQ(record.row.values.size(), log.records.front().row.values.size());
    for (const Value& value : record.row.values) {
      EXPECT_TRUE(value.usable() == std::isfinite(value.number));
    }
  }
  for (const LogAnomaly& anomaly : log.reader->anomalies()) {
    EXPECT_LE(anomaly.what.error->offset, size);
  }
  EXPECT_LE(log.reader->position(), size);
}

TEST(DamagedTextLog, EveryTruncation_KeepsTheWholeRowsAndTellsOfTheCutOne) {
  const std::string text = three_samples();
  const std::size_t header = text.find('\n') + 1;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string_view left = std::string_view(text).substr(0, length);
    const ReadLog log = read_log(left);
    expect_sane(log, length);
    if (length < header) continue;
    ASSERT_NE(log.reader, nullptr) << length;
    const auto whole = static_cast<std::size_t>(std::ranges::count(left, '\n')) - 1;
    ASSERT_GE(log.records.size(), whole) << length;
    ASSERT_LE(log.records.size(), whole + 1) << length;
    for (std::size_t i = 0; i < whole; ++i) {
      EXPECT_EQ(log.records[i].row.values[0].number, 88.359340674585567) << length;
    }
    // A truncated row gives either nothing or the exact value.
    if (log.records.size() > whole && log.records.back().row.values[0].usable()) {
      EXPECT_EQ(log.records.back().row.values[0].number, 88.359340674585567) << length;
    }
    EXPECT_EQ(log.reader->anomaly_count(), left.ends_with('\n') ? 0U : 1U) << length;
  }
}

TEST(DamagedTextLog, EveryByteChanged_CostsAtMostItsRow) {
  const std::string text = three_samples();
  const std::size_t header = text.find('\n') + 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const int mask : {0x00, 0xFF, -1, 0x01, 0x20, 0x80}) {
      std::string damaged = text;
      const auto byte = static_cast<unsigned char>(text[at]);
      damaged[at] = static_cast<char>(mask <= 0      ? (mask == 0 ? 0 : byte ^ 0xFF)
                                      : mask == 0xFF ? 0xFF
                                                     : byte ^ mask);
      const ReadLog log = read_log(damaged);
      expect_sane(log, damaged.size());
      if (at < header) continue;
      ASSERT_NE(log.reader, nullptr);
      // A line end that is gone joins two rows.
      const bool joins = text[at] == '\n';
      EXPECT_GE(log.records.size(), kWrittenRows - (joins ? 2 : 1)) << at << ' ' << mask;
      const auto right = std::ranges::count_if(log.records, [](const LogRecord& record) {
        return record.row.values[0].usable() && record.row.values[0].number == 88.359340674585567;
      });
      EXPECT_GE(right, joins ? 1 : 2) << at << ' ' << mask;
    }
  }
}

TEST(DamagedTextLog, TwoThousandSeededCases_AreReadToTheirEnd) {
  const std::string text = three_samples();
  for (unsigned seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::string damaged = text;
    for (unsigned changes = 1 + random() % 8; changes != 0; --changes) {
      const std::size_t at = random() % damaged.size();
      const std::size_t length = random() % 40;
      switch (random() % 4) {
        case 0:
          damaged[at] = static_cast<char>(random());
          break;
        case 1:
          damaged.erase(at, length);
          break;
        case 2:
          damaged.insert(at, damaged, random() % damaged.size(), length);
          break;
        default:
          damaged.insert(at, 1, "\"\n\r,;\t(\\"[random() % 8]);
      }
      if (damaged.empty()) damaged = text;
    }
    const ReadLog log = read_log(damaged);
    if (log.reader == nullptr) continue;
    for (const LogRecord& record : log.records) {
      EXPECT_LT(record.offset, damaged.size());
      for (const Value& value : record.row.values) {
        EXPECT_TRUE(value.usable() == std::isfinite(value.number));
      }
    }
    EXPECT_LE(log.reader->position(), damaged.size());
  }
}

// Header of two columns, 56 bytes.
constexpr std::string_view kHeadInUtc =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\B\"\r\n";
constexpr std::string_view kTimeCell = "\"11/22/2026 00:00:00.000\"";

struct RowCase {
  const char* name;
  std::string_view cells;  // after the time, with the end of the line
  std::string_view values;
  std::string_view anomalies;
};

class DamagedRows : public testing::TestWithParam<RowCase> {};

TEST_P(DamagedRows, GiveWhatIsSound) {
  const ReadLog log =
      read_log(std::string(kHeadInUtc) + std::string(kTimeCell) + std::string(GetParam().cells));
  std::string values;
  for (const LogRecord& record : log.records) {
    for (const Value& value : record.row.values) {
      values += value.usable() ? std::to_string(static_cast<int>(value.number)) : "-";
      values += value.status == CStatus::invalid_data ? "! " : " ";
    }
  }
  EXPECT_EQ(values, GetParam().values);
  EXPECT_EQ(anomalies_of(log), GetParam().anomalies);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, DamagedRows,
    testing::Values(
        RowCase{"TooShort", ",\"1\"\r\n", "1 - ",
                "log.csv, line 2: text log.row at byte 56: does not match the rest of the data (1) "
                "(loss)\n"},
        RowCase{"NoCell", "\r\n", "- - ",
                "log.csv, line 2: text log.row at byte 56: does not match the rest of the data (0) "
                "(loss)\n"},
        RowCase{"TooLong", ",\"1\",\"2\",\"3\"\r\n", "-! -! ",
                "log.csv, line 2: text log.row at byte 56: does not match the rest of the data (3) "
                "(loss)\n"},
        RowCase{"BlankSurplus", ",\"1\",\"2\",\" \",\r\n", "1 2 ", ""},
        RowCase{"TextBetween", ",\"1\"x,\"2\"\r\n", "1 - ",
                "log.csv, line 2: text log.row at byte 85: is malformed (loss)\n"},
        RowCase{
            "LastLineWithoutEnd", ",\"1\",\"2\"", "1 2 ",
            "log.csv, line 2: text log.last row at byte 56: is cut off by the end of the data\n"},
        RowCase{"LastLineCutInACell", ",\"1\",\"2", "1 - ",
                "log.csv, line 2: text log.last row at byte 56: is cut off by the end of the data "
                "(loss)\n"},
        RowCase{"LastLineCutWithoutQuotes", ",1,2", "1 - ",
                "log.csv, line 2: text log.last row at byte 56: is cut off by the end of the data "
                "(loss)\n"},
        RowCase{"Zeros", std::string_view(",\"1\",\"2\"\r\n\0\0\0\0", 14), "1 2 ",
                "log.csv, line 3: text log.last row at byte 91: is cut off by the end of the data "
                "(loss)\n"},
        RowCase{"NoRow", ",\"1\",\"2\"\r\nhello\r\n", "1 2 ",
                "log.csv, line 3: text log.time at byte 91: is not a number (loss)\n"},
        RowCase{"TimeWithoutDate", ",\"1\",\"2\"\r\n00:15.0,1,2\r\n", "1 2 ",
                "log.csv, line 3: text log.time without its date at byte 91: is missing (loss)\n"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(DamagedTextLog, OddLastByteOfUtf16_IsReportedAsACutRow) {
  std::string text = "\xFF\xFE";
  for (const char c : std::string(kHeadInUtc) + std::string(kTimeCell) + ",\"1\",\"2\"\r\n") {
    text += c;
    text += '\0';
  }
  const std::string at = std::to_string(text.size());
  const ReadLog log = read_log(text + '"');
  EXPECT_EQ(log.records.size(), 1U);
  EXPECT_EQ(anomalies_of(log), "log.csv, line 3: text log.last row at byte " + at +
                                   ": is cut off by the end of the data (loss)\n");
  EXPECT_EQ(log.reader->anomalies()[0].skipped_bytes, 1U);
  EXPECT_EQ(log.reader->position(), text.size() + 1);
}

TEST(DamagedTextLog, SkippedLine_SaysHowMuchWasLost) {
  const ReadLog log = read_log(std::string(kHeadInUtc) + "hello\r\n");
  ASSERT_EQ(log.reader->anomalies().size(), 1U);
  EXPECT_EQ(log.reader->anomalies()[0].skipped_bytes, 7U);
  EXPECT_EQ(log.reader->anomalies()[0].skipped_records, 1U);
}

TEST(DamagedTextLog, LineBeyondTheLimit_IsSkippedAndNotKept) {
  TextLogOptions options;
  options.limits.line_bytes = 1'000;
  const std::string row = std::string(kTimeCell) + ",\"1\",\"2\"\r\n";
  const std::string long_line(500'000, 'x');
  const ReadLog log = read_log(std::string(kHeadInUtc) + row + long_line + "\r\n" + row, options);
  EXPECT_EQ(log.records.size(), 2U);
  ASSERT_EQ(log.reader->anomalies().size(), 1U);
  EXPECT_EQ(log.reader->anomalies()[0].what.error->code, Errc::over_limit);
  EXPECT_EQ(log.reader->anomalies()[0].skipped_bytes, long_line.size() + 2);
  EXPECT_EQ(log.reader->position(), log.reader->size());
}

// The next line is no better as a header, but it is not the cause.
TEST(DamagedTextLog, HeaderBeyondTheLimit_IsNamedAsTooLong) {
  TextLogOptions options;
  options.limits.line_bytes = 40;
  const std::string row = std::string(kTimeCell) + ",\"1\",\"2\"\r\n";
  const std::string header(kHeadInUtc);
  ASSERT_GT(header.size(), options.limits.line_bytes);
  const std::string refused = "log.csv, line 1: text log.line at byte 0: exceeds the limit (" +
                              std::to_string(header.size()) + ")\n";
  EXPECT_EQ(anomalies_of(read_log(header + row, options)), refused);
  EXPECT_EQ(anomalies_of(read_log(header, options)), refused);
}

TEST(DamagedTextLog, LongLineBeforeTheHeader_IsSkipped) {
  TextLogOptions options;
  options.limits.line_bytes = 1'000;
  const ReadLog log = read_log(std::string(2'000, 'x') + "\r\n" + std::string(kHeadInUtc), options);
  EXPECT_EQ(log.reader->header().entries.size(), 2U);
  EXPECT_EQ(log.reader->anomaly_count(), 1U);
}

TEST(DamagedTextLog, ColumnsBeyondTheLimit_AreAnError) {
  TextLogOptions options;
  options.limits.columns = 1;
  EXPECT_EQ(anomalies_of(read_log(kHeadInUtc, options)),
            "log.csv, line 1: text log.column at byte 40: exceeds the limit (1)\n");
}

TEST(DamagedTextLog, AnomaliesAreCounted_AndTheFirstHundredKept) {
  std::string text(kHeadInUtc);
  for (int i = 0; i < 250; ++i) text += "hello\r\n";
  const ReadLog log = read_log(text);
  EXPECT_EQ(log.reader->anomaly_count(), 250U);
  EXPECT_EQ(log.reader->anomalies().size(), LogReader::kMostAnomalies);
}

}  // namespace
}  // namespace openperflib
