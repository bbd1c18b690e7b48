#include "openperflib/counter/statistics.h"

#include <algorithm>
#include <limits>

#include "openperflib/base/checked.h"
#include "openperflib/counter/calculation_internal.h"
#include "openperflib/counter/scale.h"

namespace openperflib {
namespace {

// Sums of differences stay below the counter's own range; foreign readings may do worse, and end
// here.
std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
  return checked_add(a, b).value_or(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

bool has_range_formula(const Formula& formula) noexcept {
  return formula.samples == 2 && formula.second != SecondOperand::none;
}

Value RangeStatistics::shown(double number) const noexcept {
  return {.number = scaled(number, scale_), .status = CStatus::valid_data};
}

void RangeStatistics::include(double number, const Operands& operands) noexcept {
  minimum_ = count_ == 0 ? number : std::min(minimum_, number);
  maximum_ = count_ == 0 ? number : std::max(maximum_, number);
  last_ = number;
  sum_ += number;
  ++count_;
  const std::uint64_t value = saturating_add(total_.value, operands.value);
  const std::uint64_t divisor = saturating_add(total_.divisor, operands.divisor);
  total_ = operands;  // the newest time base and multiplier
  total_.value = value;
  total_.divisor = divisor;
}

Value RangeStatistics::add(const RawCounter& raw) noexcept {
  const bool begins = formula_.samples == 2 && !usable(older_.status) && usable(raw.status);
  const auto operands = calculation::check_operands(formula_, older_, raw, policy_);
  older_ = raw;
  if (!operands.has_value()) {
    if (!begins) ++gaps_;
    return Value::unusable(operands.error());
  }
  const double number = calculation::evaluate(formula_, *operands, policy_);
  include(number, *operands);
  return shown(number);
}

void RangeStatistics::add(const RangeStatistics& later) noexcept {
  gaps_ += later.gaps_;
  older_ = later.older_;
  if (later.count_ == 0) return;
  minimum_ = count_ == 0 ? later.minimum_ : std::min(minimum_, later.minimum_);
  maximum_ = count_ == 0 ? later.maximum_ : std::max(maximum_, later.maximum_);
  last_ = later.last_;
  sum_ += later.sum_;
  count_ += later.count_;
  const std::uint64_t value = saturating_add(total_.value, later.total_.value);
  const std::uint64_t divisor = saturating_add(total_.divisor, later.total_.divisor);
  total_ = later.total_;
  total_.value = value;
  total_.divisor = divisor;
}

Statistics RangeStatistics::result() const noexcept {
  Statistics result{.count = count_, .gaps = gaps_};
  if (count_ == 0) return result;
  result.minimum = shown(minimum_);
  result.maximum = shown(maximum_);
  result.last = shown(last_);
  result.mean = shown(sum_ / static_cast<double>(count_));
  result.average = has_range_formula(formula_)
                       ? shown(calculation::evaluate(formula_, total_, policy_))
                       : result.mean;
  return result;
}

Statistics ring_statistics(const Formula& formula, std::span<const RawCounter> ring,
                           std::size_t first, const Policy& policy) noexcept {
  RangeStatistics statistics(formula, policy);
  const std::size_t newer_part = first < ring.size() ? first : 0;
  const auto add_usable = [&](std::span<const RawCounter> part) {
    for (const RawCounter& raw : part) {
      if (usable(raw.status)) statistics.add(raw);
    }
  };
  if (first < ring.size()) add_usable(ring.subspan(first));
  add_usable(ring.first(newer_part));
  Statistics result = statistics.result();
  result.mean = result.average;
  return result;
}

}  // namespace openperflib
