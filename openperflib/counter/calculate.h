// Raw readings to a value: the arithmetic of every counter type.
#pragma once

#include <cstdint>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/formula.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/counter/type_table.h"

namespace openperflib {

// What a 4-byte value that fell means: no value, or a wrap where the step is below 2^31.
enum class Wrap : std::uint8_t { strict, modulo_2_32 };
// PERF_COUNTER_MULTI_TIMER's two readings: divided by the seconds passed, or by the clock's ticks.
enum class MultiTimer : std::uint8_t { timed, plain };
// Percentages, those of MULTI types too.
enum class Cap : std::uint8_t { none, at_100 };
// Types that read the 100-ns clock have no value between two readings over which it was set.
enum class ClockCheck : std::uint8_t { off, clock_was_set };

// How whoever asks wants it (docs/counter_types.md, section 6). PDH: strict, at_100, plain for
// format-from-raw. Logs, files and drop-in tools: the defaults. Live queries: modulo_2_32 for the
// counters that wrap, clock_was_set where the clock was.
struct Policy {
  Wrap wrap = Wrap::strict;
  MultiTimer multi_timer = MultiTimer::timed;
  Cap cap = Cap::none;
  ClockCheck clock_check = ClockCheck::off;
};

// The value of `newer`, with `older` as the reading before it; for types of one sample `older` is
// not looked at. One reading of a type that needs two: pass an `older` whose status is
// invalid_data, and that is the status of the result. Never throws; NaN and a status where there is
// no value; finite where there is one.
[[nodiscard]] Value calculate(CounterType type, const RawCounter& older, const RawCounter& newer,
                              const Policy& policy = {}) noexcept;

// The same for a type that was resolved before, by formula_of() or find_type(): what a loop over
// bound series calls. Looks nothing up; costs one indirect call.
[[nodiscard]] inline Value calculate(const Formula& formula, const RawCounter& older,
                                     const RawCounter& newer, const Policy& policy = {}) noexcept {
  if (formula.calculate == nullptr) return Value::unusable(CStatus::invalid_data);
  return formula.calculate(formula, older, newer, policy);
}
// The same for a predefined type, by its row as find_type() gives it.
[[nodiscard]] inline Value calculate(const TypeRow& row, const RawCounter& older,
                                     const RawCounter& newer, const Policy& policy = {}) noexcept {
  return calculate(row.formula, older, newer, policy);
}

// Whether two readings are of one value as PDH means NEW_DATA: the raw value changed, whatever the
// rate.
[[nodiscard]] constexpr bool raw_value_changed(const RawCounter& older,
                                               const RawCounter& newer) noexcept {
  return older.first != newer.first;
}

}  // namespace openperflib
