// The values of one row of a text log.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// The form of the rows, according to the header.
struct TextRowStyle {
  char separator = ',';
  bool minus_one_is_missing = false;  // typeperf's console: exactly the two characters -1
};

// Value. The result of reading the cells of a row after its time. Offsets are in the line.
struct TextRow {
  std::size_t cells = 0;
  std::size_t surplus = 0;  // cells with a text but without a column
  std::size_t first_surplus = 0;
  std::size_t damaged = 0;  // cells without a number that are not blank
  std::size_t first_damaged = 0;
  std::size_t decimal_commas = 0;
  std::size_t first_comma = 0;
  std::size_t minus_ones = 0;
  std::size_t first_minus_one = 0;
  bool is_broken = false;  // a separator is missing: the columns of the rest are unknown
  std::size_t broken_at = 0;
  bool is_cut = false;  // the line ends inside its last cell
};

// Reads the cells of `line` from byte `at` (a separator, or the end of the line) into `values`;
// those without a cell are missing. `has_end`: the line is complete.
[[nodiscard]] TextRow parse_text_row(std::string_view line, std::size_t at, bool has_end,
                                     const TextRowStyle& style, std::span<Value> values);
// Finds in a row of so many columns what parse_text_row() finds, and reads no values: most numbers
// are recognised by their characters.
[[nodiscard]] TextRow check_text_row(std::string_view line, std::size_t at, bool has_end,
                                     const TextRowStyle& style, std::size_t columns);

}  // namespace openperflib
