// FormattedValue: a value as PDH gives it, as a number of the kind that the caller asks for.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "openperflib/abi/pdh_constants.h"
#include "openperflib/counter/calculate.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/counter/formula.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Which number a FormattedValue has.
enum class NumberKind : std::uint8_t { integer_32, integer_64, real };

// How a value becomes a number. Value: the flags of a PDH_FMT_ format, which are valid.
class ValueFormat {
 public:
  // A real number, capped and scaled.
  constexpr ValueFormat() noexcept = default;
  // nullopt: they name none of the kinds or several, or contain flags that no value is formatted
  // with.
  [[nodiscard]] static constexpr std::optional<ValueFormat> of_flags(std::uint32_t flags) noexcept {
    const std::uint32_t kind = flags & ~(PDH_FMT_NOSCALE | PDH_FMT_1000 | PDH_FMT_NOCAP100);
    if (kind != PDH_FMT_LONG && kind != PDH_FMT_LARGE && kind != PDH_FMT_DOUBLE) {
      return std::nullopt;
    }
    return ValueFormat(flags);
  }

  // Returns real for PDH_FMT_DOUBLE, integer_32 for PDH_FMT_LONG, integer_64 for PDH_FMT_LARGE.
  [[nodiscard]] constexpr NumberKind kind() const noexcept {
    if (has(PDH_FMT_DOUBLE)) return NumberKind::real;
    return has(PDH_FMT_LONG) ? NumberKind::integer_32 : NumberKind::integer_64;
  }
  // Returns Cap::at_100 without PDH_FMT_NOCAP100; only percentages are capped.
  [[nodiscard]] constexpr Cap cap() const noexcept {
    return has(PDH_FMT_NOCAP100) ? Cap::none : Cap::at_100;
  }
  // Whether values are multiplied by 10^scale: PDH_FMT_NOSCALE is not set.
  [[nodiscard]] constexpr bool is_scaled() const noexcept { return !has(PDH_FMT_NOSCALE); }
  // Whether values are multiplied by 1000, also those that are not scaled.
  [[nodiscard]] constexpr bool times_1000() const noexcept { return has(PDH_FMT_1000); }
  bool operator==(const ValueFormat&) const = default;

 private:
  constexpr explicit ValueFormat(std::uint32_t flags) noexcept : flags_(flags) {}
  [[nodiscard]] constexpr bool has(std::uint32_t flag) const noexcept {
    return (flags_ & flag) != 0;
  }
  std::uint32_t flags_ = PDH_FMT_DOUBLE;
};

// Value, of two registers: a number of the kind that was asked for. Without a usable status it is
// 0, which is what callers of PDH get beside it.
struct FormattedValue {
  std::uint64_t bits = 0;  // of the number
  CStatus status = CStatus::no_data;

  // A value without a number.
  [[nodiscard]] static constexpr FormattedValue unusable(CStatus why) noexcept {
    return {.bits = 0, .status = why};
  }
  // Returns a value with a number of NumberKind::real.
  [[nodiscard]] static constexpr FormattedValue of(double real, CStatus status) noexcept {
    return {.bits = std::bit_cast<std::uint64_t>(real), .status = status};
  }
  // Returns a value with a number of NumberKind::integer_32 or integer_64.
  [[nodiscard]] static constexpr FormattedValue of(std::int64_t integer, CStatus status) noexcept {
    return {.bits = std::bit_cast<std::uint64_t>(integer), .status = status};
  }
  // Whether there is a number: the status is valid_data or new_data.
  [[nodiscard]] constexpr bool usable() const noexcept { return openperflib::usable(status); }
  // Returns the number of NumberKind::real.
  [[nodiscard]] constexpr double real() const noexcept { return std::bit_cast<double>(bits); }
  // Returns the number of the other kinds.
  [[nodiscard]] constexpr std::int64_t integer() const noexcept {
    return std::bit_cast<std::int64_t>(bits);
  }
};

// What formatted() does with a usable value that is not just a number.
[[nodiscard]] FormattedValue converted(const Formula& formula, const Value& value,
                                       const RawCounter& newer, ValueFormat format,
                                       int scale) noexcept;

// A value that was calculated strictly and without a cap (docs/counter_types.md, section 6), from
// `newer` or, in sources without readings, elsewhere: capped, multiplied by 10^scale and by 1000
// where the format says so, and converted, in this order. An integer has no fraction; what does not
// fit becomes the nearest number that does. A reading that its type shows unchanged keeps its 64
// bits as an unscaled integer_64.
[[nodiscard]] inline FormattedValue formatted(const Formula& formula, const Value& value,
                                              const RawCounter& newer, ValueFormat format,
                                              int scale) noexcept {
  if (!value.usable()) return FormattedValue::unusable(value.status);
  if (format.kind() != NumberKind::real || format.times_1000() || scale != 0) {
    return converted(formula, value, newer, format, scale);
  }
  const bool is_capped = formula.is_percentage && format.cap() == Cap::at_100;
  return FormattedValue::of(is_capped ? std::min(value.number, 100.0) : value.number, value.status);
}

// Formats the value that two readings have together.
[[nodiscard]] FormattedValue formatted(const Formula& formula, const RawCounter& older,
                                       const RawCounter& newer, ValueFormat format, int scale,
                                       MultiTimer multi_timer = MultiTimer::timed) noexcept;

}  // namespace openperflib
