#include "openperflib/jobs/compared_windows.h"

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

// Half of the average interval of a log: how late a sample of the same moment may be.
std::int64_t half_interval_of(const LogTimes& log) noexcept {
  if (log.records < 2) return 0;
  const auto intervals = static_cast<std::int64_t>(log.records - 1);
  return (log.last_local - log.first_local) / intervals / 2;
}

}  // namespace

std::optional<ComparedWindows> aligned_windows(const LogTimes& first, const LogTimes& second,
                                               const Alignment& alignment) noexcept {
  const auto before =
      std::min(alignment.first - first.first_local, alignment.second - second.first_local);
  const auto behind =
      std::min(first.last_local - alignment.first, second.last_local - alignment.second);
  const std::int64_t begin = alignment.length.has_value() ? 0 : before;
  const std::int64_t end = alignment.length.value_or(behind);
  if (behind < 0 || -begin > end) return std::nullopt;
  const bool has_length = alignment.length.has_value();
  const std::int64_t first_late = has_length ? 0 : half_interval_of(first);
  const std::int64_t second_late = has_length ? 0 : half_interval_of(second);
  return ComparedWindows{.first = {.begin_local = alignment.first - begin,
                                   .end_local = alignment.first + end + first_late},
                         .second = {.begin_local = alignment.second - begin,
                                    .end_local = alignment.second + end + second_late}};
}

std::optional<ComparedWindows> windows_by_clock(const LogTimes& first, const LogTimes& second,
                                                std::optional<std::int64_t> length) noexcept {
  constexpr std::int64_t kDay = 24 * 3600 * kTicksPerSecond;
  const auto common = [&](std::int64_t later) {
    return std::pair(std::max(first.first_local + later, second.first_local),
                     std::min(first.last_local + later, second.last_local));
  };
  const std::int64_t apart = second.first_local - first.first_local;
  const std::int64_t whole_days = apart / kDay * kDay;
  std::optional<std::pair<std::int64_t, std::int64_t>> best;  // how much later, and how long
  for (const std::int64_t later : {whole_days - kDay, whole_days, whole_days + kDay}) {
    const auto [begin, end] = common(later);
    if (end < begin || (best.has_value() && end - begin <= best->second)) continue;
    best = {later, end - begin};
  }
  if (!best.has_value()) return std::nullopt;
  const auto [begin, whole_end] = common(best->first);
  const FileTime end = length.has_value() ? std::min(whole_end, begin + *length) : whole_end;
  return ComparedWindows{
      .first = {.begin_local = begin - best->first, .end_local = end - best->first},
      .second = {.begin_local = begin, .end_local = end}};
}

}  // namespace openperflib
