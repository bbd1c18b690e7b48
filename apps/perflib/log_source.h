// LogSource feeds the user's logs to a query, record by record, in the window of -b and -e.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>

#include "apps/perflib/log_input.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/source.h"

namespace openperflib::apps {

class LogProgress;

// Resource, movable. Times are those of the log's own clock, whatever the local zone.
class LogSource {
 public:
  // Opens all of options.files as one. An exit code after a message.
  [[nodiscard]] static std::expected<LogSource, int> open(const LogOptions& options);
  // The same with a window of the caller in place of that of the options.
  [[nodiscard]] static std::expected<LogSource, int> open(const LogOptions& options,
                                                          const LogWindow& window);

  // The next record up to the end of the window, including those before the window. Errors: those
  // of the system.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read();
  // Whether the record last read is in the window.
  [[nodiscard]] bool is_in_window() const noexcept {
    return record_.time_local >= window_.begin_local;
  }
  [[nodiscard]] const LogRecord& record() const noexcept { return record_; }

  // The next record of the window, with progress on a terminal. False: there are no more. An exit
  // code after a message.
  [[nodiscard]] std::expected<bool, int> read_next_shown(LogProgress& progress);

  // Makes the query take the next record of the window; earlier ones are taken silently, so that
  // the first rate has a start. Errors: those of the system.
  [[nodiscard]] std::expected<ReadResult, SourceFault> take_next(Query& query);
  // Makes the query take the last record again.
  void take_again(Query& query);
  // Like take_next(), with progress as in read_next_shown().
  [[nodiscard]] std::expected<bool, int> take_next_shown(Query& query, LogProgress& progress);
  // The number of records of the window that were read.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }

  // The options that it was opened with.
  [[nodiscard]] const LogOptions& options() const noexcept { return options_; }
  [[nodiscard]] const LogWindow& window() const noexcept { return window_; }
  [[nodiscard]] const LogReader& reader() const noexcept { return *reader_; }
  [[nodiscard]] bool holds_values() const noexcept {
    return reader_->header().content == LogContent::values;
  }
  // The log's clock; its bias is 0 if the log has none.
  [[nodiscard]] ZoneOffset zone() const { return zone_of(reader_->header()); }
  [[nodiscard]] bool tells_its_bias() const noexcept {
    return reader_->header().bias_minutes.has_value();
  }

 private:
  LogSource(LogOptions options, std::unique_ptr<LogReader> reader, const LogWindow& window)
      : options_(std::move(options)), reader_(std::move(reader)), window_(window) {}
  LogOptions options_;
  std::unique_ptr<LogReader> reader_;
  LogWindow window_;
  LogRecord record_;
  std::uint64_t records_ = 0;
};

}  // namespace openperflib::apps
