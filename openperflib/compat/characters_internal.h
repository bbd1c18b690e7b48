// Texts of A and W functions: UTF-8 and UTF-16, ended by a NUL.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/abi/windows_types.h"
#include "openperflib/registry/title_texts.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {

template <typename Char>
inline constexpr Encoding kEncodingOf = sizeof(Char) == 1 ? Encoding::utf8 : Encoding::utf16;

// The text up to the NUL; an unpaired surrogate becomes U+FFFD. NULL is the empty text.
inline std::string utf8_of(const CHAR* text) { return text == nullptr ? "" : text; }
inline std::string utf8_of(const WCHAR* text) {
  if (text == nullptr) return {};
  return utf8_from_utf16(std::as_bytes(std::span(std::u16string_view(text)))).text;
}

// The characters of a text, without a NUL: of UTF-8 or of UTF-16.
template <typename Char>
[[nodiscard]] std::size_t length_of(std::string_view utf8) {
  if constexpr (sizeof(Char) == 1) {
    return utf8.size();
  } else {
    return utf16_from_utf8(utf8).size();
  }
}

// Writes a text and its NUL to `buffer` if there is room for them.
template <typename Char>
[[nodiscard]] bool copy_text(std::string_view utf8, Char* buffer, std::uint32_t room) {
  if constexpr (sizeof(Char) == 1) {
    if (room <= utf8.size()) return false;
    std::ranges::copy(utf8, buffer);
    buffer[utf8.size()] = 0;
  } else {
    const std::u16string utf16 = utf16_from_utf8(utf8);
    if (room <= utf16.size()) return false;
    std::ranges::transform(utf16, buffer, [](char16_t unit) { return static_cast<Char>(unit); });
    buffer[utf16.size()] = 0;
  }
  return true;
}

}  // namespace openperflib::compat
