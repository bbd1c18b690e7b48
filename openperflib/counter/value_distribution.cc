#include "openperflib/counter/value_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace openperflib {
namespace {

// The bounds of ranges: kLeast * kGrowth^n. What is nearer to 0 is 0.
constexpr double kGrowth = 1.01;
constexpr double kLeast = 1e-12;

}  // namespace

// 0 for what is as good as 0, n + 1 for the n-th range above it, -(n + 1) below.
std::int32_t ValueDistribution::range_of(double number) noexcept {
  const double size = std::abs(number);
  if (size < kLeast) return 0;
  const auto n = static_cast<std::int32_t>(std::floor(std::log(size / kLeast) / std::log(kGrowth)));
  return number < 0 ? -(n + 1) : n + 1;
}

double ValueDistribution::middle_of(std::int32_t range) noexcept {
  if (range == 0) return 0;
  const double size = kLeast * std::pow(kGrowth, std::abs(range) - 0.5);
  return range < 0 ? -size : size;
}

void ValueDistribution::count_in_range(std::int32_t number, std::uint32_t values) {
  const auto place = std::ranges::lower_bound(ranges_, number, {}, &Range::number);
  if (place == ranges_.end() || place->number != number) {
    ranges_.insert(place, {number, values});
    return;
  }
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  place->values = values > kMost - place->values ? kMost : place->values + values;
}

void ValueDistribution::give_up_values() {
  for (const double value : values_) count_in_range(range_of(value), 1);
  values_ = {};
}

void ValueDistribution::add(double number) {
  ++count_;
  if (!is_exact()) {
    count_in_range(range_of(number), 1);
    return;
  }
  values_.push_back(number);
  is_sorted_ = false;
  if (values_.size() > exact_values_) give_up_values();
}

void ValueDistribution::add(const ValueDistribution& other) {
  count_ += other.count_;
  if (is_exact() && other.is_exact() && values_.size() + other.values_.size() <= exact_values_) {
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
    is_sorted_ = false;
    return;
  }
  give_up_values();
  for (const double value : other.values_) count_in_range(range_of(value), 1);
  for (const Range& range : other.ranges_) count_in_range(range.number, range.values);
}

void ValueDistribution::keep_exact(std::size_t exact_values) {
  exact_values_ = exact_values;
  if (values_.size() > exact_values) give_up_values();
}

Value ValueDistribution::percentile(double percent) const {
  if (count_ == 0) return Value::unusable(CStatus::no_data);
  const double share = std::clamp(percent, 0.0, 100.0) / 100 * static_cast<double>(count_);
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(share)));
  if (is_exact()) {
    if (!is_sorted_) std::ranges::sort(values_);
    is_sorted_ = true;
    return {.number = values_[rank - 1], .status = CStatus::valid_data};
  }
  std::uint64_t so_far = 0;
  for (const Range& range : ranges_) {
    so_far += range.values;
    if (so_far >= rank) return {.number = middle_of(range.number), .status = CStatus::valid_data};
  }
  return Value::unusable(CStatus::no_data);
}

}  // namespace openperflib
