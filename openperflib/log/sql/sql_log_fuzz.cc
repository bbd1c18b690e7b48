// Possible contents of a database, as texts: names, times and rows of any characters, in any order.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/log/sql/sql_log_record_internal.h"
#include "openperflib/log/sql/sql_log_time_internal.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {
namespace {

// A valid name is shown as a valid name.
void check_name(std::string_view text) {
  const auto name = SqlLogName::parse(text);
  if (!name.has_value()) return;
  if (!SqlLogName::is_one(name->shown)) std::abort();
  (void)connection_string(*name, "driver");
}

// A time that can be read is written as the same time, perhaps in another form.
void check_time(std::string_view text) {
  const auto time = read_sql_time(text);
  if (!time.has_value()) return;
  std::string written;
  write_sql_time(*time, written);
  if (!written.empty() && read_sql_time(written) != time) std::abort();
}

// Texts end at a comma, rows at a line's end; "~" is NULL.
SqlDataTexts row_of(std::string_view line) {
  SqlDataTexts row;
  for (auto& text : row) {
    const std::size_t end = line.find(',');
    const std::string_view one = line.substr(0, end);
    if (one != "~") text = one;
    if (end == std::string_view::npos) break;
    line.remove_prefix(end + 1);
  }
  return row;
}

bool is_sound(const LogRecord& record, LogContent content) {
  for (const Value& value : record.row.values) {
    if (value.usable() == (value.number != value.number)) return false;
  }
  return content == LogContent::readings ? record.sample.counters.size() == 2
                                         : record.row.values.size() == 2;
}

void check_rows(std::string_view lines, LogContent content) {
  SqlRecordReader reader(content, -60, {{1, {.place = 0}}, {2, {.place = 1, .size = 4}}});
  LogAnomalies anomalies("set");
  LogRecord record;
  bool has_begun = false;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const SqlDataTexts row = row_of(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (!has_begun || !reader.belongs(row)) reader.begin(row, record);
    has_begun = true;
    reader.take(row, record, anomalies);
    if (!is_sound(record, content)) std::abort();
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_name(text);
  check_time(text);
  (void)is_sql_guid(text);
  check_rows(text, LogContent::readings);
  check_rows(text, LogContent::values);
  return 0;
}
