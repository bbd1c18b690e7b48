// PdhLogOutput: a log that is written from a query of PDH, record by record.
//
// Resource. Any number of threads may call all functions; a call waits for those before it. What a
// call has written survives the death of the process. A forked child cannot write its parent's log:
// update() returns PDH_INVALID_HANDLE; flush() and close() do nothing.
// Source: docs/pdh.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "openperflib/log/log_target.h"
#include "openperflib/pdh/log_contents.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib {

// How a log is written. Value.
struct PdhLogOptions {
  // What becomes of a log that exists.
  enum class Existing : std::uint8_t { refused, replaced, appended_to };
  LogTarget target;  // a text log, a BLG or a log set
  Existing existing = Existing::refused;
  // A log that has reached this size gets no more records; 0: no limit. Not for a log set.
  std::uint64_t most_bytes = 0;
  bool is_circular = false;   // instead, a new BLG overwrites its oldest records
  bool has_comments = false;  // a text log with a column of comments
  std::string caption = {};   // of that column; empty: the first comment
};

// Resource: an open log with the query that it records. See above.
class PdhLogOutput {
 public:
  // Opens a log of the counters that the query has; if it has none, of those that it has at the
  // first update(). In a text log each instance of a wildcard has its column from now on; in the
  // others instances come and go. The source is read once; a log completely, which
  // the query does not notice.
  // Errors: PDH_FILE_ALREADY_EXISTS; PDH_ACCESS_DENIED, PDH_FILE_NOT_FOUND (its folder),
  // PDH_LOG_FILE_CREATE_ERROR; PDH_NOT_IMPLEMENTED for a BLG of a source without readings, and to
  // append to a circular log; PDH_UNMATCHED_APPEND_COUNTER, PDH_INCORRECT_APPEND_TIME;
  // PDH_LOG_SAMPLE_TOO_SMALL; PDH_SQL_CONNECT_FAILED; PDH_NO_DATA for a source without records;
  // those of PdhQuery. Then no file is left, and one that exists is as before unless its disk
  // failed.
  [[nodiscard]] static std::expected<std::unique_ptr<PdhLogOutput>, PdhStatus> open(
      std::shared_ptr<PdhQuery> query, PdhLogOptions options, LogContents& contents);
  PdhLogOutput(const PdhLogOutput&) = delete;
  PdhLogOutput& operator=(const PdhLogOutput&) = delete;
  ~PdhLogOutput();  // closes it

  // Collects the query and writes what it has as a record, also if no counter has an instance.
  // `comment` goes into the column of comments, if there is one. Errors: those of
  // PdhQuery::collect(); PDH_END_OF_LOG_FILE if the log has its largest size; PDH_FILE_NOT_FOUND if
  // the file was removed or renamed; those of writing: ERROR_DISK_FULL, PDH_LOG_SAMPLE_TOO_SMALL,
  // PDH_SQL_EXEC_DIRECT_FAILED, ERROR_WRITE_FAULT. Then there is no new record.
  PdhStatus update(std::string_view comment);
  // What was written is on the disk. PDH_NOT_IMPLEMENTED for a log of another type than BLG.
  PdhStatus flush();
  // Returns the size of the log in bytes. PDH_NOT_IMPLEMENTED for a log set; PDH_FILE_NOT_FOUND if
  // the file was removed or renamed.
  [[nodiscard]] std::expected<std::uint64_t, PdhStatus> size() const;
  // Completes the log, unless the query was closed and has done so. Errors: those of writing.
  PdhStatus close();

  // The target of the options that open() got; lives as long as this.
  [[nodiscard]] const LogTarget& target() const noexcept;

  // Around fork(), before the query is locked: the child must not inherit it while a thread writes.
  void lock();
  void unlock();

 private:
  struct State;
  explicit PdhLogOutput(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace openperflib
