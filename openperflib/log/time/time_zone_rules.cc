#include "openperflib/log/time/time_zone_rules.h"

#include <cstdint>
#include <optional>

#include "openperflib/log/time/clock_ticks_internal.h"

namespace openperflib {
namespace {

constexpr std::int64_t kMostBias = 24 * 60;  // minutes
constexpr int kDaysAWeek = 7;
constexpr std::uint16_t kLastOfTheMonth = 5;

// Converts a yearly `date` to the day of the month in that year.
std::optional<FileTime> in_year(const SystemTime& date, std::uint16_t year) noexcept {
  if (date.day < 1 || date.day > kLastOfTheMonth || date.day_of_week >= kDaysAWeek) {
    return std::nullopt;
  }
  SystemTime first = date;
  first.year = year;
  first.day = 1;
  const auto start = file_time_from(first);
  if (!start.has_value()) return std::nullopt;
  const int first_weekday = system_time_from(*start).day_of_week;
  FileTime day = *start + (date.day_of_week - first_weekday + kDaysAWeek) % kDaysAWeek * kTicksADay;
  for (int week = 1; week < date.day; ++week) {
    const FileTime next = day + kDaysAWeek * kTicksADay;
    if (system_time_from(next).month != date.month) break;
    day = next;
  }
  return day;
}

// The start of a period in the year of a time; nullopt if it never begins.
std::optional<FileTime> beginning(const TimeZoneRules::Period& period,
                                  std::uint16_t year) noexcept {
  if (period.begins.month == 0) return std::nullopt;
  if (period.begins.year != 0) return file_time_from(period.begins);
  return in_year(period.begins, year);
}

}  // namespace

const TimeZoneRules::Period& TimeZoneRules::at(FileTime time_local) const noexcept {
  const std::uint16_t year = system_time_from(time_local).year;
  const auto to_standard = beginning(standard, year);
  const auto to_daylight = beginning(daylight, year);
  if (!to_standard.has_value() || !to_daylight.has_value()) return standard;
  // North of the equator daylight time is within a year, south of it around the turn of the year.
  const bool after_daylight = time_local >= *to_daylight;
  const bool before_standard = time_local < *to_standard;
  const bool is_daylight = *to_daylight < *to_standard ? after_daylight && before_standard
                                                       : after_daylight || before_standard;
  return is_daylight ? daylight : standard;
}

std::optional<int> TimeZoneRules::bias_at(FileTime time_local) const noexcept {
  const std::int64_t bias = std::int64_t{bias_minutes} + at(time_local).bias_minutes;
  if (bias < -kMostBias || bias > kMostBias) return std::nullopt;
  return static_cast<int>(bias);
}

}  // namespace openperflib
