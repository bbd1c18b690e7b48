// Any bytes as a text log: they are read to the end, and the result is written and read again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

bool is_same(const Value& a, const Value& b) {
  return a.usable() == b.usable() && (!a.usable() || a.number == b.number);
}

// A usable value is a number, and any other is NaN; no offset is outside the file.
void check_records(const ReadLog& log, std::size_t size) {
  for (const LogRecord& record : log.records) {
    check(record.offset < size);
    for (const Value& value : record.row.values) {
      check(value.usable() ? std::isfinite(value.number) : std::isnan(value.number));
    }
  }
  for (const LogAnomaly& anomaly : log.reader->anomalies()) {
    check(anomaly.what.error->offset <= size);
    check(anomaly.skipped_bytes <= size);
  }
  check(log.reader->position() <= size);
}

std::vector<std::string> paths_of(const TextLogReader& reader) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < reader.catalog().series().size(); ++i) {
    paths.emplace_back(reader.column_text(i));
  }
  return paths;
}

// Writes the rows that have the columns of the end of the log. A last column that is not a path may
// be taken for a caption, so such logs are skipped.
void check_rewritten(const ReadLog& log) {
  const auto paths = paths_of(*log.reader);
  if (!paths.empty() && log.reader->catalog().series().back().object.empty()) return;
  const LogHeader& header = log.reader->header();
  const UniqueFd file = empty_file();
  TextLogWriter writer(file.get(), "log.tsv", TextLogFormat::tsv,
                       {header.zone_name, header.bias_minutes.value_or(0)});
  check(writer.begin_columns(paths).has_value());
  std::vector<LogRecord> wanted = log.records;
  std::erase_if(wanted,
                [&](const LogRecord& one) { return one.row.values.size() != paths.size(); });
  for (LogRecord& record : wanted) {
    record.row.time_utc =
        record.time_local + header.bias_minutes.value_or(0) * 60 * kTicksPerSecond;
    check(writer.write({}, record.row).has_value());
  }
  check(writer.end().has_value());
  const ReadLog again = read_log(UniqueFd(::dup(file.get())));
  check(again.reader != nullptr && again.records.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    check(again.records[i].time_local == wanted[i].time_local);
    check(std::ranges::equal(again.records[i].row.values, wanted[i].row.values, is_same));
  }
}

// A reader that only checks the rows finds the same wrong with them.
void check_without_values(const ReadLog& log, std::string_view bytes) {
  auto times = TextLogReader::open(file_of(bytes), "log.csv", {}, LogReadings::times);
  check(times.has_value());
  LogRecord record;
  std::size_t records = 0;
  while ((*times)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    check(records < log.records.size() && record.row.values.empty());
    check(record.time_local == log.records[records++].time_local);
  }
  check(records == log.records.size());
  check((*times)->anomaly_count() == log.reader->anomaly_count());
}

void read_any(std::string_view bytes) {
  const ReadLog log = read_log(bytes);
  if (log.reader == nullptr) return;
  check_records(log, bytes.size());
  check_without_values(log, bytes);
  check_rewritten(log);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read_any({reinterpret_cast<const char*>(data), size});
  return 0;
}
