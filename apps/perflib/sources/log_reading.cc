#include "apps/perflib/sources/log_reading.h"

#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

std::expected<LogCursor, Failure> open_cursor(const LogOptions& options) {
  return open_cursor(options, OPENPERFLIB_TRY(window_of(options)));
}

}  // namespace openperflib::apps
