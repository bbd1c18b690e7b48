// LogSource: the user's logs as a query takes them, record by record, in the window of -b and -e.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>

#include "apps/perflib/log_input.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/source.h"

namespace openperflib::apps {

class LogProgress;

// Resource, movable. Times are those of the log's own clock, whatever zone the reader lives in.
class LogSource {
 public:
  // Opens all of options.files as one. An exit code after a message.
  [[nodiscard]] static std::expected<LogSource, int> open(const LogOptions& options);
  // The same with a window of the caller's in place of that of the options.
  [[nodiscard]] static std::expected<LogSource, int> open(const LogOptions& options,
                                                          const LogWindow& window);

  // The next record up to the window's end; those before the window are records too. Errors: the
  // system's.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read();
  // Whether the record last read is in the window.
  [[nodiscard]] bool is_in_window() const noexcept {
    return record_.time_local >= window_.begin_local;
  }
  [[nodiscard]] const LogRecord& record() const noexcept { return record_; }

  // The next record of the window, for whoever reads all of it: shows how far it has come. False:
  // there is none left. An exit code after a message.
  [[nodiscard]] std::expected<bool, int> read_next_shown(LogProgress& progress);

  // Has the query take the next record of the window; those before it are taken silently, so that
  // its first rate has where to start from. Errors: the system's.
  [[nodiscard]] std::expected<ReadResult, SourceFault> take_next(Query& query);
  // The same, as read_next_shown() has it.
  [[nodiscard]] std::expected<bool, int> take_next_shown(Query& query, LogProgress& progress);
  // How many records of the window were read.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }

  [[nodiscard]] const LogWindow& window() const noexcept { return window_; }
  [[nodiscard]] const LogReader& reader() const noexcept { return *reader_; }
  [[nodiscard]] bool holds_values() const noexcept {
    return reader_->header().content == LogContent::values;
  }
  // The log's clock; its bias is 0 where the log does not tell it.
  [[nodiscard]] ZoneOffset zone() const { return zone_of(reader_->header()); }
  [[nodiscard]] bool tells_its_bias() const noexcept {
    return reader_->header().bias_minutes.has_value();
  }

 private:
  LogSource(std::unique_ptr<LogReader> reader, const LogWindow& window)
      : reader_(std::move(reader)), window_(window) {}
  std::unique_ptr<LogReader> reader_;
  LogWindow window_;
  LogRecord record_;
  std::uint64_t records_ = 0;
};

}  // namespace openperflib::apps
