// LogObjectCopy: a log of whole objects as another one, block by block: nothing is calculated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/blg_object_writer.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_reader.h"

namespace openperflib {

// Whether a log holds whole objects and nothing else, and an index has one name a machine in it.
[[nodiscard]] bool holds_objects(const LogHeader& header);

// What the log of `reader`, which holds_objects(), becomes a log on `fd` with: a new one (empty,
// seekable, not owned).
[[nodiscard]] BlgObjectWriter new_object_log(const LogReader& reader, int fd,
                                             std::string shown_name, BlgWriterOptions options);
// One that goes on with what is there (BlgObjectWriter::append).
[[nodiscard]] std::expected<BlgObjectWriter, SourceFault> appended_object_log(
    const LogReader& reader, int fd, std::string shown_name, BlgWriterOptions options);

// A step at a time, as LogConversion. Memory is that of two records and of the writer.
class LogObjectCopy {
 public:
  // From `reader`, which must outlive it, to the writer made of it. With RecordBefore::written the
  // record before the window is written too.
  LogObjectCopy(LogReader& reader, BlgObjectWriter writer, const LogWindow& window,
                LogConversion::RecordBefore before);

  // Reads one record and writes it where it is wanted. end: there was none left, and the log is
  // complete. Errors: those of the reader and of the writer.
  [[nodiscard]] std::expected<ReadResult, SourceFault> step();

  // Completes what was written so far, for whoever stops before the end.
  [[nodiscard]] std::expected<void, SourceFault> end() { return writer_.end(); }

  // First and last record that were written, and how many.
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
  // The record before the window: the blocks' bytes, one behind the other, and how long each is.
  FileTime kept_time_ = 0;
  std::vector<std::byte> kept_bytes_;
  std::vector<std::size_t> kept_lengths_;
};

}  // namespace openperflib
