#include "openperflib/log/text/text_log_text.h"

#include <fmt/core.h>

#include <iterator>

namespace openperflib {

void append_quoted(std::string& line, std::string_view text) {
  line += '"';
  for (const char c : text) {
    const bool ends_line = c == '\r' || c == '\n' || c == '\0';
    line += ends_line ? ' ' : c;
    if (c == '"') line += c;
  }
  line += '"';
}

void append_quoted_time(std::string& line, FileTime time_local) {
  const SystemTime time = system_time_from(time_local);
  fmt::format_to(std::back_inserter(line), "\"{:02}/{:02}/{:04} {:02}:{:02}:{:02}.{:03}\"",
                 time.month, time.day, time.year, time.hour, time.minute, time.second,
                 time.milliseconds);
}

}  // namespace openperflib
