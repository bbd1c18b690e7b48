// TimeZoneRules: the two offsets of a time zone and the start of each, as in TIME_ZONE_INFORMATION.
// No time zone database is needed: a log contains the rules of its machine.
//
// Value.
#pragma once

#include <optional>
#include <string>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. The rules of the machine when the log was started.
struct TimeZoneRules {
  // Standard or daylight time.
  struct Period {
    std::string name;  // UTF-8; may be a reference to a resource: "@tzres.dll,-212"
    // Its start, on the local clock before it. Month 0: never. Year 0: each year on the day-th
    // day_of_week of the month; 5 is the last one.
    SystemTime begins;
    int bias_minutes = 0;  // in addition to that of the zone
    bool operator==(const Period&) const = default;
  };
  int bias_minutes = 0;  // to add to local time to get UTC
  Period standard;
  Period daylight;
  bool operator==(const TimeZoneRules&) const = default;

  // The period of a local time. The hour that the clock shows twice counts as daylight time, and so
  // does the one that it skips.
  [[nodiscard]] const Period& at(FileTime time_local) const noexcept;
  // Minutes to add to that local time to get UTC; nullopt if the rules give more than a day.
  [[nodiscard]] std::optional<int> bias_at(FileTime time_local) const noexcept;
};

}  // namespace openperflib
