// LogConversion passes the records of a log into a sink: through a query as rows, or as blocks.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/workers.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The extent of the written records.
struct LogExtent {
  std::uint64_t records = 0;
  FileTime first_local = 0;  // meaningless without records
  FileTime last_local = 0;
  // Adds a record after the others.
  void note(FileTime time_local) noexcept {
    if (records++ == 0) first_local = time_local;
    last_local = time_local;
  }
};

// Resource, movable. Works step by step, so that the caller can show progress and stop.
class LogConversion {
 public:
  // Whether the record before the window is also written, so that a reader of the result has rates
  // from the first record of the window on: for logs of readings.
  enum class RecordBefore : std::uint8_t { left_out, written };

  // Rows of `query`, which already has its paths. All three must outlive it, and so must `workers`,
  // which make text of rows where the sink has a RowText; null: none. Nothing is written before the
  // first step().
  LogConversion(LogReader& reader, Query& query, RowSink& sink, const LogWindow& window,
                RecordBefore before, Workers* workers = nullptr);
  // Blocks as they are: nothing is calculated. Without a request each record has a block, or an
  // empty one, for each entry of the log, as a BLG of objects needs them; with one only the blocks
  // of its objects, and records without any are left out.
  LogConversion(LogReader& reader, BlockSink& sink, std::optional<ObjectRequest> request,
                const LogWindow& window, RecordBefore before);
  ~LogConversion();
  // A moved-from one can only be destroyed or assigned to.
  LogConversion(LogConversion&&) noexcept;
  LogConversion& operator=(LogConversion&&) noexcept;

  // Reads one record and writes it if it is included. end: there were no more records, and the sink
  // was ended. Errors: those of the reader and of the sink.
  [[nodiscard]] std::expected<ReadResult, SourceFault> step();
  // After an error of step(): whether it is one of the sink.
  [[nodiscard]] bool is_sink_at_fault() const noexcept;

  // Writes the records that were read and that workers still have, if the caller stops before the
  // end. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> flush();

  // The extent of what the sink received so far, including the record before the window.
  [[nodiscard]] const LogExtent& written() const noexcept;
  // Paths of the series that the last step brought and that have no column (RowSink). The texts
  // live until the next step.
  [[nodiscard]] std::span<const std::string> without_column() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The series that patterns match in a whole log, each as a separate path, in the order of the
// patterns, then of the survey, which should be finished; a series that two of them match appears
// once. Text logs have one header, so wildcards are expanded once, over all records.
struct LogSelection {
  std::vector<std::string> paths;
  std::vector<Query::Match> matches;  // by pattern
};
// Without patterns: all series. Errors: syntax, of the first invalid pattern.
[[nodiscard]] std::expected<LogSelection, Error> select_series(
    const LogSurvey& survey, std::span<const std::string> patterns, const TitleTable& titles);

// Begins a sink with all columns that a query of these paths has in the whole log, including those
// that appear only in a later record: text logs have one header. For binary logs and several text
// logs; a single text log has all columns in its first record, and two columns with one name stay
// two. Errors: those of the sink.
[[nodiscard]] std::expected<void, SourceFault> begin_with_all(RowSink& sink,
                                                              const LogSurvey& survey,
                                                              std::span<const std::string> paths,
                                                              const TitleTable& titles);

// The paths that a log records, including wildcards: those of a binary copy of it.
[[nodiscard]] std::vector<std::string> recorded_paths(const LogHeader& header);
// Returns recorded_paths(), or the paths of the log's series if none of those matches a series of
// the whole log: its samples then have another catalog than the first one.
[[nodiscard]] std::vector<std::string> copied_paths(const LogHeader& header,
                                                    const LogSurvey& survey,
                                                    std::vector<std::string> series_paths,
                                                    const TitleTable& titles);

}  // namespace openperflib
