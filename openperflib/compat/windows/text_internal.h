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

// Up to the NUL; NULL is the empty text. An unpaired surrogate becomes U+FFFD.
inline std::string utf8_from(const CHAR* text) { return text == nullptr ? "" : text; }
inline std::string utf8_from(Text<WCHAR> text) {
  return utf8_from_utf16(std::as_bytes(std::span(text))).text;
}
inline std::string utf8_from(const WCHAR* text) {
  return text == nullptr ? std::string() : utf8_from(Text<WCHAR>(text));
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
