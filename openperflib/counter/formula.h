// How the readings of one counter type become a number. Resolved once for a series, then used at
// every reading: calculate(const Formula&, ...) looks nothing up.
#pragma once

#include <cstdint>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

struct Policy;  // calculate.h

// What an expression is evaluated over. Differences are taken between integers, before any double
// exists, so that readings beyond 2^53 lose nothing. Value.
struct Operands {
  std::uint64_t value = 0;      // N1 - N0, or N1, as Formula::first says
  std::uint64_t divisor = 0;    // T1 - T0, B1 - B0 or B1, as Formula::second says
  std::uint64_t time_base = 0;  // F: ticks per second of the clock
  std::uint32_t multi = 0;      // the multiplier of MULTI types
  CounterType type{};
};

// What Operands::value is made of.
enum class FirstOperand : std::uint8_t {
  newest,         // N1
  difference,     // N1 - N0
  elapsed,        // T1 - N1: the value is the instant at which something began
  queue_product,  // (N1 + length1 * T1) - (N0 + length0 * T0), the length in RawCounter::multi
};

// What Operands::divisor is made of.
enum class SecondOperand : std::uint8_t { none, clock_difference, base_difference, base_newest };

// Whether the definition after a counter is its base. Only types outside the predefined ones are
// calculable without (docs/counter_types.md, section 7).
enum class BaseDefinition : std::uint8_t { present, absent };

// Value; trivially copyable, owns nothing.
struct Formula {
  // The arithmetic of a type alone: no checks, no clamp, no policy.
  using Expression = double (*)(const Operands&) noexcept;
  // From two readings to the value with its status: what calculate() forwards to.
  using Calculation = Value (*)(const Formula&, const RawCounter& older, const RawCounter& newer,
                                const Policy&) noexcept;

  Calculation calculate = nullptr;  // all of it; null: the type never has a value
  Expression evaluate = nullptr;    // null: the type never has a value
  Expression plain = nullptr;       // the reading of MultiTimer::plain, where there is one
  CounterType type{};
  std::uint8_t samples = 0;  // readings needed: 1 or 2; 0 where the type never has a value
  FirstOperand first = FirstOperand::newest;
  SecondOperand second = SecondOperand::none;
  bool needs_time_base = false;   // `evaluate` divides by F
  bool base_is_dword = false;     // the base is a 4-byte counter, and may wrap as one
  bool never_below_zero = false;  // inverse types: clamped, by every policy
  bool is_percentage = false;     // capped by Cap::at_100
  bool uses_100ns_clock = false;  // no value under ClockCheck::clock_was_set
};

// The formula of a type: its row of the table, or for a type outside the table what its flags say.
// `base` matters to the latter only.
[[nodiscard]] Formula formula_of(CounterType type,
                                 BaseDefinition base = BaseDefinition::present) noexcept;

}  // namespace openperflib
