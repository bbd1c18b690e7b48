// Opening a performance log of whatever format it is.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/log/log_format.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/log/recording_reader.h"
#include "openperflib/log/text_log_encoding.h"

namespace openperflib {

// What the caller knows better than the file.
struct OpenLogOptions {
  TextLogOptions text;
  std::optional<LogFormat> format;  // to be read as that, whatever it looks like
  RecordingWindow window;           // of recordings: the rest may be left out
  ObjectRequest request;            // of recordings: what it does not name may be left out
};

// Why a file is not open as a log. Value.
struct OpenLogFault {
  std::uint32_t pdh_code = 0;  // of pdhmsg.h: FILE_NOT_FOUND, ACCESS_DENIED, UNKNOWN_LOG_FORMAT ...
  LogFileKind kind = LogFileKind::unknown;  // where pdh_code is UNKNOWN_LOG_FORMAT
  SourceFault fault;             // the file; what the system said, or what is wrong in the bytes
  std::string_view description;  // what the file is, where it is no log: "a text file"; else empty
};

// "FILE: is no performance log but a text file", "FILE: no such file".
[[nodiscard]] std::string describe(const OpenLogFault& fault);

// Opens `path`, a file or "SQL:DATABASE!SET", and reads up to its first record.
[[nodiscard]] std::expected<std::unique_ptr<LogReader>, OpenLogFault> open_log(
    const std::string& path, const OpenLogOptions& options = {});

}  // namespace openperflib
