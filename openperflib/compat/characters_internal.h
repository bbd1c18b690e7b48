// Texts of A and W functions: UTF-8 and UTF-16, ended by a NUL.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/abi/windows_types.h"
#include "openperflib/compat/title_texts_internal.h"
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

// Writes an ASCII text and its NUL to `buffer` if there is room for them.
template <typename Char>
[[nodiscard]] bool copy_text(std::string_view ascii, Char* buffer, std::uint32_t room) noexcept {
  if (room <= ascii.size()) return false;
  for (std::size_t i = 0; i < ascii.size(); ++i) buffer[i] = static_cast<Char>(ascii[i]);
  buffer[ascii.size()] = 0;
  return true;
}

}  // namespace openperflib::compat
