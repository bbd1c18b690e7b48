// ValueStatistics: count, gaps, bounds, last value and mean of values, as they were read or shown.
#pragma once

#include <cstdint>

#include "openperflib/counter/statistics.h"

namespace openperflib {

// Value that is fed in the order of time.
class ValueStatistics {
 public:
  // Adds a value that is usable.
  void add(const Value& value) noexcept {
    const bool is_first = all_.count++ == 0;
    if (is_first || value.number < all_.minimum.number) all_.minimum = value;
    if (is_first || value.number > all_.maximum.number) all_.maximum = value;
    all_.last = value;
    sum_ += value.number;
  }
  // Counts a value that is missing, unless no value came before it.
  void note_gap() noexcept {
    if (all_.count != 0) ++all_.gaps;
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return all_.count; }
  // Returns the statistics, whose average is the mean.
  [[nodiscard]] Statistics result() const noexcept {
    Statistics all = all_;
    if (all.count == 0) return all;
    all.mean = {.number = sum_ / static_cast<double>(all.count), .status = CStatus::valid_data};
    all.average = all.mean;
    return all;
  }

 private:
  Statistics all_;
  double sum_ = 0;
};

}  // namespace openperflib
