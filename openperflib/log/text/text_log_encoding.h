// TextLogOptions: what a reader of text logs can be given, and what it detects.
//
// Source: docs/formats/text_log.md, "Reading".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib {

// The encoding of a text log.
struct TextLogEncoding {
  // The kind of encoding; code_page: one of Windows, by number.
  enum class Kind : std::uint8_t { utf8, utf16_little, utf16_big, code_page };
  // How the encoding is known.
  enum class How : std::uint8_t {
    mark,      // a byte order mark
    bytes,     // the bytes allow nothing else
    asked,     // the caller
    detected,  // by the frequency of letters: likely, not certain
    unknown,   // unknown: letters outside ASCII became U+FFFD
  };
  Kind kind = Kind::utf8;
  How how = How::bytes;
  std::uint32_t code_page = 65001;  // Windows' number; 1200 and 1201 for UTF-16
  std::size_t mark_bytes = 0;       // length of the byte order mark
  bool operator==(const TextLogEncoding&) const = default;
};

// "UTF-8", "UTF-16LE", "code page 1251 (detected)".
[[nodiscard]] std::string describe(const TextLogEncoding& encoding);

// The ANSI code pages of Windows, in the order of the bits of other_code_pages().
inline constexpr std::array<std::uint32_t, 14> kAnsiCodePages = {
    874, 932, 936, 949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258};

// The order of the parts of a date.
enum class DateOrder : std::uint8_t { month_day_year, day_month_year, year_month_day };

// How much memory a file may use.
struct TextLogLimits {
  std::size_t line_bytes = 16U << 20;  // of one line; a longer one is skipped and reported
  std::uint32_t columns = 262'144;     // of one header; more is an error
};

// What the caller knows better than the file. All of it is optional.
struct TextLogOptions {
  std::optional<std::uint32_t>
      code_page;                        // of letters outside ASCII; takes precedence over detection
  std::optional<DateOrder> date_order;  // of its dates; takes precedence over what the file shows
  std::optional<int> bias_minutes;      // used if the header has none
  TextLogLimits limits;
};

}  // namespace openperflib
