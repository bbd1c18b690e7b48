#include "openperflib/view/summary/series_numbers.h"

#include <algorithm>
#include <cmath>

namespace openperflib {
namespace {

// Returns whether one of them is missing.
bool lacks_some(std::span<const double> numbers) noexcept {
  return std::ranges::any_of(numbers, [](double number) { return std::isnan(number); });
}

}  // namespace

void SeriesNumbers::include(std::span<const double> numbers) noexcept {
  double minimum = count() == 0 ? numbers.front() : minimum_;
  double maximum = count() == 0 ? numbers.front() : maximum_;
  double sum = sum_;
  for (const double number : numbers) {
    minimum = std::min(minimum, number);
    maximum = std::max(maximum, number);
    sum += number;
  }
  minimum_ = minimum;
  maximum_ = maximum;
  sum_ = sum;
}

void SeriesNumbers::add(double number) {
  if (std::isnan(number)) {
    if (count() != 0) ++gaps_;
    trend_.add_missing();
    return;
  }
  include({&number, 1});
  distribution_.add(number);
  trend_.add(number);
}

void SeriesNumbers::add(std::span<const double> numbers) {
  if (lacks_some(numbers)) {
    for (const double number : numbers) add(number);
  } else if (!numbers.empty()) {
    include(numbers);
    distribution_.add(numbers);
    trend_.add(numbers);
  }
}

// A value that is missing does not count as a gap: it is the first one of its series.
void SeriesNumbers::add_each(std::span<const double> numbers) {
  if (!lacks_some(numbers)) return add(numbers);
  for (const double number : numbers) std::isnan(number) ? trend_.add_missing() : add(number);
}

void SeriesNumbers::add(const SeriesNumbers& later) {
  if (later.count() != 0) {
    const bool is_first = count() == 0;
    minimum_ = is_first ? later.minimum_ : std::min(minimum_, later.minimum_);
    maximum_ = is_first ? later.maximum_ : std::max(maximum_, later.maximum_);
  }
  distribution_.add(later.distribution_);
  trend_.add(later.trend_);
  sum_ += later.sum_;
  gaps_ += later.gaps_;
}

void SeriesNumbers::clear() noexcept {
  distribution_.clear();
  trend_.clear();
  sum_ = minimum_ = maximum_ = 0;
  gaps_ = 0;
}

}  // namespace openperflib
