// The percentiles of a series in bounded memory.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Keeps the values themselves up to a number of them; from then on only how many lie in each of the
// ranges whose bounds grow by 1 %, so that a percentile is right to 0.5 % of its value. Memory: 8
// bytes for each value that is kept, or up to 8 for each range that has one. Resource-free value.
class ValueDistribution {
 public:
  // `exact_values`: how many values are kept as they are.
  explicit ValueDistribution(std::size_t exact_values) : exact_values_(exact_values) {}

  // One usable value: finite.
  void add(double number);
  // Adds several, which takes less time than one after the other.
  void add(std::span<const double> numbers);
  // All values of another one. They are kept as they are where both still are and there is room.
  void add(const ValueDistribution& other);
  // Keeps so many values as they are from now on. What was given up before does not come back.
  void keep_exact(std::size_t exact_values);
  // Forgets all values, and keeps the memory for the next ones.
  void clear() noexcept;

  // How many values were added.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  // Whether percentiles are values that were there, rather than right to 0.5 %.
  [[nodiscard]] bool is_exact() const noexcept { return ranges_.empty() && waiting_.empty(); }
  // The least value that at least `percent` of all values do not exceed (nearest rank): percent in
  // (0, 100]. no_data without values.
  [[nodiscard]] Value percentile(double percent) const;

 private:
  // How many values lie in a range, in four bytes: its number above, the count less one below. A
  // range with more values has several. Ordered by the numbers of ranges.
  class Range {
   public:
    static constexpr std::uint32_t kMostValues = 1U << 14;
    // Returns how many it takes for so many values.
    [[nodiscard]] static constexpr std::uint32_t needed_for(std::uint32_t values) noexcept {
      return static_cast<std::uint32_t>((std::uint64_t{values} + kMostValues - 1) / kMostValues);
    }
    constexpr Range() noexcept = default;
    constexpr Range(std::int32_t number, std::uint32_t values) noexcept
        : bits_(static_cast<std::uint32_t>(number + kZero) * kMostValues + (values - 1)) {}
    [[nodiscard]] constexpr std::int32_t number() const noexcept {
      return static_cast<std::int32_t>(bits_ / kMostValues) - kZero;
    }
    [[nodiscard]] constexpr std::uint32_t values() const noexcept {
      return bits_ % kMostValues + 1;
    }
    constexpr auto operator<=>(const Range&) const noexcept = default;

   private:
    static constexpr std::int32_t kZero = 1 << 17;  // above the number of any range
    std::uint32_t bits_ = 0;
  };

  // The places in which values of some ranges are counted.
  class Places;

  // Which range a number lies in, and the number that stands for all of a range.
  [[nodiscard]] static std::int32_t range_of(double number) noexcept;
  [[nodiscard]] static double middle_of(std::int32_t range) noexcept;
  // Counts values in their ranges, later.
  void count_later(std::span<const double> numbers);
  // Returns how many values may wait.
  [[nodiscard]] std::size_t most_waiting() const noexcept;
  // Counts what waits.
  void count_waiting() const;
  // Counts what waits, in ranges of the numbers from `least` to less than `least` + kPlaces.
  void count_in_places(std::span<const Range> waiting, std::int32_t least) const;
  // Counts the kept values in their ranges, later, and frees them; percentiles are no longer exact.
  void give_up_values();

  std::size_t exact_values_;
  std::uint64_t count_ = 0;
  mutable std::vector<double> values_;
  mutable bool is_sorted_ = true;
  mutable std::vector<Range> ranges_;  // sorted; empty while values are kept
  // The ranges of the last values, which are counted together: each by itself would be searched for
  // in ranges_, and that of thousands of series is in no cache.
  mutable std::vector<Range> waiting_;
};

}  // namespace openperflib
