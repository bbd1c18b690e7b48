// Properties of text logs, tested with generated logs.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib {
namespace {

// A log of calculated values, as a program has it in its hands.
struct ValueLog {
  std::vector<std::string> paths;
  std::vector<Row> rows;
};

// Any double that a log may contain, including missing ones.
Value any_value() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  const auto number = std::bit_cast<double>(bits);
  const bool is_missing = !std::isfinite(number) || bits % 5 == 0;
  return is_missing ? Value::unusable(CStatus::no_data)
                    : Value{.number = number, .status = CStatus::valid_data};
}

std::string any_name() {
  static const std::vector<std::string> kLetters = {
      "a", "Z", "0", " ", ",", "\t", ";", "\"", "\"\"", "#", "/", "[", ".", "%", "-", "é", "内"};
  std::string name = "x";
  for (const auto& letter :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kLetters))) {
    name += letter;
  }
  return name;
}

ValueLog any_log() {
  ValueLog log;
  const int columns = *rc::gen::inRange(0, 6);
  for (int i = 0; i < columns; ++i) {
    log.paths.push_back("\\\\H\\" + any_name() + "(" + any_name() + ")\\" + any_name());
  }
  FileTime time = 131'537'159'845'620'000;
  const int rows = *rc::gen::inRange(0, 5);
  for (int i = 0; i < rows; ++i) {
    time += *rc::gen::inRange<FileTime>(1, 1'000'000) * (kTicksPerSecond / 1'000);
    Row& row = log.rows.emplace_back(Row{.time_utc = time, .values = {}});
    for (int column = 0; column < columns; ++column) row.values.push_back(any_value());
  }
  return log;
}

std::string written(const ValueLog& log, TextLogFormat format, const ZoneOffset& zone,
                    std::optional<SheetStyle> sheet = std::nullopt) {
  const UniqueFd file = empty_file();
  TextLogWriteOptions options;
  options.sheet = sheet;
  TextLogWriter writer(file.get(), "log", format, zone, options);
  RC_ASSERT(writer.begin_columns(log.paths).has_value());
  for (const Row& row : log.rows) RC_ASSERT(writer.write({}, row).has_value());
  RC_ASSERT(writer.end().has_value());
  std::string text(1U << 20, '\0');
  text.resize(static_cast<std::size_t>(::pread(file.get(), text.data(), text.size(), 0)));
  return text;
}

ValueLog log_from(std::string_view text, ZoneOffset& zone) {
  const ReadLog read = read_log(text);
  RC_ASSERT(read.reader != nullptr);
  zone = {read.reader->header().zone_name, read.reader->header().bias_minutes.value()};
  ValueLog log;
  for (std::size_t i = 0; i < read.reader->catalog().series().size(); ++i) {
    log.paths.emplace_back(read.reader->column_text(i));
  }
  for (const LogRecord& record : read.records) log.rows.push_back(record.row);
  return log;
}

RC_GTEST_PROP(TextLogLaw, WriteThenRead_GivesTheVeryLog, ()) {
  const ValueLog log = any_log();
  const int bias = *rc::gen::inRange(-840, 841);
  ZoneOffset zone;
  const ValueLog again = log_from(written(log, TextLogFormat::csv, {"Some Zone", bias}), zone);
  RC_ASSERT(zone == (ZoneOffset{"Some Zone", bias}));
  RC_ASSERT(again.paths == log.paths);
  RC_ASSERT(again.rows.size() == log.rows.size());
  for (std::size_t i = 0; i < log.rows.size(); ++i) {
    RC_ASSERT(again.rows[i].time_utc == log.rows[i].time_utc);
    for (std::size_t column = 0; column < log.paths.size(); ++column) {
      const Value& was = log.rows[i].values[column];
      const Value& is = again.rows[i].values[column];
      RC_ASSERT(is.status == was.status);
      RC_ASSERT(!was.usable() || is.number == was.number);
    }
  }
}

// Its times are whole seconds.
RC_GTEST_PROP(TextLogLaw, SheetThatWeWrite_IsReadAgain, ()) {
  const ValueLog log = any_log();
  const int bias = *rc::gen::inRange(-840, 841);
  const auto sheet = *rc::gen::element(SheetStyle::decimal_point, SheetStyle::decimal_comma);
  const auto format = *rc::gen::element(TextLogFormat::csv, TextLogFormat::tsv);
  ZoneOffset zone;
  const ValueLog again = log_from(written(log, format, {"Some Zone", bias}, sheet), zone);
  RC_ASSERT(zone.bias_minutes == bias);
  RC_ASSERT(again.paths == log.paths);
  RC_ASSERT(again.rows.size() == log.rows.size());
  for (std::size_t i = 0; i < log.rows.size(); ++i) {
    const FileTime late = again.rows[i].time_utc - log.rows[i].time_utc;
    RC_ASSERT(late <= kTicksPerSecond / 2 && late >= -kTicksPerSecond / 2);
    for (std::size_t column = 0; column < log.paths.size(); ++column) {
      const Value& was = log.rows[i].values[column];
      const Value& is = again.rows[i].values[column];
      RC_ASSERT(is.usable() == was.usable());
      RC_ASSERT(!was.usable() || is.number == was.number);
    }
  }
}

RC_GTEST_PROP(TextLogLaw, CsvToTsvToCsv_IsTheSameBytes, ()) {
  const std::string csv = written(any_log(), TextLogFormat::csv, {"Some Zone", 60});
  ZoneOffset zone;
  const std::string tsv = written(log_from(csv, zone), TextLogFormat::tsv, zone);
  RC_ASSERT(tsv.starts_with("\"(PDH-TSV 4.0) (Some Zone)(60)\""));
  RC_ASSERT(written(log_from(tsv, zone), TextLogFormat::csv, zone) == csv);
}

}  // namespace
}  // namespace openperflib
