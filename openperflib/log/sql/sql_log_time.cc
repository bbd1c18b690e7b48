#include <fmt/core.h>

#include <charconv>
#include <iterator>

#include "openperflib/log/sql/sql_log_time_internal.h"

namespace openperflib {
namespace {

// Reads `digits` digits followed by `behind`; false if one of them is missing.
bool take_digits(std::string_view& text, std::size_t digits, std::string_view behind,
                 std::uint16_t& into) noexcept {
  if (text.size() < digits) return false;
  const char* const end = text.data() + digits;
  const auto [read_to, error] = std::from_chars(text.data(), end, into);
  if (error != std::errc() || read_to != end) return false;
  text.remove_prefix(digits);
  if (behind.empty()) return true;
  if (text.empty() || behind.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

void write_sql_time(FileTime time, std::string& into) {
  into.clear();
  const SystemTime t = system_time_from(time);
  if (t.year == 0 || t.year > 9999) return;
  fmt::format_to(std::back_inserter(into), "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}", t.year,
                 t.month, t.day, t.hour, t.minute, t.second, t.milliseconds);
}

std::optional<FileTime> read_sql_time(std::string_view text) noexcept {
  text = text.substr(0, text.find('\0'));
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  SystemTime time;
  const bool has_date =
      take_digits(text, 4, "-", time.year) && take_digits(text, 2, "-", time.month) &&
      take_digits(text, 2, " T", time.day) && take_digits(text, 2, ":", time.hour) &&
      take_digits(text, 2, ":", time.minute) && take_digits(text, 2, "", time.second);
  if (!has_date) return std::nullopt;
  if (!text.empty()) {
    if (text.front() != '.' && text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    if (!take_digits(text, 3, "", time.milliseconds) || !text.empty()) return std::nullopt;
  }
  return file_time_from(time);
}

}  // namespace openperflib
