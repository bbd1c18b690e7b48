// CodePageDecoder: how layers without iconv read text in the code pages of Windows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Converts text from a Windows code page to UTF-8. nullopt: the code page is not known, or the
// bytes are not valid in it. os/portable/code_page.h has one.
using CodePageDecoder = std::optional<std::string> (*)(std::uint32_t code_page, Bytes text);

}  // namespace openperflib
