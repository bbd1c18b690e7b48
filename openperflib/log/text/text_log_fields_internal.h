// The parts of a text log that can be wrong, with the names of docs/formats/text_log.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "openperflib/base/error.h"

namespace openperflib {

enum class TextLogField : std::uint8_t {
  first_cell,
  zone,
  bias,
  code_page,
  other_code_pages,
  one_backslash,
  column,
  column_again,
  header_again,
  line,
  row,
  last_row,
  time,
  time_without_date,
  clock,
  date_order,
  value,
  decimal_comma,
  minus_one,
  append,
};

// In the order of TextLogField.
inline constexpr auto kTextLogFields = std::to_array<Field>({
    {"text log", "first cell"},
    {"text log", "time zone"},
    {"text log", "bias"},
    {"text log", "code page (detected)"},
    {"text log", "other code pages that fit"},
    {"text log", "machine with one backslash"},
    {"text log", "column"},
    {"text log", "column (repeated)"},
    {"text log", "header (repeated)"},
    {"text log", "line"},
    {"text log", "row"},
    {"text log", "last row"},
    {"text log", "time"},
    {"text log", "time without its date"},
    {"text log", "clock of the zone"},
    {"text log", "order of dates"},
    {"text log", "value"},
    {"text log", "value with a decimal comma"},
    {"text log", "value -1 of typeperf, taken for missing"},
    {"text log", "header to append to"},
});

// An error in that part, `offset` bytes from the start of the file.
[[nodiscard]] constexpr Error text_log_error(Errc code, TextLogField field, std::uint64_t offset,
                                             std::uint32_t aux = 0) noexcept {
  return {code, aux, &kTextLogFields[static_cast<std::size_t>(field)], offset};
}

}  // namespace openperflib
