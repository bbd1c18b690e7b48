#include "openperflib/titles/language_id.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace openperflib {
namespace {

constexpr unsigned kPrimaryLanguage = 0x3FF;  // the bits of a LANGID; the others are the country
constexpr std::size_t kMostDigits = 4;

// A language whose sublanguages have titles of their own, and the one it is without any.
struct Divided {
  LanguageId primary;
  LanguageId usual;
};
constexpr auto kDivided = std::to_array<Divided>({{0x004, 0x804}, {0x016, 0x416}});

struct LanguageCodePage {
  LanguageId language;
  std::uint16_t code_page;
};
// By primary language; Chinese is also written in 950.
constexpr auto kLanguageCodePages = std::to_array<LanguageCodePage>({
    {0x001, 1256},  // Arabic
    {0x002, 1251},  // Bulgarian
    {0x003, 1252},  // Catalan
    {0x004, 936},   // Chinese, simplified
    {0x005, 1250},  // Czech
    {0x006, 1252},  // Danish
    {0x007, 1252},  // German
    {0x008, 1253},  // Greek
    {0x009, 1252},  // English
    {0x00A, 1252},  // Spanish
    {0x00B, 1252},  // Finnish
    {0x00C, 1252},  // French
    {0x00D, 1255},  // Hebrew
    {0x00E, 1250},  // Hungarian
    {0x00F, 1252},  // Icelandic
    {0x010, 1252},  // Italian
    {0x011, 932},   // Japanese
    {0x012, 949},   // Korean
    {0x013, 1252},  // Dutch
    {0x014, 1252},  // Norwegian
    {0x015, 1250},  // Polish
    {0x016, 1252},  // Portuguese
    {0x018, 1250},  // Romanian
    {0x019, 1251},  // Russian
    {0x01A, 1250},  // Croatian
    {0x01B, 1250},  // Slovak
    {0x01C, 1250},  // Albanian
    {0x01D, 1252},  // Swedish
    {0x01E, 874},   // Thai
    {0x01F, 1254},  // Turkish
    {0x020, 1256},  // Urdu
    {0x021, 1252},  // Indonesian
    {0x022, 1251},  // Ukrainian
    {0x023, 1251},  // Belarusian
    {0x024, 1250},  // Slovenian
    {0x025, 1257},  // Estonian
    {0x026, 1257},  // Latvian
    {0x027, 1257},  // Lithuanian
    {0x029, 1256},  // Persian
    {0x02A, 1258},  // Vietnamese
    {0x02D, 1252},  // Basque
    {0x02F, 1251},  // Macedonian
    {0x036, 1252},  // Afrikaans
    {0x038, 1252},  // Faroese
    {0x03C, 1252},  // Irish
    {0x03E, 1252},  // Malay
    {0x041, 1252},  // Swahili
    {0x056, 1252},  // Galician
});
static_assert(std::ranges::is_sorted(kLanguageCodePages, {}, &LanguageCodePage::language));
constexpr auto kTraditionalChinese = std::to_array<LanguageId>({0x404, 0xC04, 0x1404});

std::optional<std::uint16_t> number_of(std::string_view text) noexcept {
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  std::uint16_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace

std::optional<LanguageId> language_of(std::uint16_t language_id) noexcept {
  const auto primary = static_cast<LanguageId>(language_id & kPrimaryLanguage);
  if (primary == 0) return std::nullopt;
  const auto divided = std::ranges::find(kDivided, primary, &Divided::primary);
  if (divided == kDivided.end()) return primary;
  return language_id == primary ? divided->usual : language_id;
}

std::optional<LanguageId> language_of(std::string_view text) noexcept {
  const auto number = number_of(text);
  return number.has_value() ? language_of(*number) : std::nullopt;
}

bool is_neutral_language(std::string_view text) noexcept {
  const auto number = number_of(text);
  return number.has_value() && (*number & kPrimaryLanguage) == kNeutral;
}

std::optional<std::uint32_t> ansi_code_page_of(LanguageId language) noexcept {
  if (std::ranges::binary_search(kTraditionalChinese, language)) return 950;
  const auto primary = static_cast<LanguageId>(language & kPrimaryLanguage);
  const auto row =
      std::ranges::lower_bound(kLanguageCodePages, primary, {}, &LanguageCodePage::language);
  if (row == kLanguageCodePages.end() || row->language != primary) return std::nullopt;
  return row->code_page;
}

std::string language_text(LanguageId language) { return fmt::format("{:03X}", language); }

}  // namespace openperflib
