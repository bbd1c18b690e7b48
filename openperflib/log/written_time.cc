#include "openperflib/log/written_time.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace openperflib {
namespace {

// Reads a number and what stands behind it. Whether both were there.
bool take_number(std::string_view& text, std::uint16_t& number, std::string_view behind) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.starts_with(behind)) return false;
  text.remove_prefix(behind.size());
  return true;
}

bool take_date(std::string_view& text, SystemTime& time) {
  if (text.find('/') != std::string_view::npos) {
    return take_number(text, time.month, "/") && take_number(text, time.day, "/") &&
           take_number(text, time.year, "");
  }
  return take_number(text, time.year, "-") && take_number(text, time.month, "-") &&
         take_number(text, time.day, "");
}

// Exactly three digits behind the point: ".5" could be half a second or five milliseconds.
bool take_milliseconds(std::string_view& text, SystemTime& time) {
  if (text.empty()) return true;
  constexpr std::size_t kLength = 4;
  return text.size() == kLength && text.front() == '.' &&
         (text.remove_prefix(1), take_number(text, time.milliseconds, "")) && text.empty();
}

bool take_time(std::string_view& text, SystemTime& time) {
  if (text.empty()) return true;
  if (text.front() != ' ' && text.front() != 'T') return false;
  text.remove_prefix(1);
  if (!take_number(text, time.hour, ":") || !take_number(text, time.minute, "")) return false;
  if (text.empty()) return true;
  if (text.front() != ':') return false;
  text.remove_prefix(1);
  return take_number(text, time.second, "") && take_milliseconds(text, time);
}

}  // namespace

std::optional<FileTime> time_from_written(std::string_view text) noexcept {
  SystemTime time;
  if (!take_date(text, time) || !take_time(text, time)) return std::nullopt;
  return file_time_from(time);
}

std::string written_time(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}", date.year, date.month, date.day,
                     date.hour, date.minute, date.second, date.milliseconds);
}

}  // namespace openperflib
