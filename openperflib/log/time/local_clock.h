// LocalClock converts the times that a log's own clock showed to instants.
//
// A log on the local clock shows an hour twice where daylight time ends, and skips one where it
// begins. The zone's name shows whether a log follows its local clock: names written by Windows
// contain words; "CET" and "UTC+01:00" are fixed offsets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/log/time/time_zone_rules.h"

namespace openperflib {

// Resource: remembers the previous time. Times are given in the order of the log.
class LocalClock {
 public:
  LocalClock() = default;
  // A zone that is known only by name. `bias_minutes`: in force at the first time; nullopt: local
  // time is used as UTC.
  LocalClock(std::string zone_name, std::optional<int> bias_minutes);
  // A zone whose rules are in the log.
  explicit LocalClock(const TimeZoneRules& rules);

  // The instant of the next time of the log. Without rules for the zone, the end of daylight time
  // is recognised by the clock going back by an hour less the previous interval.
  [[nodiscard]] FileTime to_utc(FileTime time_local) noexcept;

 private:
  enum class Kind : std::uint8_t { fixed, by_rules, by_jumps };
  [[nodiscard]] int next_bias(FileTime time_local) noexcept;
  [[nodiscard]] int bias_by_rules(FileTime time_local) const noexcept;
  [[nodiscard]] std::optional<int> second_bias(FileTime time_local, int bias) const noexcept;
  [[nodiscard]] bool rules_hold(FileTime time_local) const noexcept;
  [[nodiscard]] bool is_end_of_daylight(FileTime time_local) const noexcept;
  // Finds the rules for the year of a time, if the zone is known by its name.
  void find_rules(FileTime time_local) noexcept;

  Kind kind_ = Kind::fixed;
  std::string zone_name_;  // empty: the rules are those of the log
  std::optional<TimeZoneRules> rules_;
  std::uint16_t rules_year_ = 0;
  int bias_minutes_ = 0;
  bool has_jumped_ = false;  // by_jumps: daylight time ended; when it begins again is unknown
  std::optional<FileTime> before_local_;
  FileTime before_utc_ = 0;
  FileTime interval_ = 0;  // between the previous two times; 0: unknown
};

}  // namespace openperflib
