#include "openperflib/counter/formula.h"

#include "openperflib/counter/calculation_internal.h"
#include "openperflib/counter/expressions_internal.h"
#include "openperflib/counter/type_table.h"

namespace openperflib {
namespace {

namespace ex = expressions;

// Flags are applied in this order: quantity, sources, inverse, percentage
// (docs/counter_types.md, section 7).
template <Formula::Expression quantity>
double by_flags(const Operands& o) noexcept {
  double number = quantity(o);
  if (o.type.is_multi() && !o.type.is_inverse()) number = ex::quotient(number, ex::sources(o));
  if (o.type.is_inverse()) number = (o.type.is_multi() ? ex::sources(o) : 1) - number;
  return o.type.suffix() == Suffix::percent ? number * 100 : number;
}

// The expression for a subtype, and its operands.
Formula quantity(Formula::Expression evaluate, FirstOperand first, SecondOperand second) noexcept {
  return {.evaluate = evaluate, .first = first, .second = second};
}

Formula timed(Formula formula) noexcept {
  formula.needs_time_base = true;
  return formula;
}

FirstOperand first_operand(CounterType type) noexcept {
  return type.is_delta() ? FirstOperand::difference : FirstOperand::newest;
}

Formula number_formula(CounterType type) noexcept {
  switch (type.number_format()) {
    case NumberFormat::hexadecimal:
    case NumberFormat::decimal:
      return quantity(by_flags<ex::value>, first_operand(type), SecondOperand::none);
    case NumberFormat::thousandths:
      return quantity(by_flags<ex::thousandths>, first_operand(type), SecondOperand::none);
    case NumberFormat::unknown:
      break;
  }
  return {};
}

// A RATE shown in percent is a share of the clock's ticks; any other is per second.
Formula rate_formula(CounterType type) noexcept {
  const FirstOperand first = first_operand(type);
  if (type.suffix() == Suffix::percent) {
    return quantity(by_flags<ex::ratio>, first, SecondOperand::clock_difference);
  }
  return timed(quantity(by_flags<ex::per_second>, first, SecondOperand::clock_difference));
}

Formula fraction_formula(CounterType type) noexcept {
  const auto second =
      type.is_delta_base() ? SecondOperand::base_difference : SecondOperand::base_newest;
  if (type.suffix() != Suffix::seconds) {
    return quantity(by_flags<ex::ratio>, first_operand(type), second);
  }
  return timed(quantity(by_flags<ex::seconds_per_operation>, first_operand(type), second));
}

// Without a base, the time base takes its place: elapsed ticks instead of a base difference, the
// ticks of one second instead of a base reading.
Formula baseless_fraction_formula(CounterType type) noexcept {
  const FirstOperand first = first_operand(type);
  if (type.is_delta_base()) {
    return quantity(by_flags<ex::ratio>, first, SecondOperand::clock_difference);
  }
  return timed(quantity(by_flags<ex::seconds>, first, SecondOperand::none));
}

Formula counter_formula(CounterType type, BaseDefinition base) noexcept {
  switch (type.subtype()) {
    case CounterSubtype::value:
      return quantity(by_flags<ex::value>, first_operand(type), SecondOperand::none);
    case CounterSubtype::rate:
      return rate_formula(type);
    case CounterSubtype::fraction:
      return base == BaseDefinition::present ? fraction_formula(type)
                                             : baseless_fraction_formula(type);
    case CounterSubtype::precision:
      if (base == BaseDefinition::absent) return {};
      return quantity(by_flags<ex::ratio>, first_operand(type), SecondOperand::base_difference);
    case CounterSubtype::elapsed:
      return quantity(by_flags<ex::seconds>, FirstOperand::elapsed, SecondOperand::none);
    case CounterSubtype::queue_length:
      return quantity(by_flags<ex::ratio>, FirstOperand::queue_product,
                      SecondOperand::clock_difference);
    case CounterSubtype::base:
    case CounterSubtype::histogram:
    case CounterSubtype::unknown:
      break;
  }
  return {};
}

Formula formula_of_kind(CounterType type, BaseDefinition base) noexcept {
  if (type.is_histogram() || type.size() == TypeSize::zero) return {};
  switch (type.kind()) {
    case TypeKind::number:
      return number_formula(type);
    case TypeKind::counter:
      return counter_formula(type, base);
    case TypeKind::zero:
      return quantity(ex::zero, FirstOperand::newest, SecondOperand::none);
    case TypeKind::text:
      break;
  }
  return {};
}

bool reads_a_clock(const Formula& formula) noexcept {
  return formula.needs_time_base || formula.first == FirstOperand::elapsed ||
         formula.second == SecondOperand::clock_difference;
}

std::uint8_t samples_of(const Formula& formula) noexcept {
  if (formula.evaluate == nullptr) return 0;
  const bool one =
      (formula.first == FirstOperand::newest || formula.first == FirstOperand::elapsed) &&
      (formula.second == SecondOperand::none || formula.second == SecondOperand::base_newest);
  return one ? 1 : 2;
}

Value calculate_by_flags(const Formula& formula, const RawCounter& older, const RawCounter& newer,
                         const Policy& policy) noexcept {
  return calculation::value_of(formula, older, newer, policy);
}

Formula formula_from_flags(CounterType type, BaseDefinition base) noexcept {
  Formula formula = formula_of_kind(type, base);
  if (type.timer() == Timer::unknown && reads_a_clock(formula)) formula = {};
  if (formula.evaluate != nullptr) formula.calculate = calculate_by_flags;
  formula.type = type;
  formula.samples = samples_of(formula);
  formula.never_below_zero = type.is_inverse();
  formula.is_percentage = type.suffix() == Suffix::percent;
  formula.uses_100ns_clock = type.timer() == Timer::hundred_ns;
  return formula;
}

}  // namespace

Formula formula_of(CounterType type, BaseDefinition base) noexcept {
  const TypeRow* row = find_type(type);
  return row != nullptr ? row->formula : formula_from_flags(type, base);
}

}  // namespace openperflib
