#include "openperflib/counter/statistics.h"

#include <algorithm>

#include "openperflib/counter/calculation_internal.h"
#include "openperflib/counter/scale.h"

namespace openperflib {

Value RangeStatistics::shown(double number) const noexcept {
  return {.number = scaled(number, scale_), .status = CStatus::valid_data};
}

void RangeStatistics::include(double number, const Operands& operands) noexcept {
  minimum_ = sums_.count == 0 ? number : std::min(minimum_, number);
  maximum_ = sums_.count == 0 ? number : std::max(maximum_, number);
  last_ = number;
  sum_ += number;
  sums_.include(operands);
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

Statistics RangeStatistics::result() const noexcept {
  Statistics result{.count = sums_.count, .gaps = gaps_};
  if (sums_.count == 0) return result;
  result.minimum = shown(minimum_);
  result.maximum = shown(maximum_);
  result.last = shown(last_);
  result.mean = shown(sum_ / static_cast<double>(sums_.count));
  result.average = has_range_formula(formula_)
                       ? shown(calculation::evaluate(formula_, sums_.total, policy_))
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
