// Spans of a clock in ticks, the unit of FILETIME.
#pragma once

#include <cstdint>

#include "openperflib/base/civil_time.h"

namespace openperflib {

inline constexpr std::int64_t kTicksAMinute = 60 * kTicksPerSecond;
inline constexpr std::int64_t kTicksADay = 24 * 60 * kTicksAMinute;

}  // namespace openperflib
