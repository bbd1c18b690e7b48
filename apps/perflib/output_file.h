// Writing a result to a file: whole or not at all, and never over something else unasked.
#pragma once

#include <cstdint>
#include <string>

#include "openperflib/base/bytes.h"

namespace openperflib::apps {

enum class Overwrite : std::uint8_t { no, yes };

// Whether `path` names something that may not be overwritten; a message says so. Pipes and devices
// are written as they are.
[[nodiscard]] bool refuses(const std::string& path, Overwrite overwrite);

// Writes `bytes` to `path` ("-": standard output) through a temporary file that is renamed when it
// is complete. Returns the exit code, after a message where that is not kAllWell.
[[nodiscard]] int write_output(const std::string& path, Bytes bytes, Overwrite overwrite);

}  // namespace openperflib::apps
