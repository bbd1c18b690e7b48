// LogSummary: what was found by reading all of a log once.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// Value.
struct LogSummary {
  LogSurvey survey;  // of the records that were added
  LogHeader header;
  std::size_t files = 0;
  std::optional<FileTime> first_in_window = {};  // time of the first record that a copy has

  // Adds a record. `window`: what will be copied.
  void add(const LogReader& reader, const LogRecord& record, const LogWindow& window) {
    survey.add(reader, record);
    const FileTime time = record.time_local;
    const bool is_in = time >= window.begin_local && time <= window.end_local;
    if (is_in && !first_in_window.has_value()) first_in_window = time;
  }
  // Call after the last record. `file_count`: how many files `reader` reads.
  void finish(const LogReader& reader, std::size_t file_count) {
    survey.finish();
    header = one_zone_header(reader.header(), survey);
    files = file_count;
  }
  // Whether a record may have series that the first one lacks: a single text log never does.
  [[nodiscard]] bool has_later_series() const noexcept {
    return header.content == LogContent::readings || files > 1;
  }
};

}  // namespace openperflib
