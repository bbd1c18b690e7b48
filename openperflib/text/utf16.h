// Conversion between UTF-16, which Windows' formats use, and UTF-8, which the library uses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"

namespace openperflib {

// A converted text.
struct Utf8Text {
  std::string text;          // valid UTF-8
  std::size_t replaced = 0;  // unpaired surrogates and undecodable bytes that became U+FFFD
  bool operator==(const Utf8Text&) const = default;
};

// Returns whether a UTF-16 code unit is the first half of a character of two.
[[nodiscard]] constexpr bool is_high_surrogate(char32_t unit) noexcept {
  return unit >= 0xD800 && unit < 0xDC00;
}

// Appends a character in UTF-8: a code point up to 0x10FFFF that is not a surrogate.
void append_character(std::string& out, char32_t character);

// UTF-16 code units of the given byte order to UTF-8, up to the first NUL or the end; an odd last
// byte is ignored. Never fails: what cannot be decoded becomes U+FFFD and is counted.
[[nodiscard]] Utf8Text utf8_from_utf16(Bytes utf16, ByteOrder order = ByteOrder::little);

// All of it: NULs stay in the text, as in lists of texts (REG_MULTI_SZ).
[[nodiscard]] std::string utf8_from_all_utf16(Bytes utf16);

// Appends to `out`, which keeps its capacity, so that reuse allocates nothing. Returns the number
// of code units replaced by U+FFFD.
std::size_t append_utf8_from_utf16(std::string& out, Bytes utf16,
                                   ByteOrder order = ByteOrder::little);

// UTF-8 to UTF-16 code units. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::u16string utf16_from_utf8(std::string_view utf8);

// Converts into `out`, which is cleared and keeps its capacity.
void utf16_from_utf8(std::string_view utf8, std::u16string& out);

// `text` with every byte that is not part of valid UTF-8 replaced by U+FFFD (names from /proc).
[[nodiscard]] Utf8Text valid_utf8(std::string_view text);

// Appends valid_utf8() of `text` to `out`, which keeps its capacity. Returns the number of bytes
// replaced.
std::size_t append_valid_utf8(std::string& out, std::string_view text);

// Whether two UTF-8 names are equal as Windows compares them, ignoring case. Applies simple case
// folding to Basic Latin, Latin-1, Latin Extended-A, Greek and Cyrillic letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept;

// Whether `text` begins with `prefix` by the rules of equal_ignoring_case.
[[nodiscard]] bool begins_ignoring_case(std::string_view text, std::string_view prefix);

// The order of two UTF-16 names by the rules of equal_ignoring_case: negative, 0 for equal ones, or
// positive.
[[nodiscard]] int compare_ignoring_case(std::u16string_view a, std::u16string_view b) noexcept;

// `text` in lower case, by the rules of equal_ignoring_case: the key for looking up names.
[[nodiscard]] std::string folded(std::string_view text);

}  // namespace openperflib
