#include "openperflib/counter/range_average.h"

#include <utility>

#include "openperflib/counter/calculation_internal.h"
#include "openperflib/counter/scale.h"

namespace openperflib {
namespace {

// Files have no wrap and no cap.
constexpr Policy kPolicy{};

}  // namespace

void RangeAverage::add(const RawCounter& older, const RawCounter& newer) noexcept {
  const bool continues = std::exchange(continues_, usable(newer.status)) && usable(older.status);
  if (formula_->samples == 2 && !continues) {
    if (!continues_) ++gaps_;
    return;
  }
  const auto operands = calculation::check_operands(*formula_, older, newer, kPolicy);
  if (!operands.has_value()) {
    ++gaps_;
    return;
  }
  sums_.include(*operands);
  if (!has_range_formula(*formula_)) sum_ += calculation::evaluate(*formula_, *operands, kPolicy);
}

void RangeAverage::add(const RangeAverage& later) noexcept {
  sums_.add(later.sums_);
  gaps_ += later.gaps_;
  sum_ += later.sum_;
  continues_ = later.continues_;
}

Value RangeAverage::average() const noexcept {
  if (sums_.count == 0) return Value::unusable(CStatus::no_data);
  const double number = has_range_formula(*formula_)
                            ? calculation::evaluate(*formula_, sums_.total, kPolicy)
                            : sum_ / static_cast<double>(sums_.count);
  return {.number = scaled(number, scale_), .status = CStatus::valid_data};
}

}  // namespace openperflib
