// LogTimeline: the times of the records of a log, and which record was current at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. Times are those of the log's own clock, in the order of the records.
class LogTimeline {
 public:
  LogTimeline() = default;
  explicit LogTimeline(std::vector<FileTime> times);

  [[nodiscard]] std::size_t size() const noexcept { return times_.size(); }
  // Returns the time of a record; `place` is below size().
  [[nodiscard]] FileTime at(std::size_t place) const noexcept { return times_[place]; }
  // Returns whether no record is earlier than the one before it: the clock was never set back.
  [[nodiscard]] bool is_ordered() const noexcept { return is_ordered_; }

  // Returns the place of the latest record at or before `time`, of several with its time the last
  // one. nullopt: the log begins later, or ended longer than its usual interval before.
  [[nodiscard]] std::optional<std::size_t> place_at(FileTime time) const noexcept;
  // Returns the records around `time`, of which the first is the one at `place`, if samples are
  // missing there: the time is later than the next one was due, and the next one came late.
  [[nodiscard]] std::optional<std::pair<FileTime, FileTime>> gap_at(std::size_t place,
                                                                    FileTime time) const noexcept;

 private:
  std::vector<FileTime> times_;
  FileTime interval_ = 0;  // 0: unknown
  bool is_ordered_ = true;
};

}  // namespace openperflib
