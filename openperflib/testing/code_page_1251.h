// Windows code page 1251, for tests of names in a code page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/base/bytes.h"

namespace openperflib {

inline constexpr std::uint32_t kCodePage1251 = 1251;

// A decoder of its ASCII and Cyrillic letters, and of no other code page. From 0xC0 on, 1251 has
// the letters from U+0410 on in order: two bytes of UTF-8 each.
inline std::optional<std::string> decode_1251(std::uint32_t code_page, Bytes text) {
  if (code_page != kCodePage1251) return std::nullopt;
  std::string utf8;
  for (const char c : as_text(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else if (byte < 0xC0) {
      return std::nullopt;
    } else {
      const unsigned letter = 0x410U + byte - 0xC0U;
      utf8 += static_cast<char>(0xC0U | letter >> 6U);
      utf8 += static_cast<char>(0x80U | (letter & 0x3FU));
    }
  }
  return utf8;
}

}  // namespace openperflib
