#include "openperflib/counter/sample_window.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace openperflib {
namespace {

// Folds the values of a window into one; no_data if there are none. The order does not matter.
template <class Fold>
Value fold(std::span<const double> numbers, double start, const Fold& step) noexcept {
  double result = start;
  std::size_t count = 0;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    result = step(result, number);
    ++count;
  }
  if (count == 0) return Value{};
  return {.number = result, .status = CStatus::valid_data};
}

Value mean(std::span<const double> numbers) noexcept {
  double count = 0;
  Value sum = fold(numbers, 0, [&](double total, double number) {
    ++count;
    return total + number;
  });
  sum.number /= count;  // NaN stays NaN
  return sum;
}

}  // namespace

void SampleWindow::add(const Value& value) noexcept {
  if (numbers_.empty()) return;
  numbers_[next_] = value.usable() ? value.number : std::numeric_limits<double>::quiet_NaN();
  next_ = (next_ + 1) % numbers_.size();
  filled_ = std::min(filled_ + 1, numbers_.size());
}

Value SampleWindow::average() const noexcept { return mean({numbers_.data(), filled_}); }

Value SampleWindow::minimum() const noexcept {
  return fold(std::span(numbers_.data(), filled_), std::numeric_limits<double>::infinity(),
              [](double a, double b) { return std::min(a, b); });
}

Value SampleWindow::maximum() const noexcept {
  return fold(std::span(numbers_.data(), filled_), -std::numeric_limits<double>::infinity(),
              [](double a, double b) { return std::max(a, b); });
}

Value SampleWindow::range() const noexcept {
  const Value low = minimum();
  return {.number = maximum().number - low.number, .status = low.status};
}

Value SampleWindow::variance() const noexcept {
  const Value center = average();
  double count = 0;
  Value squares = fold(std::span(numbers_.data(), filled_), 0, [&](double total, double number) {
    ++count;
    return total + (number - center.number) * (number - center.number);
  });
  squares.number /= count;
  return squares;
}

}  // namespace openperflib
