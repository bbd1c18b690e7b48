// What may be in names and texts of titles.
#pragma once

#include <cstddef>
#include <string_view>

namespace openperflib {

inline constexpr std::size_t kMostNameCharacters = 4096;  // readers of blocks ignore longer ones
inline constexpr std::string_view kReplacementCharacter = "\uFFFD";

// Whether valid UTF-8 has a control character: C0, with the tab, DEL or C1.
[[nodiscard]] bool has_control_character(std::string_view utf8) noexcept;

// Code points of valid UTF-8.
[[nodiscard]] std::size_t character_count(std::string_view utf8) noexcept;

// Neither empty, ".", "..", nor with \, / or control characters.
[[nodiscard]] bool is_plain_name(std::string_view utf8) noexcept;

}  // namespace openperflib
