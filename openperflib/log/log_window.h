// LogWindow: which records of a log are wanted.
#pragma once

#include <cstdint>
#include <limits>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// The records to keep. Times are those of the log (local), both ends included.
struct LogWindow {
  FileTime begin_local = std::numeric_limits<FileTime>::min();
  FileTime end_local = std::numeric_limits<FileTime>::max();
  std::uint64_t every = 1;  // every n-th record in the window, including the first one
};

// Decides for each record, in their order, whether a window includes it.
class WantedRecords {
 public:
  // No record was taken yet.
  explicit WantedRecords(const LogWindow& window) noexcept : window_(window) {}
  // To be called once per record. Of every n-th record in the window, the first one is always
  // included.
  [[nodiscard]] bool take(FileTime time_local) noexcept {
    if (time_local > window_.end_local || is_before(time_local)) return false;
    return in_window_++ % window_.every == 0;
  }
  // Whether the window begins later.
  [[nodiscard]] bool is_before(FileTime time_local) const noexcept {
    return time_local < window_.begin_local;
  }

 private:
  LogWindow window_;
  std::uint64_t in_window_ = 0;  // records so far
};

}  // namespace openperflib
