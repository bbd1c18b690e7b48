#include "openperflib/log/text/sheet_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "openperflib/text/number_text.h"

namespace openperflib {

char separator_of(TextLogFormat format, std::optional<SheetStyle> sheet) noexcept {
  if (format == TextLogFormat::tsv) return '\t';
  return sheet == SheetStyle::decimal_comma ? ';' : ',';
}

std::string sheet_time_title(const ZoneOffset& zone) {
  return zone.is_known ? fmt::format("time ({})", name_of_offset(zone.bias_minutes)) : "time";
}

void append_sheet_time(std::string& line, FileTime time_local) {
  const SystemTime time = system_time_from(time_local + kTicksPerSecond / 2);
  fmt::format_to(std::back_inserter(line), "{:04}-{:02}-{:02} {:02}:{:02}:{:02}", time.year,
                 time.month, time.day, time.hour, time.minute, time.second);
}

void append_sheet_number(std::string& line, double number, SheetStyle sheet) {
  const std::size_t begin = line.size();
  append_number(line, number);
  if (sheet != SheetStyle::decimal_comma) return;
  std::replace(line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(), '.', ',');
}

}  // namespace openperflib
