#include "openperflib/base/civil_time.h"

#include <fmt/core.h>

#include <chrono>

namespace openperflib {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::int64_t kTicksPerDay = 86'400 * kTicksPerSecond;
constexpr sys_days kFirstDay = std::chrono::year{1601} / 1 / 1;

std::int64_t ticks_of_day(const SystemTime& time) noexcept {
  const std::int64_t seconds = time.hour * 3'600 + time.minute * 60 + time.second;
  return seconds * kTicksPerSecond + time.milliseconds * (kTicksPerSecond / 1'000);
}

bool has_time_of_day(const SystemTime& time) noexcept {
  return time.hour < 24 && time.minute < 60 && time.second < 60 && time.milliseconds < 1'000;
}

}  // namespace

SystemTime system_time_from(FileTime time) noexcept {
  if (time < 0) return {};
  const sys_days day = kFirstDay + days{time / kTicksPerDay};
  const std::chrono::year_month_day date{day};
  if (static_cast<int>(date.year()) > 30'827) return {};
  const std::int64_t milliseconds = time % kTicksPerDay / (kTicksPerSecond / 1'000);
  const auto part = [](std::int64_t number) { return static_cast<std::uint16_t>(number); };
  return {.year = part(static_cast<int>(date.year())),
          .month = part(static_cast<unsigned>(date.month())),
          .day_of_week = part(std::chrono::weekday{day}.c_encoding()),
          .day = part(static_cast<unsigned>(date.day())),
          .hour = part(milliseconds / 3'600'000),
          .minute = part(milliseconds / 60'000 % 60),
          .second = part(milliseconds / 1'000 % 60),
          .milliseconds = part(milliseconds % 1'000)};
}

std::optional<FileTime> file_time_from(const SystemTime& time) noexcept {
  const std::chrono::year_month_day date =
      std::chrono::year{time.year} / std::chrono::month{time.month} / std::chrono::day{time.day};
  if (time.year < 1601 || time.year > 30'827 || !date.ok() || !has_time_of_day(time)) {
    return std::nullopt;
  }
  return (sys_days{date} - kFirstDay).count() * kTicksPerDay + ticks_of_day(time);
}

std::optional<std::string> iso_8601(const SystemTime& time) {
  if (!file_time_from(time).has_value()) return std::nullopt;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}", time.year, time.month, time.day,
                     time.hour, time.minute, time.second, time.milliseconds);
}

}  // namespace openperflib
