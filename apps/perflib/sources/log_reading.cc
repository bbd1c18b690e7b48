#include "apps/perflib/sources/log_reading.h"

#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

std::expected<LogCursor, Failure> open_cursor(const LogOptions& options) {
  return open_cursor(options, OPENPERFLIB_TRY(window_of(options)));
}

void report_unmatched_path(const std::string& path, const std::string& hint) {
  print_error(path, hint.empty() ? "is not in the log" : "is not in the log; " + hint);
}

}  // namespace openperflib::apps
