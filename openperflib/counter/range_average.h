// RangeAverage: the average of one series over a range of readings, without the values between.
#pragma once

#include <cstdint>

#include "openperflib/counter/formula.h"
#include "openperflib/counter/range_sums.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Takes the readings of one series in order, each with the reading before it, which callers that
// calculate values have anyway. Gives what RangeStatistics does for its average and its gaps, and
// calculates no value of a type of two samples. Resource-free value; nothing is allocated.
class RangeAverage {
 public:
  // `formula` must outlive it. `scale`: the power of ten that the average is multiplied with.
  explicit RangeAverage(const Formula& formula, std::int8_t scale = 0) noexcept
      : formula_(&formula), scale_(scale) {}

  // Adds a reading. `older`: the reading before it; if that is not usable, no difference is taken,
  // nor a gap counted.
  void add(const RawCounter& older, const RawCounter& newer) noexcept;
  // Lets the range continue at the `older` of the next add(), which was not added.
  void begin() noexcept { continues_ = true; }
  // Adds the readings of another series of the same type and scale, which came after these. No
  // difference is taken across the two.
  void add(const RangeAverage& later) noexcept;

  // Returns how many readings gave no value although one was due.
  [[nodiscard]] std::uint64_t gaps() const noexcept { return gaps_; }
  // Returns the average of all readings so far; no_data without values.
  [[nodiscard]] Value average() const noexcept;

 private:
  const Formula* formula_;
  RangeSums sums_;
  std::uint64_t gaps_ = 0;
  double sum_ = 0;  // of the values of a type without a formula for a range
  std::int8_t scale_ = 0;
  bool continues_ = false;  // the last reading was usable
};

}  // namespace openperflib
