// The lines of a small text file that a user wrote: lists of counters, settings.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "apps/windows_tool/failure.h"
#include "openperflib/base/bytes.h"

namespace openperflib::windows_tool {

// A line without the blanks around it, and where it stands, from 1.
struct TextLine {
  std::size_t number;
  std::string text;
  bool operator==(const TextLine&) const = default;
};

// Such a file is not larger.
inline constexpr std::size_t kLongestList = 16U << 20;

// UTF-16 of that order as UTF-8; a NUL becomes a line's end.
[[nodiscard]] std::string text_from_utf16(Bytes utf16, ByteOrder order);

// A text file without its byte order mark, in UTF-8 where the mark says UTF-16; else its bytes.
[[nodiscard]] std::string text_of_file(Bytes file);

// The lines that are not empty, in UTF-8. UTF-16 of either order is known by its byte order mark,
// as Windows' editors and shells write it; lines end in LF or CR LF.
[[nodiscard]] std::vector<TextLine> text_lines(Bytes file);

// The same of a file by its name ("-": standard input). Errors: it cannot be read.
[[nodiscard]] std::expected<std::vector<TextLine>, Failure> read_text_lines(
    const std::string& path);

}  // namespace openperflib::windows_tool
