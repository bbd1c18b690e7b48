// The part of a log selected by -b, -e and --at.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/time/written_time.h"

namespace openperflib::apps {

// A time that a user wrote for `option`.
[[nodiscard]] std::expected<WrittenTime, Failure> read_time(const std::string& text,
                                                            const char* option);

// The window of -b and -e. If needed, the logs are read once for their days.
[[nodiscard]] std::expected<LogWindow, Failure> window_of(const LogOptions& options);

// "2026-11-21 10:00:00 to 11:00:00", with the second date if it differs.
[[nodiscard]] std::string shown_range(const LogTimes& log);

// Returns the failure that no sample is in the window of -b and -e, with the times that the log
// covers; without a window, that the log has none.
[[nodiscard]] Failure why_no_samples(const LogOptions& options);

}  // namespace openperflib::apps
