// The first line of a text log, taken apart.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/log/text_log_encoding.h"
#include "openperflib/log/text_log_mark_internal.h"
#include "openperflib/query/counter_path.h"

namespace openperflib {

// Value. One column.
struct TextLogColumn {
  std::string text;                 // as the header has it, in UTF-8
  std::uint64_t offset = 0;         // in the line
  std::optional<CounterPath> path;  // nullopt: the text is none
};

// Value.
struct TextLogFirstLine {
  TextLogMark mark = {};
  char separator = ',';
  TextLogEncoding encoding = {};
  std::vector<TextLogColumn> columns = {};
  bool is_cut = false;  // inside its last column, which is left out
};

// Takes the header apart; `encoding`, where the beginning of the file told it.
// Errors, with offsets in the line: wrong_value where the line is no header; over_limit.
[[nodiscard]] std::expected<TextLogFirstLine, Error> parse_text_log_header(
    std::string_view line, std::optional<TextLogEncoding> encoding, const TextLogOptions& options);

}  // namespace openperflib
