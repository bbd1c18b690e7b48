// Decodes text in Windows code pages, with iconv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/base/bytes.h"

namespace openperflib {

// The name by which iconv knows the Windows code page with this number. iconv may not know the
// name; then this library does not know the code page either.
[[nodiscard]] std::string charset_of_code_page(std::uint32_t code_page);

// Converts `text` from a Windows code page to UTF-8; nullopt if iconv does not know the code page
// or the bytes are not valid in it. Can be passed to wire as its CodePageDecoder.
[[nodiscard]] std::optional<std::string> decode_code_page(std::uint32_t code_page, Bytes text);

}  // namespace openperflib
