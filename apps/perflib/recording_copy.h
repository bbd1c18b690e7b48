// RecordingCopy: the samples of recordings as another recording. Nothing is calculated.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/joined_block.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/recording/recording_writer.h"

namespace openperflib::apps {

// Why the log cannot be copied so; empty: it can.
[[nodiscard]] std::string not_to_be_recorded(const LogHeader& header);

// A step at a time, as LogConversion. Memory is that of two samples and of the writer.
class RecordingCopy {
 public:
  // From `reader`, which must outlive it, which must not have been asked for some objects only, and
  // of which not_to_be_recorded() says nothing. Only the objects of `request` are written, and
  // Collection Status, which tells what they lack. With RecordBefore::written the sample before the
  // window is written too.
  RecordingCopy(LogReader& reader, RecordingWriter writer, ObjectRequest request,
                const LogWindow& window, LogConversion::RecordBefore before);

  // Reads one sample and writes it where it is wanted. end: there was none left, and the recording
  // is complete. Errors: those of the reader and of the writer.
  [[nodiscard]] std::expected<ReadResult, SourceFault> step();

 private:
  [[nodiscard]] bool join();
  [[nodiscard]] std::expected<void, SourceFault> write(Bytes block);

  LogReader& reader_;
  RecordingWriter writer_;
  ObjectRequest request_;
  WantedRecords wanted_;
  LogConversion::RecordBefore before_;
  LogRecord record_;
  JoinedBlock block_;
  std::vector<std::byte> kept_;  // the sample before the window
};

}  // namespace openperflib::apps
