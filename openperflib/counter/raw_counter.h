// One raw reading of a counter and one calculated value.
#pragma once

#include <cstdint>
#include <limits>

#include "openperflib/counter/cstatus.h"

namespace openperflib {

// PDH_RAW_COUNTER with the facts a calculation needs beside it. What the numbers are is told by the
// counter's type (docs/counter_types.md): `first` is the value; `second` the clock
// (PerfTime, PerfTime100nSec, object PerfTime) or the base; `multi` the multiplier of MULTI types.
struct RawCounter {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t time_base = 0;  // ticks per second of the clock in `second` (or of PerfTime)
  std::uint32_t multi = 0;
  std::uint8_t size = 0;  // bytes of the stored value: 4 or 8, others as found
  CStatus status = CStatus::no_data;
  bool operator==(const RawCounter&) const = default;
};
static_assert(sizeof(RawCounter) == 32);

// A calculated value. `number` is NaN where the status is not usable: never 0 for unknown.
struct Value {
  double number = std::numeric_limits<double>::quiet_NaN();
  CStatus status = CStatus::no_data;

  // No number, and why there is none.
  [[nodiscard]] static constexpr Value unusable(CStatus why) noexcept {
    return {.number = std::numeric_limits<double>::quiet_NaN(), .status = why};
  }
  // Whether there is a number (valid_data, new_data).
  [[nodiscard]] constexpr bool usable() const noexcept { return openperflib::usable(status); }
};

}  // namespace openperflib
