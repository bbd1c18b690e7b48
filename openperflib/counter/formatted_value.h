// FormattedValue: a value as PDH gives it, as a number of the kind that the caller asks for.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/counter/calculate.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/counter/formula.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Which number a FormattedValue has.
enum class NumberKind : std::uint8_t { integer_32, integer_64, real };

// How a value becomes a number. Value.
struct ValueFormat {
  NumberKind kind = NumberKind::real;
  Cap cap = Cap::at_100;    // none: PDH_FMT_NOCAP100
  bool is_scaled = true;    // false: PDH_FMT_NOSCALE
  bool times_1000 = false;  // PDH_FMT_1000

  // The format of PDH_FMT_ flags. nullopt: they name none of the kinds or several, or contain flags
  // that no value is formatted with.
  [[nodiscard]] static std::optional<ValueFormat> of_flags(std::uint32_t flags) noexcept;
  bool operator==(const ValueFormat&) const = default;
};

// Value. Without a usable status both numbers are 0, which is what callers of PDH get beside it.
struct FormattedValue {
  CStatus status = CStatus::no_data;
  double real = 0;           // of NumberKind::real
  std::int64_t integer = 0;  // of the others
  [[nodiscard]] constexpr bool usable() const noexcept { return openperflib::usable(status); }
};

// A value that was calculated strictly and without a cap (docs/counter_types.md, section 6), from
// `newer` or, in sources without readings, elsewhere: capped, multiplied by 10^scale and by 1000
// where the format says so, and converted, in this order. An integer has no fraction; what does not
// fit becomes the nearest number that does. A reading that its type shows unchanged keeps its 64
// bits as an unscaled integer_64.
[[nodiscard]] FormattedValue formatted(const Formula& formula, const Value& value,
                                       const RawCounter& newer, const ValueFormat& format,
                                       int scale) noexcept;

// The same of two readings.
[[nodiscard]] FormattedValue formatted(const Formula& formula, const RawCounter& older,
                                       const RawCounter& newer, const ValueFormat& format,
                                       int scale,
                                       MultiTimer multi_timer = MultiTimer::timed) noexcept;

}  // namespace openperflib
