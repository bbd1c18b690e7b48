// Writes a result to a file: completely or not at all, and never overwriting anything unasked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/perflib/run/failure.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

enum class Overwrite : std::uint8_t { no, yes };

// Whether `path` must not be overwritten; a folder never may be, whatever `overwrite` is. A message
// says so. Pipes and devices are written directly.
[[nodiscard]] bool refuses(const std::string& path, Overwrite overwrite);

// Writes `bytes` to `path` ("-": standard output) through a temporary file that is renamed when
// complete.
[[nodiscard]] Step write_output(const std::string& path, Bytes bytes, Overwrite overwrite);

// Returns the extension of a file's name in lower case, with its dot: ".svg". Empty: it has none.
[[nodiscard]] std::string extension_of(const std::string& file);
// Returns whether an extension is that of a page: ".html" or ".htm".
[[nodiscard]] bool is_extension_of_page(std::string_view extension) noexcept;

}  // namespace openperflib::apps
