// LogCursor: the records of logs up to the end of a window, one after the other.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/source.h"

namespace openperflib {

// Resource, movable: the open logs. Times are those of the log's own clock, whatever the local
// zone.
class LogCursor {
 public:
  // Opens the logs, whose readings are in the form that the inputs name. The texts of `titles` must
  // outlive the cursor. Errors: those of open_logs().
  [[nodiscard]] static std::expected<LogCursor, OpenLogFault> open(const LogInputs& inputs,
                                                                   const LogWindow& window,
                                                                   const TitleTable& titles);
  // Opens the logs with their readings in that form, whatever the inputs name. LogReadings::names
  // is for a window that leaves out no record.
  [[nodiscard]] static std::expected<LogCursor, OpenLogFault> open(LogInputs inputs,
                                                                   const LogWindow& window,
                                                                   const TitleTable& titles,
                                                                   LogReadings readings);

  // The next record up to the end of the window, including those before the window. Errors: those
  // of the system.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read();
  // Returns whether the record last read is in the window.
  [[nodiscard]] bool is_in_window() const noexcept {
    return record_.time_local >= window_.begin_local;
  }
  // The record last read; empty before the first read().
  [[nodiscard]] const LogRecord& record() const noexcept { return record_; }

  // Makes the query take the next record of the window; earlier ones are taken silently, so that
  // the first rate has a start. Errors: those of the system.
  [[nodiscard]] std::expected<ReadResult, SourceFault> take_next(Query& query);
  // Makes the query take the last record again.
  void take_again(Query& query);
  // Returns to the start. Errors: those of open_logs(); the cursor is then as before.
  [[nodiscard]] std::expected<void, OpenLogFault> rewind();
  // Returns to the first record of the window at or after a time on the log's own clock: the next
  // one that a query takes, without an earlier reading. What is before it is skipped, by a
  // recording without being read. Errors: those of open_logs(); the cursor is then as before.
  [[nodiscard]] std::expected<void, OpenLogFault> rewind_to(FileTime begin_local);
  // The number of records of the window that were read.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }

  [[nodiscard]] const LogInputs& inputs() const noexcept { return inputs_; }  // as given to open()
  [[nodiscard]] const LogWindow& window() const noexcept { return window_; }  // as given to open()
  // The reader of all logs together; replaced by rewind().
  [[nodiscard]] const LogReader& reader() const noexcept { return *logs_.reader; }
  // The formats of the logs, in the order of inputs().
  [[nodiscard]] std::span<const LogFormat> formats() const noexcept { return logs_.formats; }
  // The files that do not name their zone although others do.
  [[nodiscard]] std::span<const std::string> without_zone() const noexcept {
    return logs_.without_zone;
  }
  // Files of names that were not used, and logs that the given names do not fit.
  [[nodiscard]] std::span<const SourceFault> names_remarks() const noexcept {
    return logs_.names_remarks;
  }
  // Returns whether the logs have only calculated values, without readings.
  [[nodiscard]] bool holds_values() const noexcept {
    return reader().header().content == LogContent::values;
  }
  // The log's clock; its bias is 0 if the log has none.
  [[nodiscard]] ZoneOffset zone() const;
  [[nodiscard]] bool tells_its_bias() const noexcept {
    return reader().header().bias_minutes.has_value();
  }

 private:
  // At the start of logs that are open.
  LogCursor(LogInputs inputs, OpenedLogs logs, const LogWindow& window, const TitleTable& titles)
      : inputs_(std::move(inputs)), logs_(std::move(logs)), window_(window), titles_(titles) {}
  LogInputs inputs_;
  OpenedLogs logs_;
  LogWindow window_;
  TitleTable titles_;
  LogRecord record_;
  FileTime skipped_before_ = std::numeric_limits<FileTime>::min();  // until a record is not
  std::uint64_t records_ = 0;
};

}  // namespace openperflib
