// Detects the encoding of a text log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/log/text/text_log_encoding.h"

namespace openperflib {

// UTF-16, by a byte order mark or by the zero bytes between the letters, or UTF-8 by its mark;
// nullopt: it can only be detected from the letters outside ASCII.
[[nodiscard]] std::optional<TextLogEncoding> encoding_by_beginning(std::string_view file);

// The encoding if the beginning does not show it: UTF-8 if the bytes are valid, otherwise the
// requested one, otherwise code page 936, 949, 1251, 1252, 1253 or 1256 by the letters, otherwise
// unknown.
[[nodiscard]] TextLogEncoding encoding_by_letters(std::string_view header,
                                                  std::optional<std::uint32_t> asked);

// The code pages that a header may be in as well: bits in the order of kAnsiCodePages. For one that
// is read as code page 1252, those in which it has other letters, but Latin ones all the same; for
// an unknown one, those in which its bytes are valid.
[[nodiscard]] std::uint32_t other_code_pages(std::string_view header,
                                             const TextLogEncoding& encoding);

// `text` as UTF-8. UTF-16 was converted before: it is already UTF-8.
[[nodiscard]] std::string decoded(std::string_view text, const TextLogEncoding& encoding);

}  // namespace openperflib
