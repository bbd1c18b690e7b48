// Windows-1252, the code page of most old texts of Windows: Latin-1 with other characters at 0x80
// to 0x9F.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace openperflib {

// Returns the character of a byte; nullopt: Windows-1252 leaves the byte open.
[[nodiscard]] constexpr std::optional<char32_t> windows_1252_character(std::uint8_t byte) noexcept {
  constexpr std::size_t kFirst = 0x80;
  constexpr auto kCharacters = std::to_array<char16_t>({
      0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,  // 80
      0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,       // 88
      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,  // 90
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,  // 98
  });
  static_assert(kCharacters.size() == 0x20);
  if (byte < kFirst || byte - kFirst >= kCharacters.size()) return byte;
  const char16_t character = kCharacters[byte - kFirst];
  return character == 0 ? std::nullopt : std::optional<char32_t>(character);
}

}  // namespace openperflib
