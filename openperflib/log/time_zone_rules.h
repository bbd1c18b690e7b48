// TimeZoneRules: the two offsets of a time zone and when each begins, as TIME_ZONE_INFORMATION has
// them. No time zone database: a log brings the rules of its machine.
//
// Value.
#pragma once

#include <optional>
#include <string>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. As the machine had them when the log was begun.
struct TimeZoneRules {
  // Standard or daylight time.
  struct Period {
    std::string name;  // UTF-8; may be a reference to a resource: "@tzres.dll,-212"
    // When it begins, on the local clock before it. Month 0: never. Year 0: each year on the day-th
    // day_of_week of the month, 5 is the last one.
    SystemTime begins;
    int bias_minutes = 0;  // on top of the zone's
    bool operator==(const Period&) const = default;
  };
  int bias_minutes = 0;  // to add to local time to get UTC
  Period standard;
  Period daylight;
  bool operator==(const TimeZoneRules&) const = default;

  // The period that a local time is in. The hour that the clock shows twice counts as daylight
  // time, the one that it leaves out as well.
  [[nodiscard]] const Period& at(FileTime time_local) const noexcept;
  // Minutes to add to that local time to get UTC; nothing where the rules say more than a day.
  [[nodiscard]] std::optional<int> bias_at(FileTime time_local) const noexcept;
};

}  // namespace openperflib
