#include "openperflib/counter/value_distribution.h"

#include <algorithm>
#include <cmath>

namespace openperflib {
namespace {

// The bounds of ranges: kLeast * kGrowth^n. What is nearer to 0 is 0.
constexpr double kGrowth = 1.01;
constexpr double kLeast = 1e-12;

}  // namespace

// 0 for what is as good as 0, n + 1 for the n-th range above it, -(n + 1) below.
int ValueDistribution::range_of(double number) noexcept {
  const double size = std::abs(number);
  if (size < kLeast) return 0;
  const auto n = static_cast<int>(std::floor(std::log(size / kLeast) / std::log(kGrowth)));
  return number < 0 ? -(n + 1) : n + 1;
}

double ValueDistribution::middle_of(int range) noexcept {
  if (range == 0) return 0;
  const double size = kLeast * std::pow(kGrowth, std::abs(range) - 0.5);
  return range < 0 ? -size : size;
}

void ValueDistribution::count_range(int range) {
  const int in_page = (range % kRangesAPage + kRangesAPage) % kRangesAPage;
  Page& page = pages_[(range - in_page) / kRangesAPage];
  ++page[static_cast<std::size_t>(in_page)];
}

void ValueDistribution::add(double number) {
  ++count_;
  if (!is_exact()) {
    count_range(range_of(number));
    return;
  }
  values_.push_back(number);
  is_sorted_ = false;
  if (values_.size() <= exact_values_) return;
  for (const double value : values_) count_range(range_of(value));
  values_ = {};
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
  for (const auto& [number, page] : pages_) {
    for (int i = 0; i < kRangesAPage; ++i) {
      so_far += page[static_cast<std::size_t>(i)];
      if (so_far < rank) continue;
      return {.number = middle_of(number * kRangesAPage + i), .status = CStatus::valid_data};
    }
  }
  return Value::unusable(CStatus::no_data);
}

}  // namespace openperflib
