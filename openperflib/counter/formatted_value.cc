#include "openperflib/counter/formatted_value.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "openperflib/abi/pdh_constants.h"
#include "openperflib/counter/format_value.h"
#include "openperflib/counter/scale.h"

namespace openperflib {
namespace {

struct KindFlag {
  std::uint32_t flag;
  NumberKind kind;
};
constexpr auto kKinds = std::to_array<KindFlag>({{PDH_FMT_LONG, NumberKind::integer_32},
                                                 {PDH_FMT_LARGE, NumberKind::integer_64},
                                                 {PDH_FMT_DOUBLE, NumberKind::real}});
constexpr std::uint32_t kModifiers = PDH_FMT_NOSCALE | PDH_FMT_1000 | PDH_FMT_NOCAP100;

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

FormattedValue converted(double number, CStatus status, NumberKind kind) noexcept {
  switch (kind) {
    case NumberKind::integer_32:
      return {.status = status, .integer = nearest<std::int32_t>(number)};
    case NumberKind::integer_64:
      return {.status = status, .integer = nearest<std::int64_t>(number)};
    case NumberKind::real:
      break;
  }
  return {.status = status, .real = number};
}

bool changes_numbers(const ValueFormat& format, int scale) noexcept {
  return format.times_1000 || (format.is_scaled && scale != 0);
}

}  // namespace

std::optional<ValueFormat> ValueFormat::of_flags(std::uint32_t flags) noexcept {
  const auto* const kind = std::ranges::find(kKinds, flags & ~kModifiers, &KindFlag::flag);
  if (kind == kKinds.end()) return std::nullopt;
  return ValueFormat{.kind = kind->kind,
                     .cap = (flags & PDH_FMT_NOCAP100) != 0 ? Cap::none : Cap::at_100,
                     .is_scaled = (flags & PDH_FMT_NOSCALE) == 0,
                     .times_1000 = (flags & PDH_FMT_1000) != 0};
}

FormattedValue formatted(const Formula& formula, const Value& value, const RawCounter& newer,
                         const ValueFormat& format, int scale) noexcept {
  if (!value.usable()) return {.status = value.status};
  if (format.kind == NumberKind::integer_64 && !changes_numbers(format, scale)) {
    const auto exact = exact_integer(formula.type, newer);
    if (exact.has_value()) {
      return {.status = value.status, .integer = std::bit_cast<std::int64_t>(*exact)};
    }
  }
  double number = value.number;
  if (formula.is_percentage && format.cap == Cap::at_100) number = std::min(number, 100.0);
  if (format.is_scaled) number = scaled(number, scale);
  if (format.times_1000) number *= 1000;
  return converted(number, value.status, format.kind);
}

FormattedValue formatted(const Formula& formula, const RawCounter& older, const RawCounter& newer,
                         const ValueFormat& format, int scale, MultiTimer multi_timer) noexcept {
  const Value value = calculate(formula, older, newer, {.multi_timer = multi_timer});
  return formatted(formula, value, newer, format, scale);
}

}  // namespace openperflib
