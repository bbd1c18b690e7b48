// Texts in code pages, decoded by iconv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/base/bytes.h"

namespace openperflib {

// `text`, in the Windows code page of that number, as UTF-8. nullopt: the code page is not known
// here, or the bytes are no text of it. What wire takes as its decoder.
// Known: 37, 437, 737, 775, 850, 852, 855, 857, 858, 860 to 866, 869, 874, 932, 936, 949, 950, 1250
// to 1258, 1361, 20866, 21866, 28591 to 28599, 28603, 28605, 51932, 51949, 54936, 65001.
[[nodiscard]] std::optional<std::string> decode_code_page(std::uint32_t code_page, Bytes text);

}  // namespace openperflib
