// Blocks as text that people can read and change: offset, hex, the same as characters, remark per
// row.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

namespace openperflib::golden {

// The bytes of an annotated hex file's text, or what is wrong with it and on which line. Line 1 is
// a comment that says where the bytes come from; each row gives its offset (6 hex digits, which
// must be where the row before ended) and up to 16 bytes.
[[nodiscard]] std::expected<std::vector<std::byte>, std::string> read_annotated_hex(
    const std::string& text);

}  // namespace openperflib::golden
