// The percentiles of a series in bounded memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Keeps the values themselves up to a number of them; from then on only how many lie in each of the
// ranges whose bounds grow by 1 %, so that a percentile is right to 0.5 % of its value.
// Resource-free value.
class ValueDistribution {
 public:
  // `exact_values`: how many values are kept as they are.
  explicit ValueDistribution(std::size_t exact_values) : exact_values_(exact_values) {}

  // One usable value: finite.
  void add(double number);

  // How many values were added.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  // Whether percentiles are values that were there, rather than right to 0.5 %.
  [[nodiscard]] bool is_exact() const noexcept { return pages_.empty(); }
  // The least value that at least `percent` of all values do not exceed (nearest rank): percent in
  // (0, 100]. no_data without values.
  [[nodiscard]] Value percentile(double percent) const;

 private:
  // Neighbours are counted together: a node of a map for each range took ten times the memory.
  static constexpr int kRangesAPage = 32;
  using Page = std::array<std::uint64_t, kRangesAPage>;

  // Which range of 0.5 % a number lies in, and the number that stands for all of a range.
  [[nodiscard]] static int range_of(double number) noexcept;
  [[nodiscard]] static double middle_of(int range) noexcept;
  void count_range(int range);

  std::size_t exact_values_;
  std::uint64_t count_ = 0;
  mutable std::vector<double> values_;  // sorted up to sorted_
  mutable bool is_sorted_ = true;
  std::map<int, Page> pages_;  // of ranges, by their order; empty while values are kept
};

}  // namespace openperflib
