// Statistics of one series over a range of readings, in one pass and constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "openperflib/counter/calculate.h"
#include "openperflib/counter/range_sums.h"

namespace openperflib {

// Statistics over a range of readings. A Value without a usable status: the range has none.
struct Statistics {
  std::uint64_t count = 0;  // values; a type of two samples has one less than readings
  std::uint64_t gaps = 0;   // readings that gave no value although one was due
  Value minimum{};
  Value maximum{};
  Value last{};  // the newest value, whatever came after it
  Value mean{};  // arithmetic mean of the values
  // The type's own formula over the whole range, as perfmon's average: for types of two samples
  // what it gives for the first and the last reading of a continuous run, runs weighted by what
  // they are divided by (time for rates and timers, operations for averages); for types of one
  // sample, the mean.
  Value average{};
};

// Takes the readings of one series in order. Resource-free value; nothing is allocated.
class RangeStatistics {
 public:
  // The series is calculated so; the arguments are copied. `scale`: the power of ten that its
  // values are multiplied with (Series::shown_scale).
  explicit RangeStatistics(const Formula& formula, const Policy& policy = {},
                           std::int8_t scale = 0) noexcept
      : formula_(formula), policy_(policy), scale_(scale) {}

  // One reading; returns its value, as calculate() with the reading before it, scaled. A reading
  // that is not usable is a gap, and no difference is taken across it; one that fell
  // (negative_value and the like) has no value and is what the next is compared with.
  Value add(const RawCounter& raw) noexcept;

  // The series continues under another identity, or with the same after an absence: no difference
  // is taken across this point. Counts no gap.
  void restart() noexcept { older_.status = CStatus::invalid_data; }

  // Returns the statistics of all readings so far; more may follow.
  [[nodiscard]] Statistics result() const noexcept;

 private:
  // Takes one value, and its operands into the whole range's.
  void include(double number, const Operands& operands) noexcept;
  // Returns a number in the unit that is shown.
  [[nodiscard]] Value shown(double number) const noexcept;

  Formula formula_;
  Policy policy_;
  std::int8_t scale_ = 0;
  RawCounter older_{.status = CStatus::invalid_data};
  RangeSums sums_;
  std::uint64_t gaps_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  double last_ = 0;
  double sum_ = 0;
};

// What PdhComputeCounterStatistics makes of a ring of readings, the oldest at `first`: entries that
// are not usable are left out, and the next is compared with the one before them. `mean` is
// Statistics::average for types of two samples. An empty ring or a `first` beyond it has no values.
[[nodiscard]] Statistics ring_statistics(const Formula& formula, std::span<const RawCounter> ring,
                                         std::size_t first, const Policy& policy = {}) noexcept;

}  // namespace openperflib
