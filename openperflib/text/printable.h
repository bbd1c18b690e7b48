// Text from elsewhere on a terminal: how wide it is, and what must not reach the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace openperflib {

// What people read: each control character (C0, DEL, C1), line and paragraph separator, and mark
// that turns the direction of text is `shown` instead, U+FFFD by default. A process may be named
// after an escape sequence.
[[nodiscard]] std::string printable(std::string_view utf8, std::string_view shown = "\uFFFD");

// Whole lines for a terminal: as printable(), but line ends and tabs stay.
[[nodiscard]] std::string for_terminal(std::string_view utf8);

// A path in a list that has one a line: line ends within it are ?, which finds them when the list
// is read.
[[nodiscard]] std::string on_one_line(std::string_view utf8);

// Columns that valid UTF-8 takes on a terminal: wide East Asian characters take two, combining
// marks none.
[[nodiscard]] std::size_t display_width(std::string_view utf8) noexcept;

// `text` cut to `width` columns, its last one an ellipsis where something was cut.
[[nodiscard]] std::string cut_to_width(std::string_view utf8, std::size_t width);

// `text` cut or padded with blanks to exactly `width` columns.
[[nodiscard]] std::string fitted(std::string_view utf8, std::size_t width);

// Valid UTF-8 in ASCII, as wide as before: a dot between words is -, an ellipsis ~, all else ?.
[[nodiscard]] std::string in_ascii(std::string_view utf8);

}  // namespace openperflib
