// Times and durations for people, on the clock that they are given in.
#pragma once

#include <string>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// "2026-11-21 10:00:00", "10:00:00".
[[nodiscard]] std::string date_text(FileTime time);
[[nodiscard]] std::string clock_text(FileTime time);
// Returns whether both times are on the same day.
[[nodiscard]] bool is_one_day(FileTime a, FileTime b);
// "2026-11-21 10:00:00 to 11:00:00", with the second date if it differs.
[[nodiscard]] std::string extent_text(FileTime first, FileTime last);
// "50 ms", "0.2 s", "38 s", "5 min", "2 h 10 min", "3 days 2 h": rounded to the second, from an
// hour on to the minute.
[[nodiscard]] std::string duration_text(FileTime ticks);

}  // namespace openperflib
