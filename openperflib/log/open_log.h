// Opens a performance log of any format.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/log/open_log_fault.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/recording/recording_window.h"
#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What the caller knows better than the file.
struct OpenLogOptions {
  const TitleTable& titles;  // the usual names; their texts must live as long as the reader
  TextLogOptions text = {};
  std::optional<LogFormat> format = {};  // read it in this format, whatever it looks like
  RecordingWindow window = {};           // of recordings: the rest may be left out
  ObjectRequest request = {};            // of recordings: what it does not name may be left out
  LogReadings readings = LogReadings::by_series;
};

// Opens `path`, a file or "SQL:DATABASE!SET", and reads up to its first record.
[[nodiscard]] std::expected<std::unique_ptr<LogReader>, OpenLogFault> open_log(
    const std::string& path, const OpenLogOptions& options);
// Opens bytes as a log in the same way; `path` is for faults.
[[nodiscard]] std::expected<std::unique_ptr<LogReader>, OpenLogFault> open_log(
    ByteSource file, const std::string& path, const OpenLogOptions& options);

}  // namespace openperflib
