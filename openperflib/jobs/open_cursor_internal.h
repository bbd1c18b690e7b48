// What every job does with its logs.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Errors: not_a_log.
[[nodiscard]] std::expected<LogCursor, JobFault> open_cursor(const LogInputs& logs,
                                                             const LogWindow& window,
                                                             const TitleTable& titles);

// A query with these paths, or those of everything in a log if there are none. Errors: not_a_path.
[[nodiscard]] std::expected<Query, JobFault> query_of_paths(const std::vector<std::string>& paths,
                                                            const TitleTable& titles);

[[nodiscard]] inline JobProgress progress_of(const LogCursor& log) noexcept {
  return {.position = log.reader().position(), .size = log.reader().size()};
}

[[nodiscard]] JobFault not_a_log(OpenLogFault fault);
[[nodiscard]] JobFault unreadable(SourceFault fault);

}  // namespace openperflib
