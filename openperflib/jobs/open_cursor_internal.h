// What every job does with its logs.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/step_time.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Errors: not_a_log.
[[nodiscard]] std::expected<LogCursor, JobFault> open_cursor(const LogInputs& logs,
                                                             const LogWindow& window,
                                                             const TitleTable& titles);

// The same for a job that gives each record only to a query or to a survey
// (LogCursor::open_for_query).
[[nodiscard]] std::expected<LogCursor, JobFault> open_query_cursor(const LogInputs& logs,
                                                                   const LogWindow& window,
                                                                   const TitleTable& titles);

// The same for a job that gives each record only to a survey, and does not say what is wrong with
// single values (LogCursor::open_for_survey).
[[nodiscard]] std::expected<LogCursor, JobFault> open_survey_cursor(const LogInputs& logs,
                                                                    const LogWindow& window,
                                                                    const TitleTable& titles);

// The same for a job that only notes the times of records (LogCursor::open_for_times).
[[nodiscard]] std::expected<LogCursor, JobFault> open_times_cursor(const LogInputs& logs,
                                                                   const LogWindow& window,
                                                                   const TitleTable& titles);

// The same for a job that lists the names of all records in the window: where that is the whole
// log, each record may tell only what is new (LogCursor::open_for_names).
[[nodiscard]] std::expected<LogCursor, JobFault> open_names_cursor(const LogInputs& logs,
                                                                   const LogWindow& window,
                                                                   const TitleTable& titles);

// A query with these paths, or those of everything in a log if there are none. Errors: not_a_path.
[[nodiscard]] std::expected<Query, JobFault> query_of_paths(
    const std::vector<std::string>& paths, const TitleTable& titles,
    QueryOptions::FirstRates first_rates = QueryOptions::FirstRates::nothing);

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
