// What relog prints about its input and its output, byte for byte like the Windows tool.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib::relog {

// The name of the tool, with which its remarks begin.
inline constexpr std::string_view kTool = "relog";

// A log of the input.
struct InputFile {
  std::string path;  // as it was written
  LogFormat format = LogFormat::blg;
};

// The block "Input", from the empty line before it to the one after it; lines end with CR LF.
[[nodiscard]] std::string input_block(std::span<const InputFile> files, const LogExtent& extent);

// The block "Output".
[[nodiscard]] std::string output_block(const std::string& path, const LogExtent& extent);

}  // namespace openperflib::relog
