// The percentiles of a series in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Keeps the values themselves up to a number of them; from then on only how many lie in each of the
// ranges whose bounds grow by 1 %, so that a percentile is right to 0.5 % of its value. Memory: 8
// bytes for each value that is kept, or for each range that has one. Resource-free value.
class ValueDistribution {
 public:
  // `exact_values`: how many values are kept as they are.
  explicit ValueDistribution(std::size_t exact_values) : exact_values_(exact_values) {}

  // One usable value: finite.
  void add(double number);
  // All values of another one. They are kept as they are where both still are and there is room.
  void add(const ValueDistribution& other);
  // Keeps so many values as they are from now on. What was given up before does not come back.
  void keep_exact(std::size_t exact_values);

  // How many values were added.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  // Whether percentiles are values that were there, rather than right to 0.5 %.
  [[nodiscard]] bool is_exact() const noexcept { return ranges_.empty(); }
  // The least value that at least `percent` of all values do not exceed (nearest rank): percent in
  // (0, 100]. no_data without values.
  [[nodiscard]] Value percentile(double percent) const;

 private:
  // How many values lie in a range; ~0 is that many or more.
  struct Range {
    std::int32_t number;
    std::uint32_t values;
  };

  // Which range a number lies in, and the number that stands for all of a range.
  [[nodiscard]] static std::int32_t range_of(double number) noexcept;
  [[nodiscard]] static double middle_of(std::int32_t range) noexcept;
  void count_in_range(std::int32_t number, std::uint32_t values);
  // Counts the kept values in their ranges and frees them; percentiles are no longer exact.
  void give_up_values();

  std::size_t exact_values_;
  std::uint64_t count_ = 0;
  mutable std::vector<double> values_;
  mutable bool is_sorted_ = true;
  std::vector<Range> ranges_;  // by their number; empty while values are kept
};

}  // namespace openperflib
