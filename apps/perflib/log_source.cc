#include "apps/perflib/log_source.h"

#include <utility>

#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/messages.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

std::expected<LogSource, int> LogSource::open(const LogOptions& options) {
  return open(options, OPENPERFLIB_TRY(window_of(options)));
}

std::expected<LogSource, int> LogSource::open(const LogOptions& options, const LogWindow& window) {
  auto reader = open_logs(options, window);
  if (reader == nullptr) return std::unexpected(kFailed);
  return LogSource(options, std::move(reader), window);
}

// The clock of a log may be set back: a record after the window is left out, but does not end it.
std::expected<ReadResult, SourceFault> LogSource::read() {
  do {
    if (OPENPERFLIB_TRY(reader_->read(record_)) == ReadResult::end) return ReadResult::end;
  } while (record_.time_local > window_.end_local);
  record_.sample.time_utc = reader_->header().to_utc(record_.time_local);
  if (is_in_window()) ++records_;
  return ReadResult::reading;
}

void LogSource::take_again(Query& query) {
  query.take(reader_->catalog(), record_.sample, holds_values() ? &record_.row : nullptr);
}

std::expected<ReadResult, SourceFault> LogSource::take_next(Query& query) {
  do {
    if (OPENPERFLIB_TRY(read()) == ReadResult::end) return ReadResult::end;
    take_again(query);
  } while (!is_in_window());
  return ReadResult::reading;
}

std::expected<bool, int> LogSource::read_next_shown(LogProgress& progress) {
  do {
    const auto result = read();
    if (!result.has_value()) {
      print_error(result.error());
      return std::unexpected(kFailed);
    }
    if (*result == ReadResult::end) return false;
    progress.show(reader_->position(), reader_->size());
  } while (!is_in_window());
  return true;
}

std::expected<bool, int> LogSource::take_next_shown(Query& query, LogProgress& progress) {
  const auto result = take_next(query);
  if (!result.has_value()) {
    print_error(result.error());
    return std::unexpected(kFailed);
  }
  if (*result == ReadResult::end) return false;
  progress.show(reader_->position(), reader_->size());
  return true;
}

}  // namespace openperflib::apps
