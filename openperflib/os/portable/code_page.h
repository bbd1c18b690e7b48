// Decodes text in Windows code pages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"

namespace openperflib {

// The name by which iconv knows the Windows code page with this number, whether or not this
// platform has it.
[[nodiscard]] std::string charset_of_code_page(std::uint32_t code_page);

// The code page that a word names, ignoring case: "utf-8", "1254", "cp1254", "windows-1254", the
// name that iconv has for it ("KOI8-R"), and "gbk", "shift-jis", "big5" and "euc-kr". nullopt if
// this platform does not have it.
[[nodiscard]] std::optional<std::uint32_t> code_page_of_name(std::string_view name);

// Whether this platform has the code page: Linux has those of iconv, WebAssembly those of its host.
[[nodiscard]] bool has_code_page(std::uint32_t code_page);

// Converts `text` from a Windows code page to UTF-8; nullopt if this platform does not have the
// code page or the bytes are not valid in it. Can be passed to wire as its CodePageDecoder.
[[nodiscard]] std::optional<std::string> decode_code_page(std::uint32_t code_page, Bytes text);

}  // namespace openperflib
