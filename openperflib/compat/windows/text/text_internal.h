// Converts the texts of A functions (UTF-8) and W functions (UTF-16).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/abi/windows_types.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {

template <typename Char>
using Text = std::basic_string_view<Char>;

// Appends the whole text, with its NULs, at which append_utf8_from_utf16 would stop. An unpaired
// surrogate becomes U+FFFD; returns how many there were.
inline std::size_t append_utf8(std::string& out, Text<WCHAR> text) {
  std::size_t replaced = 0;
  for (;;) {
    const Text<WCHAR> part = text.substr(0, text.find(WCHAR{0}));
    replaced += append_utf8_from_utf16(out, std::as_bytes(std::span(part)));
    if (part.size() == text.size()) return replaced;
    out += '\0';
    text.remove_prefix(part.size() + 1);
  }
}

// A pointer: up to the NUL; NULL is the empty text. A view: the whole text, with its NULs. An
// unpaired surrogate becomes U+FFFD.
inline std::string utf8_from(const CHAR* text) { return text == nullptr ? "" : text; }
inline std::string utf8_from(Text<WCHAR> text) {
  std::string utf8;
  (void)append_utf8(utf8, text);
  return utf8;
}
inline std::string utf8_from(const WCHAR* text) {
  return text == nullptr ? std::string() : utf8_from(Text<WCHAR>(text));
}

// The length of a UTF-8 character in bytes, from its first byte.
constexpr std::size_t utf8_length(int first) noexcept {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 1;
}

// The position of the NUL in the first `room` characters; `room` if there is none.
template <typename Char>
std::size_t length_within(const Char* text, std::size_t room) noexcept {
  std::size_t length = 0;
  while (length < room && text[length] != 0) ++length;
  return length;
}

// The result of a comparison as the functions of Windows return it: -1, 0 or 1.
constexpr int sign(int order) noexcept { return (order > 0) - (order < 0); }

// Compares the texts, ignoring case.
template <typename Chars>
int compare_folded(Chars first, Chars second) {
  return sign(folded(utf8_from(first)).compare(folded(utf8_from(second))));
}

// UTF-8 as an A function (char) or a W function (WCHAR) gives it.
template <typename Char>
std::basic_string<Char> text_from(std::string_view utf8) {
  if constexpr (sizeof(Char) == 1) {
    return std::string(utf8);
  } else {
    return utf16_from_utf8(utf8);
  }
}

// Writes as much of `text` as fits into `room` characters with a NUL; `room` is not 0. Returns
// whether that was the whole text.
template <typename Char>
bool copy_cut(Text<Char> text, Char* to, std::size_t room) noexcept {
  const std::size_t length = std::min(text.size(), room - 1);
  std::copy_n(text.data(), length, to);
  to[length] = 0;
  return length == text.size();
}

}  // namespace openperflib::compat
