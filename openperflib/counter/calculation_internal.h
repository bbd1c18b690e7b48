// The arithmetic of calculate(). Forced inline: for a constant formula, as in each row of the
// table, the compiler makes every choice below.
#pragma once

#include <algorithm>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/counter/calculate.h"

#define OPENPERFLIB_IN_PLACE [[gnu::always_inline]] inline

namespace openperflib::calculation {

inline constexpr std::uint64_t kLargestDword = std::numeric_limits<std::uint32_t>::max();
// A larger step of a 4-byte counter is treated as a restart, not as a wrap.
inline constexpr std::uint32_t kLargestWrap = (1U << 31) - 1;

OPENPERFLIB_IN_PLACE bool is_plain(const Formula& formula, const Policy& policy) noexcept {
  return policy.multi_timer == MultiTimer::plain && formula.plain != nullptr;
}

// newer - older of a counter that only rises; nullopt if it decreased without wrapping.
OPENPERFLIB_IN_PLACE std::optional<std::uint64_t> rise(std::uint64_t older, std::uint64_t newer,
                                                       bool may_wrap) noexcept {
  if (newer >= older) [[likely]]
    return newer - older;
  if (!may_wrap || older > kLargestDword) return std::nullopt;
  const auto step =
      wrapping_sub(static_cast<std::uint32_t>(newer), static_cast<std::uint32_t>(older));
  if (step > kLargestWrap) return std::nullopt;
  return step;
}

// If the start is unknown (0) or in the future, no time has elapsed.
OPENPERFLIB_IN_PLACE std::uint64_t elapsed(const RawCounter& newer) noexcept {
  return newer.first == 0 || newer.second <= newer.first ? 0 : newer.second - newer.first;
}

// The product that a queue of constant length would have reached at the time of the reading; exact
// modulo 2^64, as is the difference of two such products.
OPENPERFLIB_IN_PLACE std::uint64_t product_by_now(const RawCounter& raw) noexcept {
  return raw.first + raw.multi * raw.second;
}

OPENPERFLIB_IN_PLACE std::optional<std::uint64_t> queue_product(const RawCounter& older,
                                                                const RawCounter& newer) noexcept {
  const std::uint64_t product = wrapping_sub(product_by_now(newer), product_by_now(older));
  if (static_cast<std::int64_t>(product) < 0) return std::nullopt;
  return product;
}

OPENPERFLIB_IN_PLACE std::optional<std::uint64_t> first_operand(const Formula& formula,
                                                                const RawCounter& older,
                                                                const RawCounter& newer,
                                                                const Policy& policy) noexcept {
  switch (formula.first) {
    case FirstOperand::difference:
      return rise(older.first, newer.first, policy.wrap == Wrap::modulo_2_32 && newer.size == 4);
    case FirstOperand::newest:
      return newer.first;
    case FirstOperand::elapsed:
      return elapsed(newer);
    case FirstOperand::queue_product:
      return queue_product(older, newer);
  }
  return std::nullopt;
}

OPENPERFLIB_IN_PLACE std::expected<std::uint64_t, CStatus> second_operand(
    const Formula& formula, const RawCounter& older, const RawCounter& newer,
    const Policy& policy) noexcept {
  switch (formula.second) {
    case SecondOperand::none:
      return 0;
    case SecondOperand::clock_difference:
      if (newer.second <= older.second) return std::unexpected(CStatus::negative_timebase);
      return newer.second - older.second;
    case SecondOperand::base_difference: {
      const bool may_wrap = policy.wrap == Wrap::modulo_2_32 && formula.base_is_dword;
      const auto step = rise(older.second, newer.second, may_wrap);
      if (!step.has_value()) return std::unexpected(CStatus::negative_denominator);
      return *step;
    }
    case SecondOperand::base_newest:
      if (static_cast<std::int64_t>(newer.second) < 0) {
        return std::unexpected(CStatus::negative_denominator);
      }
      return newer.second;
  }
  return std::unexpected(CStatus::invalid_data);
}

// Whether the readings are usable, before their numbers are considered.
OPENPERFLIB_IN_PLACE CStatus check_readings(const Formula& formula, const RawCounter& older,
                                            const RawCounter& newer,
                                            const Policy& policy) noexcept {
  if (formula.evaluate == nullptr) return CStatus::invalid_data;
  if (!usable(newer.status)) return newer.status;
  if (formula.samples == 2 && (!usable(older.status) || older.size != newer.size)) {
    return CStatus::invalid_data;
  }
  if (formula.uses_100ns_clock && policy.clock_check == ClockCheck::clock_was_set) {
    return CStatus::no_data;
  }
  return CStatus::valid_data;
}

// Division by the time of a clock without a frequency has no result.
OPENPERFLIB_IN_PLACE bool lacks_time_base(const Formula& formula, const RawCounter& newer,
                                          const Policy& policy) noexcept {
  return formula.needs_time_base && newer.time_base == 0 && !is_plain(formula, policy);
}

// Idle time may slightly exceed the clock, so an inverse type is clamped at zero. Only PDH caps
// values above 100.
OPENPERFLIB_IN_PLACE double bounded(double number, const Formula& formula,
                                    const Policy& policy) noexcept {
  if (formula.never_below_zero) number = std::max(number, 0.0);
  if (formula.is_percentage && policy.cap == Cap::at_100) number = std::min(number, 100.0);
  return number;
}

OPENPERFLIB_IN_PLACE std::expected<Operands, CStatus> check_operands(
    const Formula& formula, const RawCounter& older, const RawCounter& newer,
    const Policy& policy) noexcept {
  const CStatus status = check_readings(formula, older, newer, policy);
  if (!usable(status)) return std::unexpected(status);
  const auto divisor = second_operand(formula, older, newer, policy);
  if (!divisor.has_value()) return std::unexpected(divisor.error());
  if (lacks_time_base(formula, newer, policy)) return std::unexpected(CStatus::invalid_data);
  const auto value = first_operand(formula, older, newer, policy);
  if (!value.has_value()) return std::unexpected(CStatus::negative_value);
  return Operands{.value = *value,
                  .divisor = *divisor,
                  .time_base = newer.time_base,
                  .multi = newer.multi,
                  .type = formula.type};
}

OPENPERFLIB_IN_PLACE double evaluate(const Formula& formula, const Operands& operands,
                                     const Policy& policy) noexcept {
  const auto expression = is_plain(formula, policy) ? formula.plain : formula.evaluate;
  return bounded(expression(operands), formula, policy);
}

OPENPERFLIB_IN_PLACE Value value_of(const Formula& formula, const RawCounter& older,
                                    const RawCounter& newer, const Policy& policy) noexcept {
  const auto operands = check_operands(formula, older, newer, policy);
  if (!operands.has_value()) return Value::unusable(operands.error());  // NaN, never 0
  return {.number = evaluate(formula, *operands, policy), .status = CStatus::valid_data};
}

}  // namespace openperflib::calculation

#undef OPENPERFLIB_IN_PLACE
