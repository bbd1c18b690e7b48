// The expressions of docs/counter_types.md, section 3. The order of operations is the contract: it
// gives the doubles that Windows writes, digit for digit.
#pragma once

#include <cstdint>

#include "openperflib/counter/formula.h"

namespace openperflib::expressions {

// No operations, no sources: 0, and a valid value (docs/counter_types.md, section 5).
inline double quotient(double dividend, double divisor) noexcept {
  return divisor == 0 ? 0 : dividend / divisor;
}

inline double value(const Operands& o) noexcept { return static_cast<double>(o.value); }
inline double divisor(const Operands& o) noexcept { return static_cast<double>(o.divisor); }
inline double frequency(const Operands& o) noexcept { return static_cast<double>(o.time_base); }
inline double sources(const Operands& o) noexcept { return static_cast<double>(o.multi); }

// The reading as the signed 64-bit number that PDH_RAW_COUNTER.FirstValue is.
inline double signed_value(const Operands& o) noexcept {
  return static_cast<double>(static_cast<std::int64_t>(o.value));
}
inline double zero(const Operands&) noexcept { return 0; }
inline double thousandths(const Operands& o) noexcept { return value(o) / 1000; }
inline double ratio(const Operands& o) noexcept { return quotient(value(o), divisor(o)); }
inline double per_second(const Operands& o) noexcept {
  return value(o) / (divisor(o) / frequency(o));
}
inline double seconds(const Operands& o) noexcept { return quotient(value(o), frequency(o)); }
inline double seconds_per_operation(const Operands& o) noexcept {
  return quotient(value(o) / frequency(o), divisor(o));
}

inline double percent(const Operands& o) noexcept { return ratio(o) * 100; }
inline double percent_inverse(const Operands& o) noexcept { return 100 * (1 - ratio(o)); }
inline double percent_of_sources(const Operands& o) noexcept {
  return quotient(100 * ratio(o), sources(o));
}
inline double percent_of_sources_timed(const Operands& o) noexcept {
  return quotient(100 * per_second(o), sources(o));
}
inline double percent_of_sources_inverse(const Operands& o) noexcept {
  return 100 * (sources(o) - ratio(o));
}

}  // namespace openperflib::expressions
