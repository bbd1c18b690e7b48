// Reading the user's logs in the window of -b and -e, with progress on a terminal.
#pragma once

#include <expected>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_cursor.h"

namespace openperflib::apps {

// Opens all of options.files as one, with the window of the options.
[[nodiscard]] std::expected<LogCursor, Failure> open_cursor(const LogOptions& options);

}  // namespace openperflib::apps
