// The local time zone, as named in the headers of text logs.
#pragma once

#include <string>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. The offset in effect at a moment.
struct ZoneOffset {
  std::string name = "UTC";  // "CET", or "UTC+01:00" if the name is not ASCII
  int bias_minutes = 0;      // added to local time to get UTC, as on Windows: CET is -60
  bool is_known = true;      // false: a log does not tell its offset, and 0 stands for it
  bool operator==(const ZoneOffset&) const = default;
};

// Returns "+01:00" for -60, as ISO 8601 has it.
[[nodiscard]] std::string offset_text(int bias_minutes);

// "UTC+01:00" for -60: an ASCII name that suits any zone.
[[nodiscard]] std::string name_of_offset(int bias_minutes);

// The zone of the environment (TZ, /etc/localtime) at `time_utc`.
[[nodiscard]] ZoneOffset local_zone_at(FileTime time_utc);

// Converts `time_utc` to local time.
[[nodiscard]] constexpr FileTime to_local(FileTime time_utc, int bias_minutes) noexcept {
  return time_utc - bias_minutes * 60 * kTicksPerSecond;
}

}  // namespace openperflib
