// Opens a performance log of any format.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/log/log_format.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What the caller knows better than the file.
struct OpenLogOptions {
  const TitleTable& titles;  // the usual names; their texts must live as long as the reader
  TextLogOptions text = {};
  std::optional<LogFormat> format = {};  // read it in this format, whatever it looks like
  RecordingWindow window = {};           // of recordings: the rest may be left out
  ObjectRequest request = {};            // of recordings: what it does not name may be left out
};

// Why a file is not open as a log. Value.
struct OpenLogFault {
  std::uint32_t pdh_code = 0;  // of pdhmsg.h: FILE_NOT_FOUND, ACCESS_DENIED, UNKNOWN_LOG_FORMAT ...
  LogFileKind kind = LogFileKind::unknown;  // if pdh_code is UNKNOWN_LOG_FORMAT
  SourceFault fault;                        // the file, and the error of the system or in the bytes
  std::string_view description;  // of a file that is not a log: log_format.h; otherwise empty
  std::string_view advice;       // what to do with it, also from there; may be empty
};

// "FILE: is a ZIP archive; unpack it first (unzip)", "FILE: no such file".
[[nodiscard]] std::string describe(const OpenLogFault& fault);

// Opens `path`, a file or "SQL:DATABASE!SET", and reads up to its first record.
[[nodiscard]] std::expected<std::unique_ptr<LogReader>, OpenLogFault> open_log(
    const std::string& path, const OpenLogOptions& options);

}  // namespace openperflib
