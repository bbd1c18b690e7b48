// How the readings of a counter type become a number. Resolved once per series and then used for
// every reading: calculate(const Formula&, ...) looks nothing up.
#pragma once

#include <cstdint>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

struct Policy;  // calculate.h

// Value. The operands of an expression. Differences are taken between integers, before any
// conversion to double, so that readings beyond 2^53 lose nothing.
struct Operands {
  std::uint64_t value = 0;      // N1 - N0 or N1, depending on Formula::first
  std::uint64_t divisor = 0;    // T1 - T0, B1 - B0 or B1, depending on Formula::second
  std::uint64_t time_base = 0;  // F: ticks per second of the clock
  std::uint32_t multi = 0;      // the multiplier of MULTI types
  CounterType type{};
};

// How Operands::value is formed.
enum class FirstOperand : std::uint8_t {
  newest,         // N1
  difference,     // N1 - N0
  elapsed,        // T1 - N1: the value is the instant at which something began
  queue_product,  // (N1 + length1 * T1) - (N0 + length0 * T0), the length in RawCounter::multi
};

// How Operands::divisor is formed.
enum class SecondOperand : std::uint8_t { none, clock_difference, base_difference, base_newest };

// Whether the definition after a counter is its base. Only types outside the predefined ones can be
// calculated without it (docs/counter_types.md, section 7).
enum class BaseDefinition : std::uint8_t { present, absent };

// Value; trivially copyable, owns nothing.
struct Formula {
  // Only the arithmetic of a type: no checks, no clamp, no policy.
  using Expression = double (*)(const Operands&) noexcept;
  // From two readings to the value with its status; calculate() forwards to it.
  using Calculation = Value (*)(const Formula&, const RawCounter& older, const RawCounter& newer,
                                const Policy&) noexcept;

  Calculation calculate = nullptr;  // the whole calculation; null: the type never has a value
  Expression evaluate = nullptr;    // null: the type never has a value
  Expression plain = nullptr;       // used instead for MultiTimer::plain, if not null
  CounterType type{};
  std::uint8_t samples = 0;  // readings needed: 1 or 2; 0 if the type never has a value
  FirstOperand first = FirstOperand::newest;
  SecondOperand second = SecondOperand::none;
  bool needs_time_base = false;   // `evaluate` divides by F
  bool base_is_dword = false;     // the base is a 4-byte counter and may wrap
  bool never_below_zero = false;  // inverse types: clamped under every policy
  bool is_percentage = false;     // capped by Cap::at_100
  bool uses_100ns_clock = false;  // no value under ClockCheck::clock_was_set
};

// The formula of a type: its row in the table, or, for a type outside the table, the formula that
// its flags define. `base` matters only to the latter.
[[nodiscard]] Formula formula_of(CounterType type,
                                 BaseDefinition base = BaseDefinition::present) noexcept;

}  // namespace openperflib
