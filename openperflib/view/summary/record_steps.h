// RecordSteps: the times between the records of a log: the usual one, and the gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/value_distribution.h"

namespace openperflib {

// Two records, one after the other, between which others are missing. Value.
struct RecordGap {
  FileTime before = 0;  // the time of the last record before the gap
  FileTime after = 0;   // that of the first one after it
  bool operator==(const RecordGap&) const = default;
};

// The gaps of a log. Value.
struct RecordGaps {
  std::vector<RecordGap> widest;  // in the order of time
  std::size_t count = 0;          // of all, at most RecordSteps::kMostKept
};

// Returns the longest step that is not a gap, 2.5 usual ones; 0: the usual one is not known.
[[nodiscard]] FileTime longest_step_of(std::optional<FileTime> usual) noexcept;

// Value that is fed record by record. Memory: at most 16 MiB, however many records there are.
class RecordSteps {
 public:
  // Adds the time of the next record. One that goes back counts as that of the record before it.
  void add(FileTime time);

  // Returns the usual step, the median of all that are not 0; nullopt: there is none. Exact up to a
  // million steps.
  [[nodiscard]] std::optional<FileTime> usual() const;
  // Returns the gaps, of which `most` are kept, the widest.
  [[nodiscard]] RecordGaps gaps(std::size_t most) const;

  static constexpr std::size_t kMostKept = 1000;

 private:
  static constexpr std::size_t kExactSteps = std::size_t{1} << 20;

  ValueDistribution steps_{kExactSteps};  // in ticks
  std::vector<RecordGap> widest_;         // a heap whose first one is the narrowest
  FileTime last_ = 0;
  bool has_record_ = false;
};

}  // namespace openperflib
