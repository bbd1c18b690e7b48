// ValueAggregate: the raw values that several instances have of one counter, as one value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace openperflib {

// Value. The sum never overflows: it wraps only in the result, at the width of the counter.
class ValueAggregate {
 public:
  // Adds the value of one more instance.
  void add(std::uint64_t value) noexcept {
    ++count_;
    low_ += value;
    high_ += low_ < value ? 1 : 0;
    least_ = std::min(least_, value);
    greatest_ = std::max(greatest_, value);
  }
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }  // of values added
  // By PERF_AGGREGATE_TOTAL, ...; `width`: 4 or 8 bytes. The mean is cut to a whole number.
  // nullopt: there are no values, or no such function.
  [[nodiscard]] std::optional<std::uint64_t> result(std::uint32_t function,
                                                    std::uint32_t width) const noexcept;

 private:
  // There must be a value.
  [[nodiscard]] std::uint64_t mean() const noexcept;

  std::uint64_t count_ = 0;
  std::uint64_t low_ = 0;  // of the sum
  std::uint64_t high_ = 0;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_ = 0;
};

}  // namespace openperflib
