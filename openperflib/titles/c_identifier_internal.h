// The characters of identifiers of C.
#pragma once

namespace openperflib {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Returns whether an identifier may begin with `c`.
[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Returns whether an identifier may have `c` after its first character.
[[nodiscard]] constexpr bool is_identifier_character(char c) noexcept {
  return is_letter(c) || is_digit(c);
}

}  // namespace openperflib
