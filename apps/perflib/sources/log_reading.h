// Reading the user's logs in the window of -b and -e, with progress on a terminal.
#pragma once

#include <expected>
#include <string>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_cursor.h"

namespace openperflib::apps {

// Opens all of options.files as one, with the window of the options.
[[nodiscard]] std::expected<LogCursor, Failure> open_cursor(const LogOptions& options);

// Reports on stderr that the path matches nothing in the log, and what may be meant.
void report_unmatched_path(const std::string& path, const std::string& hint);

}  // namespace openperflib::apps
