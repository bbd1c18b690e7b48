#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_statistics_internal.h"
#include "openperflib/jobs/step_time_internal.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

std::expected<Query, JobFault> query_of_paths(const std::vector<std::string>& paths,
                                              const TitleTable& titles) {
  Query query(titles);
  for (const std::string& path : paths) {
    const auto added = query.add(path);
    if (added.has_value()) continue;
    return std::unexpected(
        JobFault{.kind = JobFault::Kind::not_a_path, .path = path, .syntax = added.error()});
  }
  if (!paths.empty()) return query;
  for (const std::string_view path : everything()) (void)query.add(path);
  return query;
}

std::expected<StatisticsReading, JobFault> StatisticsReading::begin(
    const LogInputs& logs, const LogWindow& window, const std::vector<std::string>& paths,
    const TitleTable& titles) {
  auto log = LogCursor::open(logs, window, titles);
  if (!log.has_value()) {
    return std::unexpected(
        JobFault{.kind = JobFault::Kind::not_a_log, .log = std::move(log).error()});
  }
  Query query = OPENPERFLIB_TRY(query_of_paths(paths, titles));
  return StatisticsReading(*std::move(log), std::move(query));
}

std::expected<JobStep, JobFault> StatisticsReading::step() {
  StepTime time;
  do {
    const auto taken = log_.take_next(query_);
    if (!taken.has_value()) {
      return std::unexpected(JobFault{.kind = JobFault::Kind::unreadable, .source = taken.error()});
    }
    if (*taken == ReadResult::end) return JobStep::done;
    extent_.note(log_.record().time_local);
    summary_.add(query_, rows(), intervals_.next(log_.record().time_local));
  } while (!time.is_over());
  return JobStep::more;
}

}  // namespace openperflib
