#include "openperflib/registry/ui_language.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace openperflib {
namespace {

struct LocaleRow {
  std::string_view name;  // "pt_BR" before "pt"
  LanguageId language;
};
// Source: the LCIDs in Microsoft's "Windows Language Code Identifier (LCID) Reference".
constexpr auto kLocales = std::to_array<LocaleRow>(
    {{"pt_PT", 0x816}, {"zh_TW", 0x404}, {"zh_HK", 0x404}, {"pt", 0x416}, {"zh", 0x804},
     {"ar", 0x001},    {"bg", 0x002},    {"cs", 0x005},    {"da", 0x006}, {"de", 0x007},
     {"el", 0x008},    {"es", 0x00A},    {"fi", 0x00B},    {"fr", 0x00C}, {"he", 0x00D},
     {"hu", 0x00E},    {"it", 0x010},    {"ja", 0x011},    {"ko", 0x012}, {"nl", 0x013},
     {"nb", 0x014},    {"no", 0x014},    {"pl", 0x015},    {"ro", 0x018}, {"ru", 0x019},
     {"hr", 0x01A},    {"sk", 0x01B},    {"sv", 0x01D},    {"th", 0x01E}, {"tr", 0x01F},
     {"uk", 0x022},    {"sl", 0x024},    {"et", 0x025},    {"lv", 0x026}, {"lt", 0x027}});

// Whether the locale is of that language and, where it names one, that country.
bool is_locale_of(std::string_view locale, std::string_view name) {
  const std::string_view rest = locale.substr(std::min(name.size(), locale.size()));
  return locale.starts_with(name) &&
         (rest.empty() || rest.front() == '_' || rest.front() == '.' || rest.front() == '@');
}

}  // namespace

LanguageId language_of_locale(std::string_view locale) noexcept {
  const auto* const row = std::ranges::find_if(
      kLocales, [&](const LocaleRow& one) { return is_locale_of(locale, one.name); });
  return row == kLocales.end() ? kEnglish : row->language;
}

LanguageId ui_language() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != 0) return language_of_locale(value);
  }
  return kEnglish;
}

}  // namespace openperflib
