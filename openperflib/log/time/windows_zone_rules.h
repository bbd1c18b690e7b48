// The rules of daylight time for zones that text logs name but do not describe.
//
// Source: the published rules of daylight time, as the time zone database has them; the names are
// those that Windows writes in English.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/log/time/time_zone_rules.h"

namespace openperflib {

// How far daylight time is ahead of standard time.
inline constexpr int kDaylightMinutes = 60;

// Value. A zone of Windows and when its daylight time begins and ends.
struct WindowsZone {
  // The days of the two changes.
  enum class Days : std::uint8_t {
    never,           // there is no daylight time
    north_america,   // second Sunday of March, first of November
    european_union,  // last Sundays of March and October
    australia,       // first Sundays of October and April
    new_zealand,     // last Sunday of September, first of April
  };
  std::string_view stem;  // the text before " Standard Time" and " Daylight Time"
  Days days = Days::never;
  int bias_minutes = 0;          // of standard time
  std::uint16_t begins_at = 0;   // minute of the day on the clock of standard time
  std::uint16_t ends_at = 0;     // minute of the day on the clock of daylight time
  std::uint16_t since_year = 0;  // the first whole year of these rules
  bool is_exception = false;     // other zones with its offset change at another hour of that day

  // nullopt before these rules.
  [[nodiscard]] std::optional<TimeZoneRules> rules_in(std::uint16_t year) const noexcept;
  // Minutes to add to what the clock shows at an instant to get UTC.
  [[nodiscard]] int bias_at(FileTime time_utc) const noexcept;
};

// The zone with one of its two Windows names, "Eastern Standard Time" or "Eastern Daylight Time",
// in any case of letters. nullptr: its rules are not known.
[[nodiscard]] const WindowsZone* find_windows_zone(std::string_view name) noexcept;

// A zone, none of the exceptions, whose clock changes from one bias to the other between two of its
// local times; nullptr: no known one does. The second time may be in the hour that comes twice.
[[nodiscard]] const WindowsZone* zone_that_changes(FileTime from_local, int from_bias,
                                                   FileTime to_local, int to_bias) noexcept;

// The rules of a zone by one of its two Windows names in a year. nullopt for an unknown zone, and
// for years before these rules.
[[nodiscard]] std::optional<TimeZoneRules> rules_of_windows_zone(std::string_view name,
                                                                 std::uint16_t year) noexcept;

}  // namespace openperflib
