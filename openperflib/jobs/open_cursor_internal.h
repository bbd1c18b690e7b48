// What every job does with its logs.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/step_time.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/query/query.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// Opens the logs with the readings that the job needs. With LogReadings::names records have all
// series if the window is not the whole log: what is new in one would depend on those before it.
// Errors: not_a_log.
[[nodiscard]] std::expected<LogCursor, JobFault> open_cursor(const LogInputs& logs,
                                                             const LogWindow& window,
                                                             const TitleTable& titles,
                                                             LogReadings readings);

// A query with these paths, or those of everything in a log if there are none. Errors: not_a_path.
[[nodiscard]] std::expected<Query, JobFault> query_of_paths(
    const std::vector<std::string>& paths, const TitleTable& titles,
    QueryOptions::FirstRates first_rates = QueryOptions::FirstRates::nothing);

// Opens a session over the logs with these paths, or those of everything in them if there are none.
// With first rates it also reads what tells how much no process accounts for (RemainderReading).
// The session refers to `titles`. Errors: not_a_log, not_a_path.
[[nodiscard]] std::expected<CounterSession, JobFault> session_of_paths(
    const LogInputs& logs, const LogWindow& window, const std::vector<std::string>& paths,
    const TitleTable& titles, QueryOptions::FirstRates first_rates);

[[nodiscard]] inline JobProgress progress_of(const LogCursor& log) noexcept {
  return {.position = log.reader().position(), .size = log.reader().size()};
}

// Reads records of a log until a step has taken long enough: `next()` reads one, `take()` takes it
// and returns done if the job needs no more. The result is done, too, at the end of the log.
// Errors: unreadable.
template <class Next, class Take>
[[nodiscard]] std::expected<JobStep, JobFault> read_for_a_step(Next next, Take take) {
  StepTime time;
  do {
    const auto result = next();
    if (!result.has_value()) return std::unexpected(unreadable(result.error()));
    if (*result == ReadResult::end || take() == JobStep::done) return JobStep::done;
  } while (!time.is_over());
  return JobStep::more;
}

}  // namespace openperflib
