// RawRecords: the records of a data source as its logs store them, by their times.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <mutex>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value: a row of a text log without its line end, or the body of a sample message of a BLG.
struct RawRecord {
  LogFormat format = LogFormat::csv;
  std::vector<std::byte> bytes;
};

// Resource: the logs, open from the first call on. Any number of threads may call all functions; a
// call waits for those before it. Records that are asked for in their order are read once.
class RawRecords {
 public:
  // The texts of `titles` must outlive it.
  RawRecords(DataSource source, const TitleTable& titles)
      : source_(std::move(source)), titles_(titles) {}

  // The record of that local time, else the last one before it. Errors: those of open_log();
  // PDH_LOG_FILE_OPEN_ERROR; PDH_ENTRY_NOT_IN_LOG_FILE: all are later; PDH_NOT_IMPLEMENTED: the
  // format has no record in one piece; PDH_DATA_SOURCE_IS_REAL_TIME.
  [[nodiscard]] std::expected<RawRecord, PdhStatus> at(FileTime time_local);
  // The logs are opened again by the next call, as they are then.
  void forget();

  // Around fork(): the child must not inherit it while a thread reads.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  // Opens the logs at their start; no record is taken then. Errors: those of open_log(),
  // PDH_NOT_IMPLEMENTED. The caller of all three has the mutex.
  [[nodiscard]] std::expected<void, PdhStatus> open();
  // Takes each record up to this time, and reads the next one ahead. Error:
  // PDH_LOG_FILE_OPEN_ERROR.
  [[nodiscard]] std::expected<void, PdhStatus> advance_to(FileTime time_local);
  // Copies the record that was read last, which the reader only has until it reads the next.
  void take_record();

  DataSource source_;
  TitleTable titles_;
  std::mutex mutex_;
  std::unique_ptr<LogReader> reader_;  // null: not open
  LogRecord record_;                   // that the reader has read last
  bool is_ahead_ = false;              // it is later than `taken_`
  bool has_taken_ = false;
  FileTime taken_local_ = 0;
  std::vector<std::byte> taken_;  // the last record up to the time that was asked for
};

}  // namespace openperflib
