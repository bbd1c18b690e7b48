// Text logs in memory, and what a reader returns for them: for the tests and the fuzz target.
#pragma once

#include <unistd.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/text/text_log_reader.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {

inline constexpr FileTime kMidnight = 134'397'792'000'000'000;  // 2026-11-22 00:00:00.000 UTC

// The result of reading a log.
struct ReadLog {
  std::unique_ptr<TextLogReader> reader;  // null: the log could not be opened
  SourceFault fault;                      // why
  std::vector<LogRecord> records;
};

// Reads up to the end, or to the first error of the system.
inline ReadLog read_log(UniqueFd fd, const TextLogOptions& options = {}) {
  ReadLog log;
  auto opened = TextLogReader::open(std::move(fd), "log.csv", options);
  if (!opened.has_value()) {
    log.fault = std::move(opened).error();
    return log;
  }
  log.reader = *std::move(opened);
  LogRecord record;
  while (log.reader->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    log.records.push_back(record);
  }
  return log;
}

// The same for a text.
inline ReadLog read_log(std::string_view bytes, const TextLogOptions& options = {}) {
  return read_log(file_of(bytes), options);
}

// The anomalies of a log for display, one per line.
inline std::string anomalies_of(const ReadLog& log) {
  std::string text;
  if (log.reader == nullptr) return describe(log.fault) + '\n';
  for (const LogAnomaly& anomaly : log.reader->anomalies()) {
    text += describe(anomaly.what) + (anomaly.is_loss ? " (loss)\n" : "\n");
  }
  return text;
}

}  // namespace openperflib
