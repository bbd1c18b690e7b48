// The local time zone, as the headers of text logs name it.
#pragma once

#include <string>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. The offset in force at one moment.
struct ZoneOffset {
  std::string name = "UTC";  // ASCII: "CET"; what cannot be written in ASCII is "UTC+01:00"
  int bias_minutes = 0;      // to add to local time to get UTC, as Windows has it: CET is -60
  bool operator==(const ZoneOffset&) const = default;
};

// "UTC+01:00" for -60: a name in ASCII that any zone may be called by.
[[nodiscard]] std::string name_of_offset(int bias_minutes);

// The zone of the environment (TZ, /etc/localtime) at `time_utc`.
[[nodiscard]] ZoneOffset local_zone_at(FileTime time_utc);

// `time_utc` on the clock of that zone.
[[nodiscard]] constexpr FileTime to_local(FileTime time_utc, int bias_minutes) noexcept {
  return time_utc - bias_minutes * 60 * kTicksPerSecond;
}

}  // namespace openperflib
