// What relog prints of its input and its output, byte for byte as Windows' tool does.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_reader.h"

namespace openperflib::relog {

// A log of the input, for its line.
struct InputFile {
  std::string path;  // as it was written
  LogFormat format = LogFormat::blg;
};

// "1/13/2018 5:13:23": no zeros in front of month, day and hour, 24 hours, no milliseconds.
[[nodiscard]] std::string report_time(FileTime time_local);

// The block "Input", from the empty line above it to the one below it; lines end CR LF.
[[nodiscard]] std::string input_block(std::span<const InputFile> files, const LogExtent& extent);

// The same of "Output".
[[nodiscard]] std::string output_block(const std::string& path, const LogExtent& extent);

}  // namespace openperflib::relog
