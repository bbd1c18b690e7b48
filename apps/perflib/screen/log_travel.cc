#include "apps/perflib/screen/log_travel.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/moment/watched_session.h"
#include "openperflib/jobs/times_job.h"
#include "openperflib/view/text/time_text.h"

namespace openperflib::apps {

std::expected<void, std::string> LogTravel::read_times(const CounterSession& session) {
  if (times_.has_value()) return {};
  const auto& log = *session.log();
  auto job = TimesJob::begin(log.inputs(), titles_, TimesJob::Kept::all);
  if (!job.has_value()) return std::unexpected(describe(job.error()));
  if (const auto read = openperflib::run(*job); !read.has_value()) {
    return std::unexpected(describe(read.error()));
  }
  LogTimeline times = timeline_in(job->take_all(), log.window());
  if (times.size() == 0) return std::unexpected("the log has no samples");
  range_ = {.first_local = times.at(0),
            .last_local = times.at(times.size() - 1),
            .bias_minutes = log.reader().header().bias_minutes,
            .records = times.size()};
  times_ = std::move(times);
  return {};
}

std::expected<std::string, std::string> LogTravel::move(CounterSession& session, std::size_t place,
                                                        WatchModel& model) {
  WatchModel fresh = watch_model_of(session);
  const auto taken = go_to_moment(session, *times_, place, fresh);
  model = std::move(fresh);  // after a failure too: the query of the session may be another one
  if (!taken.has_value()) return std::unexpected(describe(taken.error()));
  rows_ = place + 1;
  return {};
}

std::expected<std::string, std::string> LogTravel::step(CounterSession& session,
                                                        std::ptrdiff_t samples, WatchModel& model) {
  OPENPERFLIB_TRY(read_times(session));
  const auto last = static_cast<std::ptrdiff_t>(times_->size()) - 1;
  const auto here = std::min(static_cast<std::ptrdiff_t>(rows_) - 1, last);
  const std::ptrdiff_t place = std::clamp<std::ptrdiff_t>(here + samples, 0, last);
  if (place == here) return samples < 0 ? "the first sample of the log" : "end of the log";
  return move(session, static_cast<std::size_t>(place), model);
}

std::expected<std::string, std::string> LogTravel::go_to(CounterSession& session,
                                                         const std::string& time,
                                                         WatchModel& model) {
  const auto written = parse_written_time(time);
  if (!written.has_value()) {
    return std::unexpected(
        fmt::format("\"{}\" is not a time; write 15:45 or 2026-11-21 15:45", time));
  }
  OPENPERFLIB_TRY(read_times(session));
  const FileTime asked = begin_of(*written, range_);
  const auto place = times_->place_at(asked);
  if (!place.has_value()) {
    return std::unexpected(fmt::format("no sample at {}; the log runs from {}", date_text(asked),
                                       shown_range(range_)));
  }
  OPENPERFLIB_TRY(move(session, *place, model));
  const auto gap = times_->gap_at(*place, asked);
  if (!gap.has_value()) return {};
  return fmt::format("no samples between {} and {}", date_text(gap->first), date_text(gap->second));
}

std::expected<std::string, std::string> LogTravel::stay(CounterSession& session,
                                                        WatchModel& model) {
  OPENPERFLIB_TRY(read_times(session));
  return move(session, std::min(std::max<std::size_t>(rows_, 1), times_->size()) - 1, model);
}

}  // namespace openperflib::apps
