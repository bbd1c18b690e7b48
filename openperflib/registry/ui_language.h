// The language of messages of this process, as titles number languages.
#pragma once

#include <string_view>

#include "openperflib/titles/language_id.h"

namespace openperflib {

// Returns the language of the first of LC_ALL, LC_MESSAGES and LANG that is set. English where it
// is not a language of titles.
[[nodiscard]] LanguageId ui_language();

// Returns the language of the name of a locale: "it_IT.UTF-8" is 0x010. English: any other name.
[[nodiscard]] LanguageId language_of_locale(std::string_view locale) noexcept;

}  // namespace openperflib
