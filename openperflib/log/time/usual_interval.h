// UsualInterval: the time between two samples of a log, whatever gaps it has.
#pragma once

#include <cstdint>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. Fed with the steps of a log in its order.
class UsualInterval {
 public:
  UsualInterval() = default;
  // `interval`: known from elsewhere; 0: unknown.
  explicit UsualInterval(FileTime interval) noexcept
      : interval_(interval), is_confirmed_(interval > 0) {}

  // A gap is a step that occurs once: two like it in a row are a new interval.
  void add(FileTime step) noexcept;
  // Whether a step is about one interval; false while the interval is unknown.
  [[nodiscard]] bool fits(FileTime step) const noexcept;
  // Whether a step may have a gap in it: it is one interval or more, or the interval is unknown.
  [[nodiscard]] bool may_be_gap(FileTime step) const noexcept {
    return !is_known() || fits(step) || step > interval_;
  }
  [[nodiscard]] bool is_known() const noexcept { return interval_ > 0; }
  // Whether it occurred more than once.
  [[nodiscard]] bool is_confirmed() const noexcept { return is_confirmed_; }

 private:
  FileTime interval_ = 0;  // 0: unknown
  FileTime other_ = 0;     // the last step that did not fit
  bool is_confirmed_ = false;
};

// Value. The step that most steps of a log are about, whichever come first.
class MostCommonStep {
 public:
  // Steps of 0 and less do not count.
  void add(FileTime step) noexcept;
  // 0 if no step occurred twice.
  [[nodiscard]] FileTime usual() const noexcept { return votes_ > 1 ? step_ : 0; }

 private:
  FileTime step_ = 0;
  std::uint64_t votes_ = 0;  // for it, less those for others
};

// Whether two steps are about the same: by half of the shorter one, at least two seconds and at
// most 20 minutes, so that an hour more or less never is.
[[nodiscard]] bool is_about(FileTime step, FileTime interval) noexcept;

}  // namespace openperflib
