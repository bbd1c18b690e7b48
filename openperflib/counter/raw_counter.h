// One raw reading of a counter and one calculated value.
#pragma once

#include <cstdint>
#include <limits>

#include "openperflib/counter/cstatus.h"

namespace openperflib {

// PDH_RAW_COUNTER with the other facts that a calculation needs. The counter's type defines the
// meaning of the numbers (docs/counter_types.md): `first` is the value, `second` the clock
// (PerfTime, PerfTime100nSec, object PerfTime) or the base, `multi` the multiplier of MULTI types.
struct RawCounter {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t time_base = 0;  // ticks per second of the clock in `second` (or of PerfTime)
  std::uint32_t multi = 0;
  std::uint8_t size = 0;  // bytes of the stored value: usually 4 or 8
  CStatus status = CStatus::no_data;
  bool operator==(const RawCounter&) const = default;
};
static_assert(sizeof(RawCounter) == 32);

// A calculated value. `number` is NaN if the status is not usable; unknown is never 0.
struct Value {
  double number = std::numeric_limits<double>::quiet_NaN();
  CStatus status = CStatus::no_data;

  // A value without a number, and the reason.
  [[nodiscard]] static constexpr Value unusable(CStatus why) noexcept {
    return {.number = std::numeric_limits<double>::quiet_NaN(), .status = why};
  }
  // Whether the value has a number (valid_data, new_data).
  [[nodiscard]] constexpr bool usable() const noexcept { return openperflib::usable(status); }
};

}  // namespace openperflib
