// The text of a file in whatever encoding Windows' tools may have written it, and its lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Value.
struct FileText {
  std::string text;               // valid UTF-8, without a byte order mark
  bool has_replacements = false;  // whether U+FFFD stands for bytes that could not be decoded
  bool is_windows_1252 = false;   // nothing else fitted
};

// `text` without the Ctrl-Z, and the blanks and line ends around it, with which editors of DOS end
// a file.
[[nodiscard]] std::string_view without_dos_end(std::string_view text) noexcept;

// The text of bytes in Windows-1252. nullopt: it has no character for one of them.
[[nodiscard]] std::optional<std::string> utf8_from_windows_1252(std::string_view bytes);

// UTF-16 or UTF-8 by its mark; else UTF-16 where the first two characters are ASCII in 16 bits;
// else UTF-8 where all of it is valid; else Windows-1252. NUL characters are kept, and
// a Ctrl-Z at the end: it may be the last text of a list.
[[nodiscard]] FileText file_text_of(Bytes bytes);

// The same without a Ctrl-Z at the end, for files that people edit.
[[nodiscard]] FileText edited_text_of(Bytes bytes);

// `text` without blanks, tabs, NULs and form feeds at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

// A line without its end.
struct TextLine {
  std::size_t number = 1;  // from 1
  std::string_view text;
};

// Walks over the lines, which end with CR LF, LF or CR. View of the text.
class LineReader {
 public:
  explicit LineReader(std::string_view text) noexcept : rest_(text) {}
  [[nodiscard]] std::optional<TextLine> next() noexcept;

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

}  // namespace openperflib
