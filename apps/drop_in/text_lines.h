// The lines of small text files that users write: lists of counters, settings.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "apps/drop_in/failure.h"
#include "openperflib/base/bytes.h"

namespace openperflib::drop_in {

// A line without the blanks around it, and its number from 1.
struct TextLine {
  std::size_t number;
  std::string text;
  bool operator==(const TextLine&) const = default;
};

// The maximum size of such a file in bytes.
inline constexpr std::size_t kLongestList = 16U << 20;

// UTF-16 of that byte order as UTF-8; a NUL becomes a line end.
[[nodiscard]] std::string text_from_utf16(Bytes utf16, ByteOrder order);

// The text of a file without its byte order mark, converted to UTF-8 if the mark says UTF-16.
[[nodiscard]] std::string text_of_file(Bytes file);

// The lines that are not empty, in UTF-8. UTF-16 of either order is recognised by its byte order
// mark, which the editors and shells of Windows write; lines end with LF or CR LF, and the file may
// end with a Ctrl-Z.
[[nodiscard]] std::vector<TextLine> text_lines(Bytes file);

// The same for the file of this name ("-": standard input). Errors: it cannot be read.
[[nodiscard]] std::expected<std::vector<TextLine>, Failure> read_text_lines(
    const std::string& path);

}  // namespace openperflib::drop_in
