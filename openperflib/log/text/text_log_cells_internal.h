// The cells of a line of a text log. Cells of 8-bit text are split before they are decoded: quotes,
// commas and tabs are not part of a letter in any code page of Windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// View of one cell.
struct TextCell {
  std::string_view text;   // the text between the quotes, with quotes still doubled
  std::size_t offset = 0;  // of its first byte in the line, including the quote
  std::size_t end = 0;     // in the line, of the separator after it
  bool is_quoted = false;
  bool is_closed = true;    // false: the line ends before its quote is closed
  bool has_quotes = false;  // inside
};

// View. Splits a line into cells: a quoted one ends at a quote before a separator or the end of the
// line, so that a single quote in a name does no harm; other cells end at the separator. Blanks
// around quotes belong to no cell.
class TextCells {
 public:
  TextCells(std::string_view line, char separator) noexcept : line_(line), separator_(separator) {}
  // False after the last cell. An empty line has no cell.
  [[nodiscard]] bool next(TextCell& cell) noexcept;
  // The position in the line where next() continues.
  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  void set_at(std::size_t at) noexcept { at_ = at; }

 private:
  [[nodiscard]] std::size_t closing_quote(std::size_t from, TextCell& cell) const noexcept;

  std::string_view line_;
  char separator_;
  std::size_t at_ = 0;
  bool is_done_ = false;
};

// The place of the first character from `at` on that is not a space.
[[nodiscard]] std::size_t after_spaces(std::string_view line, std::size_t at) noexcept;

// The text without the spaces around it.
[[nodiscard]] std::string_view without_outer_spaces(std::string_view text) noexcept;

// The text of a cell, with doubled quotes replaced by single ones.
[[nodiscard]] std::string unquoted(const TextCell& cell);

// How a cell was read.
enum class CellForm : std::uint8_t {
  number,         // in the form of Windows
  decimal_comma,  // also a number
  blank,          // missing: empty, or only spaces
  damaged,        // not a number, or one truncated after its e: missing
};

// The number in a cell. NaN and infinity are damaged: no log contains them.
[[nodiscard]] CellForm parse_number(std::string_view text, double& number) noexcept;

}  // namespace openperflib
