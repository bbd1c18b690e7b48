// The bytes of texts in UTF-16, as files have them.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/text/utf16.h"

namespace openperflib {

// Without a byte order mark.
inline std::string utf16_bytes(std::string_view utf8, ByteOrder order = ByteOrder::little) {
  std::string bytes;
  for (const char16_t unit : utf16_from_utf8(utf8)) {
    const auto low = static_cast<char>(unit & 0xFFU);
    const auto high = static_cast<char>(unit >> 8U);
    bytes += order == ByteOrder::little ? low : high;
    bytes += order == ByteOrder::little ? high : low;
  }
  return bytes;
}

}  // namespace openperflib
