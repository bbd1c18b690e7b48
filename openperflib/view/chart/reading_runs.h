// ReadingRuns: the readings of a series by record, for its averages over parts of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "openperflib/counter/calculate.h"
#include "openperflib/counter/formula.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Value that is fed record by record. Formulas are linear in the differences of readings, so that
// the first and the last reading of a run without a break tell what all of them do. Memory: 16
// bytes a reading, and about 100 a run.
class ReadingRuns {
 public:
  // `scale`: Series::shown_scale.
  explicit ReadingRuns(const Formula& formula, std::int8_t scale = 0)
      : formula_(formula), scale_(scale) {}

  // Adds the reading of a record, which comes after those before; `older` is what the query
  // compared it with. `is_comparable`: the two gave a value. A reading that is not usable adds
  // nothing.
  void add(std::size_t record, const RawCounter& older, const RawCounter& newer,
           bool is_comparable);

  // Returns the average by the formula of the type from the first reading in these records to the
  // last, as RangeStatistics has it. A process that began among them counts from its start.
  // Unusable: there are no two readings to compare.
  [[nodiscard]] Value average(std::size_t begin, std::size_t end) const noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  static constexpr std::size_t kNoRecord = std::numeric_limits<std::size_t>::max();
  // Readings of consecutive records, each comparable with the one before.
  struct Run {
    std::size_t record = 0;  // of the first one
    std::size_t place = 0;   // of the first one in first_ and second_
    std::size_t count = 0;
    RawCounter base = {};             // what they have in common: time base, size and multiplier
    std::optional<RawCounter> start;  // what the first one is compared with
    std::size_t start_record = kNoRecord;  // of `start`; kNoRecord: it is the start of a process
    [[nodiscard]] std::size_t end() const noexcept { return record + count; }
  };

  [[nodiscard]] RawCounter reading(const Run& run, std::size_t record) const noexcept;
  [[nodiscard]] bool is_last(const RawCounter& reading) const noexcept;
  [[nodiscard]] bool goes_on(std::size_t record, const RawCounter& newer) const noexcept;

  Formula formula_;
  std::int8_t scale_ = 0;
  std::vector<std::uint64_t> first_;
  std::vector<std::uint64_t> second_;
  std::vector<std::uint32_t> multi_;  // of types whose readings each have their own
  std::vector<Run> runs_;             // in the order of their records
};

}  // namespace openperflib
