#include "openperflib/log/time/log_timeline.h"

#include <algorithm>

#include "openperflib/base/checked.h"
#include "openperflib/log/time/usual_interval.h"

namespace openperflib {
namespace {

// A damaged log may have any number for a time.
FileTime step_between(FileTime earlier, FileTime later) noexcept {
  return checked_sub(later, earlier).value_or(0);
}

FileTime interval_of(const std::vector<FileTime>& times) noexcept {
  if (times.size() == 2) return std::max<FileTime>(0, step_between(times[0], times[1]));
  MostCommonStep common;
  for (std::size_t i = 1; i < times.size(); ++i) common.add(step_between(times[i - 1], times[i]));
  return common.usual();
}

}  // namespace

LogTimeline::LogTimeline(std::vector<FileTime> times)
    : times_(std::move(times)),
      interval_(interval_of(times_)),
      is_ordered_(std::ranges::is_sorted(times_)) {}

std::optional<std::size_t> LogTimeline::place_at(FileTime time) const noexcept {
  std::optional<std::size_t> found;
  bool has_ended = true;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (times_[i] > time) {
      has_ended = false;
    } else if (!found.has_value() || times_[i] >= times_[*found]) {
      found = i;
    }
  }
  if (!found.has_value()) return std::nullopt;
  const bool is_too_late = has_ended && step_between(times_[*found], time) > interval_;
  return is_too_late ? std::nullopt : found;
}

std::optional<std::pair<FileTime, FileTime>> LogTimeline::gap_at(std::size_t place,
                                                                 FileTime time) const noexcept {
  if (interval_ == 0 || place + 1 >= times_.size()) return std::nullopt;
  const FileTime step = step_between(times_[place], times_[place + 1]);
  const bool is_late = step > interval_ && !is_about(step, interval_);
  if (!is_late || step_between(times_[place], time) <= interval_) return std::nullopt;
  return std::pair(times_[place], times_[place + 1]);
}

}  // namespace openperflib
