#include "openperflib/counter/formatted_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "openperflib/counter/format_value.h"
#include "openperflib/counter/scale.h"

namespace openperflib {
namespace {

// Without its fraction; the nearest Integer if it does not fit.
template <typename Integer>
std::int64_t nearest(double number) noexcept {
  using Limits = std::numeric_limits<Integer>;
  // 2^31 or 2^63: one more than the largest, which a double cannot always hold.
  const double end = std::ldexp(1.0, Limits::digits);
  if (number >= end) return Limits::max();
  if (number < -end) return Limits::min();
  return static_cast<Integer>(number);
}

FormattedValue number_of(double number, CStatus status, NumberKind kind) noexcept {
  switch (kind) {
    case NumberKind::integer_32:
      return FormattedValue::of(nearest<std::int32_t>(number), status);
    case NumberKind::integer_64:
      return FormattedValue::of(nearest<std::int64_t>(number), status);
    case NumberKind::real:
      break;
  }
  return FormattedValue::of(number, status);
}

bool changes_numbers(ValueFormat format, int scale) noexcept {
  return format.times_1000() || (format.is_scaled() && scale != 0);
}

}  // namespace

FormattedValue converted(const Formula& formula, const Value& value, const RawCounter& newer,
                         ValueFormat format, int scale) noexcept {
  if (format.kind() == NumberKind::integer_64 && !changes_numbers(format, scale)) {
    const auto exact = exact_integer(formula.type, newer);
    if (exact.has_value()) return {.bits = *exact, .status = value.status};
  }
  double number = value.number;
  if (formula.is_percentage && format.cap() == Cap::at_100) number = std::min(number, 100.0);
  if (format.is_scaled()) number = scaled(number, scale);
  if (format.times_1000()) number *= 1000;
  return number_of(number, value.status, format.kind());
}

FormattedValue formatted(const Formula& formula, const RawCounter& older, const RawCounter& newer,
                         ValueFormat format, int scale, MultiTimer multi_timer) noexcept {
  const Value value = calculate(formula, older, newer, {.multi_timer = multi_timer});
  return formatted(formula, value, newer, format, scale);
}

}  // namespace openperflib
