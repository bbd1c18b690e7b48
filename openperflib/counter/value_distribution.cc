#include "openperflib/counter/value_distribution.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "openperflib/base/checked.h"

namespace openperflib {
namespace {

// The bounds of ranges: kLeast * kGrowth^n. What is nearer to 0 is 0.
constexpr double kGrowth = 1.01;
constexpr double kLeast = 1e-12;
// From here on, a number is too large to be divided by kLeast.
constexpr double kTooLarge = std::numeric_limits<double>::max() * kLeast;
const double kLogOfLeast = std::log(kLeast);
const double kRangesPerLog = 1 / std::log(kGrowth);

// Returns how many whole ranges lie below a size, which is at least kLeast. This defines them. Two
// divisions are made only near a bound, where rounding may decide.
std::int32_t ranges_below(double size) noexcept {
  constexpr double kNearBound = 1e-6;  // ranges; far more than the error of the product
  const double ranges = (std::log(size) - kLogOfLeast) * kRangesPerLog;
  const auto n = static_cast<std::int32_t>(ranges);
  const double beyond = ranges - n;
  const bool is_near_bound = beyond < kNearBound || beyond > 1 - kNearBound;
  if (!is_near_bound || size >= kTooLarge) return n;
  return static_cast<std::int32_t>(std::floor(std::log(size / kLeast) / std::log(kGrowth)));
}

// Returns the logarithm of a number from 1 to 2, as a constant, which std::log cannot give. The
// terms of the series that are left out are smaller than what a double holds.
constexpr double constant_log(double number) noexcept {
  const double ratio = (number - 1) / (number + 1);
  double power = ratio;
  double sum = 0;
  for (int n = 1; n < 40; n += 2) {
    sum += power / n;
    power *= ratio * ratio;
  }
  return 2 * sum;
}

// The least number is a fraction from 1 to 2, times 2^-40.
constexpr double kLeastFraction = kLeast * 0x1p40;
static_assert(kLeastFraction >= 1 && kLeastFraction < 2);
constexpr int kExponentOfOne = 1023;  // as a double stores it
constexpr int kLeastExponent = kExponentOfOne - 40;
constexpr double kEstimatedPerLog = 1 / constant_log(kGrowth);  // ranges
constexpr double kEstimatedPerOctave = constant_log(2) * kEstimatedPerLog;

// One of equal parts of the fractions from 1 to 2.
struct FractionPart {
  double inverse;  // of its middle
  double ranges;   // from kLeastFraction to its middle; may be negative
};
constexpr int kPartBits = 7;
constexpr auto kParts = [] {
  std::array<FractionPart, 1U << kPartBits> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double middle = 1 + (static_cast<double>(i) + 0.5) / static_cast<double>(parts.size());
    const double distance = constant_log(middle) - constant_log(kLeastFraction);
    parts[i] = {.inverse = 1 / middle, .ranges = distance * kEstimatedPerLog};
  }
  return parts;
}();

// Returns how many ranges lie below a size, which is at least kLeast, with an error of less than
// 3e-6: a logarithm takes several times as long. A part is so narrow that two terms of the series
// of log(1 + x) are enough, because x is at most 1/256.
double estimated_ranges(double size) noexcept {
  constexpr int kFractionBits = 52;
  constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << kFractionBits) - 1;
  constexpr std::uint64_t kOne = std::uint64_t{kExponentOfOne} << kFractionBits;
  const auto bits = std::bit_cast<std::uint64_t>(size);
  const auto fraction = std::bit_cast<double>((bits & kFractionMask) | kOne);
  const FractionPart& part =
      kParts[static_cast<std::size_t>((bits & kFractionMask) >> (kFractionBits - kPartBits))];
  const int octaves = static_cast<int>(bits >> kFractionBits) - kLeastExponent;
  const double x = fraction * part.inverse - 1;
  return octaves * kEstimatedPerOctave + part.ranges + (x - x * x / 2) * kEstimatedPerLog;
}

// As many values wait as there are ranges, within these bounds: all ranges are passed by to count
// them.
constexpr std::size_t kFewestWaiting = 32;
constexpr std::size_t kMostWaiting = 256;

// Ranges that are counted at a time, each in a place of its own: 16 KiB on the stack.
constexpr std::int32_t kPlaces = 4096;

