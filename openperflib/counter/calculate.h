// Calculates a value from raw readings: the arithmetic of every counter type.
#pragma once

#include <cstdint>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/formula.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/counter/type_table.h"

namespace openperflib {

// How to treat a 4-byte value that decreased: no value, or a wrap if the step is below 2^31.
enum class Wrap : std::uint8_t { strict, modulo_2_32 };
// The two interpretations of PERF_COUNTER_MULTI_TIMER: divided by seconds, or by ticks of the
// clock.
enum class MultiTimer : std::uint8_t { timed, plain };
// Whether percentages, including those of MULTI types, are limited to 100.
enum class Cap : std::uint8_t { none, at_100 };
// clock_was_set: types of the 100-ns clock have no value, because it was set between the readings.
enum class ClockCheck : std::uint8_t { off, clock_was_set };

// The caller's choices (docs/counter_types.md, section 6). PDH: strict, at_100, plain for
// format-from-raw. Logs, files and drop-in tools: the defaults. Live queries: modulo_2_32 for
// counters that wrap, clock_was_set after the clock was set.
struct Policy {
  Wrap wrap = Wrap::strict;
  MultiTimer multi_timer = MultiTimer::timed;
  Cap cap = Cap::none;
  ClockCheck clock_check = ClockCheck::off;
};

// The value of `newer`, with `older` as the previous reading; types that need one reading ignore
// `older`. If a type needs two and there is only one, pass an `older` with status invalid_data,
// which becomes the status of the result. A usable value is finite; any other is NaN with a status.
[[nodiscard]] Value calculate(CounterType type, const RawCounter& older, const RawCounter& newer,
                              const Policy& policy = {}) noexcept;

// The same for a type resolved earlier by formula_of() or find_type(), for loops over bound series.
// Looks nothing up; costs one indirect call.
[[nodiscard]] inline Value calculate(const Formula& formula, const RawCounter& older,
                                     const RawCounter& newer, const Policy& policy = {}) noexcept {
  if (formula.calculate == nullptr) return Value::unusable(CStatus::invalid_data);
  return formula.calculate(formula, older, newer, policy);
}
// The same for a predefined type, given its row from find_type().
[[nodiscard]] inline Value calculate(const TypeRow& row, const RawCounter& older,
                                     const RawCounter& newer, const Policy& policy = {}) noexcept {
  return calculate(row.formula, older, newer, policy);
}

}  // namespace openperflib
