#include "openperflib/rules/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace openperflib {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

bool Expression::is_comparison(Code code) noexcept {
  return code >= Code::less && code <= Code::not_equal;
}

bool Expression::wants_large(Code code) noexcept {
  return code == Code::greater || code == Code::greater_or_equal;
}

// Division by zero gives NaN rather than infinity.
double Expression::combine(Code code, double a, double b) noexcept {
  switch (code) {
    case Code::add:
      return a + b;
    case Code::subtract:
      return a - b;
    case Code::multiply:
      return a * b;
    case Code::divide:
      return b == 0 ? kUnknown : a / b;
    case Code::least:
      return std::isnan(a) || std::isnan(b) ? kUnknown : std::min(a, b);
    case Code::largest:
      return std::isnan(a) || std::isnan(b) ? kUnknown : std::max(a, b);
    case Code::less:
      return a < b ? 1 : 0;
    case Code::less_or_equal:
      return a <= b ? 1 : 0;
    case Code::greater:
      return a > b ? 1 : 0;
    case Code::greater_or_equal:
      return a >= b ? 1 : 0;
    case Code::equal:
      return a == b ? 1 : 0;
    case Code::not_equal:
      return a < b || a > b ? 1 : 0;
    case Code::both:
      return a == 1 && b == 1 ? 1 : 0;
    case Code::either:
      return a == 1 || b == 1 ? 1 : 0;
    default:
      return kUnknown;
  }
}

// A number that was unknown the last time has no difference.
double Expression::load(const Step& step, std::span<const double> numbers,
                        std::span<const double> before) noexcept {
  if (step.code == Code::constant) return step.constant;
  const double now = numbers[step.name];
  if (step.code == Code::name) return now;
  if (before.empty()) return kUnknown;
  const double change = now - before[step.name];
  if (step.code == Code::change) return change;
  if (step.code == Code::fall) return change < 0 ? -change : change * 0;
  return change >= 0 ? change : kUnknown;
}

double Expression::evaluate(std::span<const double> numbers,
                            std::span<const double> before) const noexcept {
  std::array<double, kMostDepth> stack;
  std::size_t depth = 0;
  for (const Step& step : steps_) {
    if (step.code <= Code::fall) {
      stack[depth++] = load(step, numbers, before);
    } else if (step.code == Code::negate) {
      stack[depth - 1] = -stack[depth - 1];
    } else {
      --depth;
      stack[depth - 1] = combine(step.code, stack[depth - 1], stack[depth]);
    }
  }
  return depth == 1 && std::isfinite(stack[0]) ? stack[0] : kUnknown;
}

bool Expression::uses(std::size_t name) const noexcept {
  return std::ranges::any_of(steps_, [&](const Step& step) {
    const bool is_load = step.code >= Code::name && step.code <= Code::fall;
    return is_load && step.name == name;
  });
}

bool Expression::uses_before() const noexcept {
  return std::ranges::any_of(
      steps_, [](const Step& step) { return step.code >= Code::step && step.code <= Code::fall; });
}

std::optional<Expression::Limit> Expression::limit(std::size_t first_name) const {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& comparison = steps_[i];
    if (!is_comparison(comparison.code) || comparison.right != comparison.left + 1) continue;
    const Step& left = steps_[comparison.left];
    if (left.code != Code::name || left.name < first_name) continue;
    Limit found{.name = left.name, .number = {}, .is_upper = wants_large(comparison.code)};
    const auto begin = steps_.begin() + static_cast<std::ptrdiff_t>(comparison.right);
    found.number.steps_.assign(begin, steps_.begin() + static_cast<std::ptrdiff_t>(i));
    return found;
  }
  return std::nullopt;
}

}  // namespace openperflib
