// The parsed first line of a text log.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/log/text/text_log_mark_internal.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib {

// Value. One column.
struct TextLogColumn {
  std::string text;                 // as in the header, in UTF-8
  std::uint64_t offset = 0;         // in the line
  std::optional<CounterPath> path;  // nullopt: the text is not a path
};

// Value.
struct TextLogFirstLine {
  TextLogMark mark = {};
  char separator = ',';
  TextLogEncoding encoding = {};
  std::vector<TextLogColumn> columns = {};
  bool is_cut = false;             // truncated inside its last column, which is left out
  bool has_one_backslash = false;  // in the file, before the name of the machine
};

// Whether a line before the header tells a spreadsheet the separator: "sep=;".
[[nodiscard]] bool is_separator_line(std::string_view line);

// Parses the header; `encoding` is set if the beginning of the file showed it. Errors, with offsets
// in the line: wrong_value if the line is not a header; over_limit.
[[nodiscard]] std::expected<TextLogFirstLine, Error> parse_text_log_header(
    std::string_view line, std::optional<TextLogEncoding> encoding, const TextLogOptions& options);

}  // namespace openperflib
