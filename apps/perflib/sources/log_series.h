// The series of a whole log, found by reading all of it once.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/log/time/written_time.h"

namespace openperflib::apps {

// Reads the logs of `options` once, with progress on a terminal. Their anomalies are not reported:
// they are read again later.
[[nodiscard]] std::expected<LogSummary, Failure> survey(const LogOptions& options);

// Returns the time range of all the logs, and their clock. The logs are read once, whichever copy
// of their options is passed. Errors: they have no samples, or cannot be read.
[[nodiscard]] std::expected<LogTimes, Failure> times_of(const LogOptions& options);

// Replaces the paths by the series that they match in the whole log, each by its own path; without
// paths: all series. A path that matches none stays. Returns the contents of the log, or an exit
// code after a message.
[[nodiscard]] std::expected<LogSummary, Failure> expand_paths(const LogOptions& options,
                                                              std::vector<std::string>& paths);

}  // namespace openperflib::apps
