// OpenLogFault: why a file is not open as a log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_format.h"

namespace openperflib {

// Two logs that cannot be read together, as they were named. Value.
struct UnlikeLogs {
  std::string of_readings;
  std::string of_values;
};

// Value.
struct OpenLogFault {
  std::uint32_t pdh_code = 0;  // of pdhmsg.h: FILE_NOT_FOUND, ACCESS_DENIED, UNKNOWN_LOG_FORMAT ...
  LogFileKind kind = LogFileKind::unknown;  // if pdh_code is UNKNOWN_LOG_FORMAT
  SourceFault fault;                        // the file, and the error of the system or in the bytes
  std::string_view description;  // of a file that is not a log: log_format.h; otherwise empty
  std::string_view advice;       // what to do with it, also from there; may be empty
  std::optional<UnlikeLogs> unlike = {};  // if the fault is that of several logs
};

// "FILE: is a ZIP archive; unpack it first (unzip)", "FILE: no such file".
[[nodiscard]] std::string describe(const OpenLogFault& fault);

}  // namespace openperflib
