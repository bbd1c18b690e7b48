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
  // How the bias is found: it never changes, by the zone's rules, or by the clock going back.
  enum class Kind : std::uint8_t { fixed, by_rules, by_jumps };
  // The bias in force at the next time of the log, in minutes to add to local time.
  [[nodiscard]] int next_bias(FileTime time_local) noexcept;
  // In the hour that comes twice: daylight time first, and standard time once the clock went back.
  [[nodiscard]] int bias_by_rules(FileTime time_local) const noexcept;
  // For a time that the clock shows twice, the bias of its second pass; nullopt for any other time.
  [[nodiscard]] std::optional<int> second_bias(FileTime time_local, int bias) const noexcept;
  // Whether the rules give the bias that the log says is in force; otherwise they are not its
  // rules.
  [[nodiscard]] bool rules_hold(FileTime time_local) const noexcept;
  // Whether the time is about one interval after the previous one, if the clock went back an hour
  // in between.
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
