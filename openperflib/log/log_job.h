// LogJob writes what logs contain as another log: all of it or a part, in any format.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/base/workers.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What is written, and where. Value.
struct LogJobOptions {
  LogTarget target = {};
  LogWindow window = {};
  std::vector<std::string> counters = {};  // paths with wildcards; empty: everything
  LogStart start = LogStart::fresh;
  std::string file_path = {};  // these three: see CreateLogOptions
  TextRows rows = TextRows::columns;
  std::optional<SheetStyle> sheet = std::nullopt;
  Workers* workers = nullptr;  // outlive the job; null: one thread does everything
};

// Why a log cannot be written as the target.
enum class LogObstacle : std::uint8_t {
  no_records,         // nothing could be read
  none_in_window,     // nothing is in the window
  calculated_values,  // a BLG needs readings
  not_a_recording,    // a recording is only made of recordings
  several_machines,   // a recording is of one machine
};
// Returns the first obstacle that applies; nullopt: the log can be written.
[[nodiscard]] std::optional<LogObstacle> obstacle_to(const LogTarget& target,
                                                     const LogSummary& summary);

// Why begin() failed.
struct LogJobFault {
  // What failed; after the colon, the member that has the details.
  enum class Kind : std::uint8_t {
    target,      // the log cannot be created or appended to: `fault`
    not_a_log,   // what is to be appended to is not a log: `existing`
    unreadable,  // the same: `fault`
    ends_later,  // the text log that is to be appended to ends after the first record
  };
  Kind kind = Kind::target;
  SourceFault fault = {};
  OpenLogFault existing = {};
};

// Proves that a text log that is appended to ends before its first new record; the writers of
// binary logs check this themselves. Errors: not_a_log, unreadable, ends_later.
[[nodiscard]] std::expected<void, LogJobFault> check_ends_before(const std::string& path,
                                                                 FileTime first_utc,
                                                                 const TitleTable& titles);

// Resource. First the caller reads the logs once (LogSummary), chooses series (select_series) and
// asks obstacle_to(); then the job reads them again, step by step. It prints nothing: what was left
// out are values.
class LogJob {
 public:
  // `selection`: of options.counters in `summary`, which must outlive the job. `titles`: the usual
  // names; the texts must outlive it too.
  LogJob(const LogSummary& summary, LogSelection selection, LogJobOptions options,
         const TitleTable& titles);
  ~LogJob();

  // The paths of the query: text logs have one column per series, binary ones keep wildcards.
  [[nodiscard]] std::span<const std::string> paths() const noexcept;
  // Returns the names of columns of a text log that are not counter paths; they are left out.
  [[nodiscard]] std::span<const std::string> invalid_paths() const noexcept;
  // Returns whether blocks are copied as they are, so that paths do not count.
  [[nodiscard]] bool copies_blocks() const noexcept;

  // Creates the log on `fd` (create_log.h); nothing was written to it. `reader`, which must outlive
  // the job, has the same logs from their start.
  [[nodiscard]] std::expected<void, LogJobFault> begin(LogReader& reader, int fd);
  // As LogConversion::step(); after begin().
  [[nodiscard]] std::expected<ReadResult, SourceFault> step();
  // As LogConversion::is_sink_at_fault().
  [[nodiscard]] bool is_target_at_fault() const noexcept;
  // Completes what was written so far, if the caller stops before the end.
  void stop();

  // As LogConversion::written(); after begin().
  [[nodiscard]] const LogExtent& written() const noexcept;
  // As LogConversion::without_column().
  [[nodiscard]] std::span<const std::string> without_column() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
