// ChartColumns: one series of a chart, by columns of time of equal width: of each column the first,
// the smallest, the largest and the last value, and their average.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Which time lies in which column: columns of equal width, one after the other. Value.
struct ChartScale {
  FileTime begin = 0;        // of column 0
  FileTime width = kFinest;  // of each column, in ticks

  // Returns the column of a time; times before the beginning are in column 0.
  [[nodiscard]] std::uint64_t column_of(FileTime time) const noexcept {
    return time <= begin ? 0 : static_cast<std::uint64_t>((time - begin) / width);
  }
  static constexpr FileTime kFinest = kTicksPerSecond / 1000;
};

// The values of one series in one column of time. Value; it has at least one.
struct ChartColumn {
  FileTime first_time = 0;  // of its first and of its last value
  FileTime last_time = 0;
  double first = 0;
  double least = 0;
  double largest = 0;
  double last = 0;
  double sum = 0;
  std::uint32_t count = 0;
  bool is_after_gap = false;  // nothing connects it with the column before

  // Returns the average of its values; of values whose sum is too large, the middle of them.
  [[nodiscard]] double average() const noexcept {
    const double mean = sum / count;
    return std::isfinite(mean) ? mean : least / 2 + largest / 2;
  }
  // Returns the time in the middle of its values, where its average is drawn.
  [[nodiscard]] FileTime middle() const noexcept {
    return first_time + (last_time - first_time) / 2;
  }
};

// Value that is fed in the order of time. Only columns with values take memory.
class ChartColumns {
 public:
  // Adds a value. A time before that of the last value counts as that.
  void add(const ChartScale& scale, FileTime time, double number);
  // Tells that a value is missing: nothing connects the next column with the last one.
  void note_gap() noexcept { is_after_gap_ = !columns_.empty(); }
  // Joins columns so that they have the width of `scale`, which is that of the last add() times a
  // power of two.
  void widen(const ChartScale& scale);
  // Marks the columns that come more than `longest` ticks after the one before, where a record is
  // missing. 0: the interval is not known.
  void mark_gaps(FileTime longest);

  [[nodiscard]] std::span<const ChartColumn> columns() const noexcept { return columns_; }
  [[nodiscard]] std::vector<ChartColumn> take() noexcept { return std::move(columns_); }

 private:
  std::vector<ChartColumn> columns_;
  bool is_after_gap_ = false;  // the next column is
};

}  // namespace openperflib
