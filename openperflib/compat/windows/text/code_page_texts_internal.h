// Converts texts between code pages and UTF-16, for code_pages.h, which checks the arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib::compat {

// UTF-16, and whether some bytes were not valid; U+FFFD replaces them.
struct DecodedText {
  std::u16string text;
  bool has_invalid = false;
};

// Bytes, and whether the code page lacks some characters; the replacement stands for them.
struct EncodedText {
  std::string bytes;
  bool has_replaced = false;
};

// What to write for a character that the code page lacks.
struct EncodeOptions {
  bool best_fit = true;          // a similar character, if the code page has one
  std::string_view replacement;  // in bytes of the code page; empty: a question mark
};

// Both return nullopt if iconv does not know the code page.
[[nodiscard]] std::optional<DecodedText> decode_bytes(std::uint32_t code_page,
                                                      std::string_view bytes);
[[nodiscard]] std::optional<EncodedText> encode_text(std::uint32_t code_page,
                                                     std::u16string_view text,
                                                     const EncodeOptions& options);
// Whether iconv knows the code page.
[[nodiscard]] bool knows_code_page(std::uint32_t code_page);

// Splits letters with accents into a letter and its accents, and joins them again.
[[nodiscard]] std::u16string decomposed(std::u16string_view text);
[[nodiscard]] std::u16string composed(std::u16string_view text);
// Whether the character is an accent that belongs to the letter before it.
[[nodiscard]] bool is_accent(char16_t character) noexcept;

}  // namespace openperflib::compat
