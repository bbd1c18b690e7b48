// What kind of log a file is, by its first bytes.
#pragma once

#include <optional>
#include <string>

#include "openperflib/log/log_format.h"

namespace openperflib::apps {

// Returns nullopt if it is not a regular file or cannot be read.
[[nodiscard]] std::optional<DetectedLog> detect_file(const std::string& path);

// Returns "is a text file, not a performance log; ..." of a file that was detected.
[[nodiscard]] std::string why_no_log(const DetectedLog& detected);

}  // namespace openperflib::apps
