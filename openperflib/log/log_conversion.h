// LogConversion: the records of a log through a query into a sink.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/log_reader.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/query/query.h"
#include "openperflib/query/source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Which records are wanted. Times as the log stores them (local), both ends included.
struct LogWindow {
  FileTime begin_local = std::numeric_limits<FileTime>::min();
  FileTime end_local = std::numeric_limits<FileTime>::max();
  std::uint64_t every = 1;  // each n-th record of those in the window, the first one included
};

// Tells of each record, in their order, whether a window wants it.
class WantedRecords {
 public:
  // Nothing of the log was taken yet.
  explicit WantedRecords(const LogWindow& window) noexcept : window_(window) {}
  // To be asked once a record. Every n-th of those in the window: the first one is always there.
  [[nodiscard]] bool take(FileTime time_local) noexcept {
    if (time_local > window_.end_local || is_before(time_local)) return false;
    return in_window_++ % window_.every == 0;
  }
  // Whether the window begins later.
  [[nodiscard]] bool is_before(FileTime time_local) const noexcept {
    return time_local < window_.begin_local;
  }

 private:
  LogWindow window_;
  std::uint64_t in_window_ = 0;  // records so far
};

// What the records look like that were written.
struct LogExtent {
  std::uint64_t records = 0;
  FileTime first_local = 0;  // of no meaning without records
  FileTime last_local = 0;
  // One more, behind the others.
  void note(FileTime time_local) noexcept {
    if (records++ == 0) first_local = time_local;
    last_local = time_local;
  }
};

// A step at a time, so that whoever converts can show progress and stop.
class LogConversion {
 public:
  // Whether the record before the window is written too, so that a reader of the result has rates
  // from the window's first record on: binary logs, which hold readings.
  enum class RecordBefore : std::uint8_t { left_out, written };

  // All three must outlive it; the query has its paths. Nothing is written before the first step().
  LogConversion(LogReader& reader, Query& query, Sink& sink, const LogWindow& window,
                RecordBefore before);

  // Reads one record and writes it where it is wanted. end: there was none left, and the sink was
  // told so. Errors: those of the reader and of the sink.
  [[nodiscard]] std::expected<ReadResult, SourceFault> step();

  // What the sink got so far, the record before the window included.
  [[nodiscard]] const LogExtent& written() const noexcept { return written_; }

 private:
  // Whether record_ is in the window and its turn has come.
  // The query's row to the sink, and before the first one what must stand before it.
  [[nodiscard]] std::expected<void, SourceFault> write();
  // Tells the sink of a binding that it does not know yet.
  [[nodiscard]] std::expected<void, SourceFault> begin();
  // Only where RecordBefore says so, and nothing was written yet.
  [[nodiscard]] std::expected<void, SourceFault> write_record_before();
  // Counts a record that the sink gets.

  LogReader& reader_;
  Query& query_;
  Sink& sink_;
  WantedRecords wanted_;
  RecordBefore before_;
  LogRecord record_;
  LogExtent written_;
  std::vector<std::size_t> shown_;
  Row no_row_;
  std::optional<FileTime> time_before_;
  std::optional<std::uint64_t> generation_;  // of the binding that the sink knows
};

// The series that patterns stand for in a whole log, each as a path of its own, in the order of the
// patterns, then of the log; a series that two of them name is there once. Text logs have one
// header: wildcards are expanded once, over all records.
struct LogSelection {
  std::vector<std::string> paths;
  std::vector<Query::Match> matches;  // by pattern
};
// Without patterns: all series. Errors: syntax, of the first pattern that has one.
[[nodiscard]] std::expected<LogSelection, Error> select_series(
    const LogSurvey& survey, std::span<const std::string> patterns, const TitleTable& titles);

// Begins a sink with all columns that a query of these paths has in the whole log, also with those
// that come only with a later record: text logs have one header. For binary logs and several of
// text; one text log has all in its first record, and two columns of one name there stay two.
// Errors: those of the sink.
[[nodiscard]] std::expected<void, SourceFault> begin_with_all(Sink& sink, const LogSurvey& survey,
                                                              std::span<const std::string> paths,
                                                              const TitleTable& titles);

// The paths that a log was asked to record, wildcards kept: what a binary copy of it records.
[[nodiscard]] std::vector<std::string> recorded_paths(const LogHeader& header);
// The same, but where none of them names a series of the whole log: those of its series, as its
// samples are of another catalog than the first.
[[nodiscard]] std::vector<std::string> copied_paths(const LogHeader& header,
                                                    const LogSurvey& survey,
                                                    std::vector<std::string> series_paths,
                                                    const TitleTable& titles);

}  // namespace openperflib
