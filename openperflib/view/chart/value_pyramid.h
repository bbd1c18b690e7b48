// ValuePyramid: the values of a series by record, and the extremes of blocks of records above them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace openperflib {

// What the values of some records have in common. Value; without a value all numbers but the sum
// are NaN.
struct ValueExtremes {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double first = kNone;
  double least = kNone;
  double largest = kNone;
  double last = kNone;
  double sum = 0;
  std::uint64_t count = 0;  // values

  // Adds those of records that come after.
  void join(const ValueExtremes& later) noexcept;
  // Returns the mean; of values whose sum is too large, the middle of them; without any, NaN.
  [[nodiscard]] double average() const noexcept;
  bool operator==(const ValueExtremes&) const = default;
};

// Value that is fed record by record. The blocks of each level have 16 of the level below, so that
// the extremes of any records cost by the logarithm of their number, and memory is 11 bytes a
// record.
class ValuePyramid {
 public:
  ValuePyramid() = default;
  // The values of the records, in their order; NaN: none.
  explicit ValuePyramid(std::vector<double> values);

  // Adds the value of the next record; NaN: none.
  void add(double value);
  [[nodiscard]] const std::vector<double>& values() const noexcept { return values_; }
  // Returns the extremes of the records from `begin` up to and without `end`, which is at most the
  // number of values.
  [[nodiscard]] ValueExtremes of(std::size_t begin, std::size_t end) const noexcept;
  // Loads the values of the block around a record into the cache, which of() reads one by one for
  // records that begin or end there. A record without a value costs nothing.
  void load_around(std::size_t record) const noexcept;
  // Returns how much memory it takes.
  [[nodiscard]] std::size_t bytes() const noexcept;

  static constexpr std::size_t kFanOutBits = 4;
  static constexpr std::size_t kFanOut = std::size_t{1} << kFanOutBits;

 private:
  struct RecordSpan {
    std::size_t begin;
    std::size_t end;
  };

  void close_blocks(std::size_t end);
  void join_values(std::size_t begin, std::size_t end, ValueExtremes& into) const;
  void join_blocks(std::size_t level, RecordSpan records, ValueExtremes& into) const;

  std::vector<double> values_;
  // Whole blocks only; those of the first level have kFanOut records.
  std::vector<std::vector<ValueExtremes>> levels_;
};

}  // namespace openperflib
