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

// The languages of texts for all that have none of their own: 0x000 and 0x400 (LANG_NEUTRAL).
inline constexpr LanguageId kNeutral = 0x000;

// Whether `text` is one to four hexadecimal digits that stand for the neutral language.
[[nodiscard]] bool is_neutral_language(std::string_view text) noexcept;

// The ANSI code page of Windows in a language of titles: 932 in 0x011. nullopt: it has none, or it
// is not known.
[[nodiscard]] std::optional<std::uint32_t> ansi_code_page_of(LanguageId language) noexcept;

// "009", "416": at least three digits.
[[nodiscard]] std::string language_text(LanguageId language);

}  // namespace openperflib
