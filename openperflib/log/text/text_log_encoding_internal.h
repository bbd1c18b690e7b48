// Detects the encoding of a text log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/log/text/text_log_encoding.h"

namespace openperflib {

// UTF-16, by a byte order mark or by the zero bytes between the letters, or UTF-8 by its mark;
// nullopt: it can only be detected from the letters outside ASCII.
[[nodiscard]] std::optional<TextLogEncoding> encoding_by_beginning(std::string_view file);

// The encoding if the beginning does not show it: UTF-8 if the bytes are valid, otherwise the
// requested one, otherwise code page 936, 1251 or 1252 by the letters, otherwise unknown.
[[nodiscard]] TextLogEncoding encoding_by_letters(std::string_view header,
                                                  std::optional<std::uint32_t> asked);

// `text` as UTF-8. UTF-16 was converted before: it is already UTF-8.
[[nodiscard]] std::string decoded(std::string_view text, const TextLogEncoding& encoding);

}  // namespace openperflib