// Makes room for so many elements. There are thousands of such vectors, which grow at about the
// same time: if they have few different capacities, one uses the memory that another had, and none
// has to be searched for.
template <class T>
void make_room(std::vector<T>& all, std::size_t size) {
  if (size > all.capacity()) all.reserve(std::bit_ceil(size));
}

// Makes `count` elements at `position` as many as `needed`.
template <class T>
void resize_part(std::vector<T>& all, std::ptrdiff_t position, std::size_t count,
                 std::size_t needed) {
  const auto begin = position + static_cast<std::ptrdiff_t>(std::min(count, needed));
  if (needed <= count) {
    all.erase(all.begin() + begin, all.begin() + position + static_cast<std::ptrdiff_t>(count));
    return;
  }
  make_room(all, all.size() + needed - count);
  all.insert(all.begin() + begin, needed - count, T());
}

}  // namespace

// Counts values in kPlaces ranges from one on. A bit of each place shows whether it is in use: the
// others are neither cleared nor passed by, however far apart the numbers are. Value.
class ValueDistribution::Places {
 public:
  // `counted`: what was counted before, sorted; `waiting`: what is added to it. All of them lie in
  // the ranges from `least` on.
  Places(std::int32_t least, std::span<const Range> counted,
         std::span<const Range> waiting) noexcept
      : least_(least), needed_(counted.size()) {
    clear(counted);
    clear(waiting);
    take(counted);
    count(waiting);
  }

  // Returns how many ranges hold all values.
  [[nodiscard]] std::size_t needed() const noexcept { return needed_; }
  // Writes these ranges, sorted, to the beginning of `into`.
  void write(std::span<Range> into) const noexcept;

 private:
  static constexpr std::size_t kWordBits = 64;

  [[nodiscard]] std::size_t place_of(Range range) const noexcept {
    return static_cast<std::size_t>(range.number() - least_);
  }
  [[nodiscard]] static std::uint64_t bit_of(std::size_t place) noexcept {
    return std::uint64_t{1} << place % kWordBits;
  }
  void clear(std::span<const Range> ranges) noexcept {
    for (const Range one : ranges) values_[place_of(one)] = 0;
  }
  void take(std::span<const Range> counted) noexcept;
  void count(std::span<const Range> waiting) noexcept;

  std::int32_t least_;
  std::size_t needed_;
  std::array<std::uint64_t, kPlaces / kWordBits> used_ = {};
  std::array<std::uint32_t, kPlaces> values_;  // of places in use
};

// Bits are collected: if each were written by itself, it would wait for the one before it.
void ValueDistribution::Places::take(std::span<const Range> counted) noexcept {
  std::size_t word = 0;
  std::uint64_t bits = 0;
  for (const Range one : counted) {
    const std::size_t place = place_of(one);
    values_[place] = saturating_add(values_[place], one.values());
    if (place / kWordBits != word) {
      used_[word] = bits;
      word = place / kWordBits;
      bits = 0;
    }
    bits |= bit_of(place);
  }
  used_[word] = bits;
}

void ValueDistribution::Places::count(std::span<const Range> waiting) noexcept {
  for (const Range one : waiting) {
    const std::size_t place = place_of(one);
    const std::uint32_t before = values_[place];
    const std::uint32_t now = saturating_add(before, one.values());
    needed_ += Range::needed_for(now) - Range::needed_for(before);
    values_[place] = now;
    used_[place / kWordBits] |= bit_of(place);
  }
}

void ValueDistribution::Places::write(std::span<Range> into) const noexcept {
  auto next = into.begin();
  for (std::size_t word = 0; word < used_.size(); ++word) {
    for (std::uint64_t bits = used_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t place = word * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
      const std::int32_t number = least_ + static_cast<std::int32_t>(place);
      std::uint32_t values = values_[place];
      for (; values > Range::kMostValues; values -= Range::kMostValues) {
        *next++ = Range(number, Range::kMostValues);
      }
      *next++ = Range(number, values);
    }
  }
}

// 0 for what is as good as 0, n + 1 for the n-th range above it, -(n + 1) below.
std::int32_t ValueDistribution::range_of(double number) noexcept {
  // Ranges; more than the errors of estimated_ranges() and ranges_below() together.
  constexpr double kNearBound = 1e-5;
  const double size = std::min(std::abs(number), std::numeric_limits<double>::max());
  if (size < kLeast) return 0;
  const double estimate = estimated_ranges(size);
  auto n = static_cast<std::int32_t>(estimate);
  const double beyond = estimate - n;
  if (beyond < kNearBound || beyond > 1 - kNearBound) [[unlikely]] {
    n = ranges_below(size);
  }
  return number < 0 ? -(n + 1) : n + 1;
}

