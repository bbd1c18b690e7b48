// RangeSums: the operands of the values of a range, added up.
#pragma once

#include <cstdint>
#include <limits>

#include "openperflib/base/checked.h"
#include "openperflib/counter/formula.h"

namespace openperflib {

// Returns whether a formula has a value for the sums of a range. A type of two samples without
// anything to divide by (DELTA) has none.
[[nodiscard]] inline bool has_range_formula(const Formula& formula) noexcept {
  return formula.samples == 2 && formula.second != SecondOperand::none;
}

// Value. Formulas are linear in their operands, so that the value of the sums is the average over
// the range.
struct RangeSums {
  std::uint64_t count = 0;  // values
  Operands total{};         // the sums, with the newest time base and multiplier

  // Adds the operands of one value.
  void include(const Operands& operands) noexcept { add({.count = 1, .total = operands}); }
  // Adds a range that came after this one.
  void add(const RangeSums& later) noexcept {
    if (later.count == 0) return;
    count += later.count;
    const std::uint64_t value = limited_sum(total.value, later.total.value);
    const std::uint64_t divisor = limited_sum(total.divisor, later.total.divisor);
    total = later.total;
    total.value = value;
    total.divisor = divisor;
  }

 private:
  // Sums of differences stay below the counter's own range; foreign readings may do worse, and end
  // at the largest number.
  [[nodiscard]] static std::uint64_t limited_sum(std::uint64_t a, std::uint64_t b) noexcept {
    return checked_add(a, b).value_or(std::numeric_limits<std::uint64_t>::max());
  }
};

}  // namespace openperflib
