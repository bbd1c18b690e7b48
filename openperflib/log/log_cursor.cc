#include "openperflib/log/log_cursor.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/copied_header.h"

namespace openperflib {

std::expected<LogCursor, OpenLogFault> LogCursor::open(const LogInputs& inputs,
                                                       const LogWindow& window,
                                                       const TitleTable& titles) {
  return LogCursor(inputs, OPENPERFLIB_TRY(open_logs(inputs, window, titles)), window, titles);
}

std::expected<LogCursor, OpenLogFault> LogCursor::open(LogInputs inputs, const LogWindow& window,
                                                       const TitleTable& titles,
                                                       LogReadings readings) {
  inputs.readings = readings;
  return open(inputs, window, titles);
}

std::expected<void, OpenLogFault> LogCursor::rewind() {
  *this = OPENPERFLIB_TRY(open(inputs_, window_, titles_));
  return {};
}

std::expected<void, OpenLogFault> LogCursor::rewind_to(FileTime begin_local) {
  LogWindow later = window_;
  later.begin_local = std::max(later.begin_local, begin_local);
  LogCursor opened = OPENPERFLIB_TRY(open(inputs_, later, titles_));
  opened.window_ = window_;
  opened.skipped_before_ = later.begin_local;
  *this = std::move(opened);
  return {};
}

// The clock of a log may be set back: a record after the window is left out, but does not end it.
std::expected<ReadResult, SourceFault> LogCursor::read() {
  do {
    if (OPENPERFLIB_TRY(logs_.reader->read(record_)) == ReadResult::end) return ReadResult::end;
  } while (record_.time_local > window_.end_local);
  record_.sample.time_utc = reader().header().to_utc(record_.time_local);
  if (is_in_window()) ++records_;
  return ReadResult::reading;
}

void LogCursor::take_again(Query& query) { query.take(record_of(reader(), record_)); }

std::expected<ReadResult, SourceFault> LogCursor::take_next(Query& query) {
  while (OPENPERFLIB_TRY(read()) == ReadResult::reading) {
    if (record_.time_local < skipped_before_) continue;
    skipped_before_ = std::numeric_limits<FileTime>::min();
    take_again(query);
    if (is_in_window()) return ReadResult::reading;
  }
  return ReadResult::end;
}

ZoneOffset LogCursor::zone() const { return zone_of(reader().header()); }

}  // namespace openperflib
