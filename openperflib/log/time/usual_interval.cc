#include "openperflib/log/time/usual_interval.h"

#include <algorithm>

#include "openperflib/log/time/clock_ticks_internal.h"

namespace openperflib {

bool is_about(FileTime step, FileTime interval) noexcept {
  if (step <= 0 || interval <= 0) return false;
  const FileTime slack =
      std::clamp<FileTime>(std::min(step, interval) / 2, 2 * kTicksPerSecond, 20 * kTicksAMinute);
  return step > interval ? step - interval <= slack : interval - step <= slack;
}

bool UsualInterval::fits(FileTime step) const noexcept { return is_about(step, interval_); }

void UsualInterval::add(FileTime step) noexcept {
  if (step <= 0) return;
  if (!is_known()) {
    interval_ = step;
  } else if (fits(step)) {
    is_confirmed_ = true;
  } else if (is_about(step, other_)) {
    interval_ = step;
    is_confirmed_ = true;
  }
  other_ = step;
}

void MostCommonStep::add(FileTime step) noexcept {
  if (step <= 0) return;
  if (is_about(step, step_)) {
    ++votes_;
  } else if (votes_ == 0) {
    step_ = step;
    votes_ = 1;
  } else {
    --votes_;
  }
}

}  // namespace openperflib
