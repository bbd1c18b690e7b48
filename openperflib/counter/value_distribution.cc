#include "openperflib/counter/value_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace openperflib {
namespace {

// The bounds of ranges: kLeast * kGrowth^n. What is nearer to 0 is 0.
constexpr double kGrowth = 1.01;
constexpr double kLeast = 1e-12;
const double kLogOfLeast = std::log(kLeast);
const double kRangesPerLog = 1 / std::log(kGrowth);

// As many values wait as half of the ranges, within these bounds: all ranges are passed by to count
// them.
constexpr std::size_t kFewestWaiting = 16;
constexpr std::size_t kMostWaiting = 256;

}  // namespace

// 0 for what is as good as 0, n + 1 for the n-th range above it, -(n + 1) below. Two divisions are
// made only near a bound, where rounding may decide.
std::int32_t ValueDistribution::range_of(double number) noexcept {
  constexpr double kNearBound = 1e-6;  // ranges; far more than the error of the product
  const double size = std::abs(number);
  if (size < kLeast) return 0;
  const double range = (std::log(size) - kLogOfLeast) * kRangesPerLog;
  auto n = static_cast<std::int32_t>(range);
  const double beyond = range - n;
  if (beyond < kNearBound || beyond > 1 - kNearBound) {
    n = static_cast<std::int32_t>(std::floor(std::log(size / kLeast) / std::log(kGrowth)));
  }
  return number < 0 ? -(n + 1) : n + 1;
}

double ValueDistribution::middle_of(std::int32_t range) noexcept {
  if (range == 0) return 0;
  const double size = kLeast * std::pow(kGrowth, std::abs(range) - 0.5);
  return range < 0 ? -size : size;
}

void ValueDistribution::count(Range& range, std::uint32_t values) noexcept {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  range.values = values > kMost - range.values ? kMost : range.values + values;
}

void ValueDistribution::count_in_range(std::int32_t number, std::uint32_t values) {
  const auto place = std::ranges::lower_bound(ranges_, number, {}, &Range::number);
  if (place == ranges_.end() || place->number != number) {
    ranges_.insert(place, {number, values});
    return;
  }
  count(*place, values);
}

void ValueDistribution::count_later(std::int32_t number) {
  waiting_.push_back(number);
  const std::size_t most = std::clamp(ranges_.size() / 2, kFewestWaiting, kMostWaiting);
  if (waiting_.size() >= most) count_waiting();
}

std::size_t ValueDistribution::new_ranges() const noexcept {
  std::size_t added = 0;
  auto known = ranges_.cbegin();
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (i != 0 && waiting_[i] == waiting_[i - 1]) continue;
    while (known != ranges_.cend() && known->number < waiting_[i]) ++known;
    if (known == ranges_.cend() || known->number != waiting_[i]) ++added;
  }
  return added;
}

// From the last range to the first: each is moved at most once, to make room for new ones.
void ValueDistribution::count_waiting() const {
  std::ranges::sort(waiting_);
  std::size_t from = ranges_.size();
  std::size_t to = from + new_ranges();
  ranges_.resize(to);
  for (std::size_t left = waiting_.size(); left != 0;) {
    const std::int32_t number = waiting_[left - 1];
    std::uint32_t values = 0;
    for (; left != 0 && waiting_[left - 1] == number; --left) ++values;
    while (from != 0 && ranges_[from - 1].number > number) ranges_[--to] = ranges_[--from];
    const bool is_known = from != 0 && ranges_[from - 1].number == number;
    ranges_[--to] = is_known ? ranges_[--from] : Range{number, 0};
    count(ranges_[to], values);
  }
  waiting_.clear();
}

void ValueDistribution::give_up_values() {
  for (const double value : values_) count_later(range_of(value));
  count_waiting();
  values_ = {};
}

void ValueDistribution::add(double number) {
  ++count_;
  if (!is_exact()) {
    count_later(range_of(number));
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
  if (!values_.empty()) give_up_values();
  for (const double value : other.values_) count_later(range_of(value));
  for (const std::int32_t number : other.waiting_) count_later(number);
  for (const Range& range : other.ranges_) count_in_range(range.number, range.values);
}

void ValueDistribution::clear() noexcept {
  count_ = 0;
  values_.clear();
  is_sorted_ = true;
  ranges_.clear();
  waiting_.clear();
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
  count_waiting();
  std::uint64_t so_far = 0;
  for (const Range& range : ranges_) {
    so_far += range.values;
    if (so_far >= rank) return {.number = middle_of(range.number), .status = CStatus::valid_data};
  }
  return Value::unusable(CStatus::no_data);
}

}  // namespace openperflib
