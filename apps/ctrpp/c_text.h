// Texts and numbers as C writes them, in ASCII and without surprises of any compiler.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/base/guid.h"

namespace openperflib::ctrpp {

// What stands between the quotes of a literal of 16-bit characters, u"" or L"", for valid UTF-8:
// all but ASCII as universal character names. It holds no trigraph, and no escape that swallows the
// character after it.
[[nodiscard]] std::string literal_text(std::string_view utf8);

// "{0xab8e1320, 0x965a, 0x4cf9, {0x9c, 0x07, 0xfe, 0x25, 0x37, 0x8c, 0x2a, 0x23}}".
[[nodiscard]] std::string guid_initializer(const Guid& guid);

// "7", "4026531840u": without a warning of signs, wherever it is used.
[[nodiscard]] std::string number_text(std::uint32_t number);

}  // namespace openperflib::ctrpp
