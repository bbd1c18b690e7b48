#include "openperflib/view/text/time_text.h"

#include <fmt/core.h>

namespace openperflib {
namespace {

constexpr FileTime kNearlyASecond = kTicksPerSecond / 100 * 95;
constexpr FileTime kTenthOfASecond = kTicksPerSecond / 10;
constexpr FileTime kTicksPerMillisecond = kTicksPerSecond / 1'000;

// "2 h", "2 h 10 min".
std::string in_two_units(FileTime whole, const char* unit, FileTime rest, const char* rest_unit) {
  return rest == 0 ? fmt::format("{} {}", whole, unit)
                   : fmt::format("{} {} {} {}", whole, unit, rest, rest_unit);
}

}  // namespace

bool is_one_day(FileTime a, FileTime b) {
  constexpr FileTime kTicksOfDay = FileTime{86400} * kTicksPerSecond;
  return a / kTicksOfDay == b / kTicksOfDay;
}

std::string clock_text(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:02}:{:02}:{:02}", date.hour, date.minute, date.second);
}

std::string date_text(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:04}-{:02}-{:02} {}", date.year, date.month, date.day, clock_text(time));
}

std::string extent_text(FileTime first, FileTime last) {
  return fmt::format("{} to {}", date_text(first),
                     is_one_day(first, last) ? clock_text(last) : date_text(last));
}

std::string duration_text(FileTime ticks) {
  if (ticks > 0 && ticks < kTenthOfASecond) {  // in seconds it would be 0.0 s
    return fmt::format("{} ms", (ticks + kTicksPerMillisecond / 2) / kTicksPerMillisecond);
  }
  if (ticks < kNearlyASecond)
    return fmt::format("{:.1f} s", static_cast<double>(ticks) / kTicksPerSecond);
  const FileTime seconds = (ticks + kTicksPerSecond / 2) / kTicksPerSecond;
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return in_two_units(seconds / 60, "min", seconds % 60, "s");
  const FileTime minutes = (seconds + 30) / 60;
  if (minutes < FileTime{48} * 60) return in_two_units(minutes / 60, "h", minutes % 60, "min");
  return in_two_units(minutes / 1440, "days", minutes / 60 % 24, "h");
}

}  // namespace openperflib
