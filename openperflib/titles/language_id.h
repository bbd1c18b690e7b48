// Languages of titles: their numbers, and how these are written in files and value names.
//
// Source: docs/formats/ini.md, section Languages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib {

// A language of titles as Windows numbers it, without its sublanguage unless that makes another
// language (0x404, 0x416): 0x009 is English.
using LanguageId = std::uint16_t;

inline constexpr LanguageId kEnglish = 0x009;

// The language of titles that a LANGID stands for: 0x409 is 0x009. Only Chinese and Portuguese keep
// their sublanguages; without one, 0x004 is 0x804 and 0x016 is 0x416. nullopt: no language
// (0x000, 0x400).
[[nodiscard]] std::optional<LanguageId> language_of(std::uint16_t language_id) noexcept;

// One to four hexadecimal digits, and nothing else: "009", "9", "00c", "0409". nullopt: another
// text, or no language.
[[nodiscard]] std::optional<LanguageId> language_of(std::string_view text) noexcept;

// "009", "416": at least three digits.
[[nodiscard]] std::string language_text(LanguageId language);

}  // namespace openperflib