double ValueDistribution::middle_of(std::int32_t range) noexcept {
  if (range == 0) return 0;
  const double ranges = std::abs(range) - 0.5;
  double size = kLeast * std::pow(kGrowth, ranges);
  if (size >= kTooLarge) {
    const double root = std::pow(kGrowth, ranges / 2);
    size = std::min(kLeast * root * root, std::numeric_limits<double>::max());
  }
  return range < 0 ? -size : size;
}

std::size_t ValueDistribution::most_waiting() const noexcept {
  return std::clamp(ranges_.size(), kFewestWaiting, kMostWaiting);
}

void ValueDistribution::count_later(std::span<const double> numbers) {
  while (!numbers.empty()) {
    const std::size_t most = most_waiting();
    if (waiting_.size() >= most) count_waiting();
    const std::size_t taken = std::min(numbers.size(), most - waiting_.size());
    make_room(waiting_, std::max(waiting_.size() + taken, kFewestWaiting));
    waiting_.resize(waiting_.size() + taken);
    std::ranges::transform(numbers.first(taken),
                           waiting_.end() - static_cast<std::ptrdiff_t>(taken),
                           [](double number) { return Range(range_of(number), 1); });
    numbers = numbers.subspan(taken);
  }
}

// Places need no sorting and no searching: both would take several times as long.
void ValueDistribution::count_in_places(std::span<const Range> waiting, std::int32_t least) const {
  const auto begin = std::ranges::lower_bound(ranges_, Range(least, 1));
  const auto end = std::ranges::lower_bound(begin, ranges_.end(), Range(least + kPlaces, 1));
  const std::ptrdiff_t position = begin - ranges_.begin();
  const Places places(least, {begin, end}, waiting);
  resize_part(ranges_, position, static_cast<std::size_t>(end - begin), places.needed());
  places.write(std::span(ranges_).subspan(static_cast<std::size_t>(position)));
}

// What lies too far above the least of all waits for the next round.
void ValueDistribution::count_waiting() const {
  while (!waiting_.empty()) {
    std::int32_t least = waiting_.front().number();
    std::int32_t greatest = least;
    for (const Range one : waiting_) {
      least = std::min(least, one.number());
      greatest = std::max(greatest, one.number());
    }
    const std::int32_t end = least + kPlaces;
    auto counted = waiting_.begin();
    if (greatest >= end) {
      counted = std::partition(waiting_.begin(), waiting_.end(),
                               [&](Range one) { return one.number() >= end; });
    }
    count_in_places({counted, waiting_.end()}, least);
    waiting_.erase(counted, waiting_.end());
  }
}

// An empty list in place of the vector would keep the memory.
void ValueDistribution::give_up_values() {
  count_later(values_);
  values_ = std::vector<double>();
}

void ValueDistribution::add(double number) { add({&number, 1}); }

void ValueDistribution::add(std::span<const double> numbers) {
  count_ += numbers.size();
  const std::size_t kept = values_.size() + numbers.size();
  if (is_exact() && kept <= exact_values_) {
    make_room(values_, kept);
    values_.insert(values_.end(), numbers.begin(), numbers.end());
    is_sorted_ = false;
    return;
  }
  if (!values_.empty()) give_up_values();
  count_later(numbers);
}

void ValueDistribution::add(const ValueDistribution& other) {
  count_ += other.count_;
  if (is_exact() && other.is_exact() && values_.size() + other.values_.size() <= exact_values_) {
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
    is_sorted_ = false;
    return;
  }
  if (!values_.empty()) give_up_values();
  count_later(other.values_);
  waiting_.insert(waiting_.end(), other.waiting_.begin(), other.waiting_.end());
  waiting_.insert(waiting_.end(), other.ranges_.begin(), other.ranges_.end());
  if (waiting_.size() >= most_waiting()) count_waiting();
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
    so_far += range.values();
    if (so_far >= rank) return {.number = middle_of(range.number()), .status = CStatus::valid_data};
  }
  return Value::unusable(CStatus::no_data);
}

}  // namespace openperflib
