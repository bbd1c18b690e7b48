#include "openperflib/jobs/moment/watched_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The record from which the samples before `place` are read, the first one of several at its time.
std::size_t first_before(const LogTimeline& times, std::size_t place) {
  if (!times.is_ordered()) return 0;
  std::size_t first = place > RecentValues::kLength ? place - RecentValues::kLength : 0;
  while (first > 0 && times.at(first - 1) == times.at(first)) --first;
  return first;
}

WatchModel empty_model_of(const CounterSession& source) {
  if (source.log() == nullptr) return WatchModel(Policy{.wrap = Wrap::modulo_2_32});
  return WatchModel(Policy{}, source.holds_values() ? RowsOf::values : RowsOf::readings);
}

}  // namespace

WatchModel watch_model_of(const CounterSession& source) {
  WatchModel model = empty_model_of(source);
  tell_beside(source, model);
  return model;
}

void tell_beside(const CounterSession& source, WatchModel& model) {
  for (Query::PathId path = 0; path < source.paths().size(); ++path) {
    if (source.is_beside(path)) model.hide_path(path);
  }
  const RemainderReading remainder(source);
  if (remainder.paths().has_value()) model.set_remainder_paths(*remainder.paths());
}

bool is_of_whole_machine(const LogHeader& header) {
  const auto has_whole = [&](std::string_view object) {
    return std::ranges::any_of(header.entries, [&](const LogEntry& entry) {
      return entry.kind == LogEntry::Kind::object && equal_ignoring_case(entry.object, object);
    });
  };
  return (has_whole("Processor") || has_whole("Processor Information")) && has_whole("Memory") &&
         has_whole("Process");
}

bool is_of_whole_machine(const LogInputs& logs, const TitleTable& titles) {
  const auto log = LogCursor::open(logs, LogWindow(), titles, LogReadings::left_out);
  return log.has_value() && is_of_whole_machine(log->reader().header());
}

void append_unmatched(const CounterSession& source, std::vector<WatchGroup>& groups) {
  const std::span<const Series> series = source.query().binding().series();
  for (std::uint32_t path = 0; path < source.paths().size(); ++path) {
    const std::string why = source.why_unmatched(path);
    if (why.empty() || std::ranges::count(series, path, &Series::path) != 0) continue;
    groups.push_back({.title = fmt::format("{}  not available: {}", source.paths()[path], why),
                      .is_list = false,
                      .lines = {}});
  }
}

std::expected<std::size_t, JobFault> go_to_moment(CounterSession& session, const LogTimeline& times,
                                                  std::size_t place, WatchModel& model) {
  const std::size_t first = first_before(times, place);
  auto rewound = session.rewind_to(times.is_ordered() ? times.at(first)
                                                      : std::numeric_limits<FileTime>::min());
  if (!rewound.has_value()) return std::unexpected(not_a_log(std::move(rewound).error()));
  for (std::size_t i = first; i <= place; ++i) {
    const auto collected = session.collect();
    if (!collected.has_value()) return std::unexpected(unreadable(collected.error()));
    if (*collected == CounterSession::Collected::end) {
      return std::unexpected(JobFault{.kind = JobFault::Kind::no_samples,
                                      .path = session.log()->inputs().files.front()});
    }
    model.take(session.query());
  }
  return place - first + 1;
}

LogTimeline timeline_in(std::vector<FileTime> times, const LogWindow& window) {
  std::erase_if(
      times, [&](FileTime time) { return time < window.begin_local || time > window.end_local; });
  return LogTimeline(std::move(times));
}

}  // namespace openperflib
