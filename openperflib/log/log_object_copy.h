// LogObjectCopy copies a log of whole objects block by block: nothing is calculated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// Whether a log contains only whole objects, and each index has one name per machine.
[[nodiscard]] bool holds_objects(const LogHeader& header);

// The writer of a new log on `fd` (empty, seekable, not owned) for the log of `reader`, for which
// holds_objects() must be true.
[[nodiscard]] BlgObjectWriter new_object_log(const LogReader& reader, int fd,
                                             std::string shown_name, BlgWriterOptions options);
// A writer that appends to the existing log; `titles` as in BlgObjectWriter::append.
[[nodiscard]] std::expected<BlgObjectWriter, SourceFault> appended_object_log(
    const LogReader& reader, int fd, std::string shown_name, BlgWriterOptions options,
    const TitleTable& titles);

// Works step by step, like LogConversion. Memory is that of two records and of the writer.
class LogObjectCopy {
 public:
  // From `reader`, which must outlive it, to the writer made for it. With RecordBefore::written the
  // record before the window is also written.
  LogObjectCopy(LogReader& reader, BlgObjectWriter writer, const LogWindow& window,
                LogConversion::RecordBefore before);

  // Reads one record and writes it if it is included. end: there were no more records, and the log
  // is complete. Errors: those of the reader and of the writer.
  [[nodiscard]] std::expected<ReadResult, SourceFault> step();

  // Completes what was written so far, if the caller stops before the end.
  [[nodiscard]] std::expected<void, SourceFault> end() { return writer_.end(); }

  // The first and last written record, and their number.
  [[nodiscard]] const LogExtent& written() const noexcept { return written_; }

 private:
  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks);
  [[nodiscard]] std::expected<void, SourceFault> write_kept();
  void keep();

  LogReader& reader_;
  BlgObjectWriter writer_;
  WantedRecords wanted_;
  LogConversion::RecordBefore before_;
  LogRecord record_;
  LogExtent written_;
  // The record before the window: the bytes of its blocks, one after the other, and their lengths.
  FileTime kept_time_ = 0;
  std::vector<std::byte> kept_bytes_;
  std::vector<std::size_t> kept_lengths_;
};

}  // namespace openperflib
