#include "apps/logman/collector/schedule.h"

#include <algorithm>
#include <limits>

namespace openperflib::logman {
namespace {

constexpr FileTime kDaysOfAWeek = 7;

std::optional<FileTime> earlier(std::optional<FileTime> a, std::optional<FileTime> b) {
  if (!a.has_value() || !b.has_value()) return a.has_value() ? a : b;
  return std::min(*a, *b);
}

std::optional<FileTime> end_of_run(const DataCollectorSet& set, FileTime begin) {
  if (set.run_for == 0) return std::nullopt;
  const FileTime most = std::numeric_limits<FileTime>::max() - begin;
  return begin + std::min(static_cast<FileTime>(set.run_for) * kTicksPerSecond, most);
}

// The window that begins this many days after the first one.
CollectionWindow window_of_day(const DataCollectorSet& set, FileTime first, FileTime day) {
  const FileTime begin = first + day * kTicksPerDay;
  std::optional<FileTime> end = earlier(set.end_local, end_of_run(set, begin));
  if (set.end_local.has_value() && *set.end_local - first < kTicksPerDay) {
    end = earlier(*set.end_local + day * kTicksPerDay, end_of_run(set, begin));
  } else {
    end = earlier(end, begin + kTicksPerDay);
  }
  return {.begin_local = begin, .end_local = end};
}

bool runs_on_day_of(const DataCollectorSet& set, FileTime begin) {
  return ((set.days >> system_time_from(begin).day_of_week) & 1U) != 0;
}

std::optional<CollectionWindow> daily_window(const DataCollectorSet& set, FileTime now) {
  const FileTime first = *set.begin_local;
  const bool ends_each_day = set.end_local.has_value() && *set.end_local - first < kTicksPerDay;
  FileTime day = std::max<FileTime>(0, (now - first) / kTicksPerDay);
  CollectionWindow window = window_of_day(set, first, day);
  const FileTime last_day = day + kDaysOfAWeek;  // the day of the week on which it is over today
  const auto is_over = [&] { return window.end_local.has_value() && *window.end_local <= now; };
  while (day < last_day && (is_over() || !runs_on_day_of(set, window.begin_local))) {
    window = window_of_day(set, first, ++day);
  }
  if (!ends_each_day && set.end_local.has_value() && window.begin_local >= *set.end_local) {
    return std::nullopt;
  }
  return window;
}

}  // namespace

std::optional<FileTime> next_run_at(const DataCollectorSet& set, FileTime now_local) {
  auto window = window_at(set, now_local);
  const bool has_begun = window.has_value() && window->begin_local <= now_local;
  if (has_begun) {
    const bool is_repeated = set.daily && window->end_local.has_value();
    window = is_repeated ? window_at(set, *window->end_local) : std::nullopt;
  }
  if (!window.has_value()) return std::nullopt;
  return window->begin_local;
}

std::optional<CollectionWindow> window_at(const DataCollectorSet& set, FileTime now_local) {
  if (set.daily) return daily_window(set, now_local);
  const FileTime begin = std::max(set.begin_local.value_or(now_local), now_local);
  if (set.end_local.has_value() && *set.end_local <= begin) return std::nullopt;
  return CollectionWindow{.begin_local = begin,
                          .end_local = earlier(set.end_local, end_of_run(set, begin))};
}

}  // namespace openperflib::logman
