// Finding out which letters the bytes of a text log are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/log/text_log_encoding.h"

namespace openperflib {

// UTF-16, by a byte order mark or by the zero bytes between the letters, or UTF-8 by its mark;
// nullopt: only the letters outside ASCII can tell.
[[nodiscard]] std::optional<TextLogEncoding> encoding_by_beginning(std::string_view file);

// The encoding of bytes that begin like no other: UTF-8 where they are that, else what was asked
// for, else one of code pages 936, 1251, 1252 by its letters, else unknown.
[[nodiscard]] TextLogEncoding encoding_by_letters(std::string_view header,
                                                  std::optional<std::uint32_t> asked);

// `text` as UTF-8. UTF-16 has been turned before: it is UTF-8 here.
[[nodiscard]] std::string decoded(std::string_view text, const TextLogEncoding& encoding);

}  // namespace openperflib
