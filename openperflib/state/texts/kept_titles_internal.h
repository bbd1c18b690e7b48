// KeptTitles as text, from which a store gets them again.
//
// Both directions; source: docs/formats/title_store.md, "Texts beside the store".
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/error.h"
#include "openperflib/state/store/titles_of_language_internal.h"

namespace openperflib {

[[nodiscard]] std::string text_of(const KeptTitles& titles);
// Errors: at the byte where the text stops being one that text_of() could have written, including
// one that was cut.
[[nodiscard]] std::expected<KeptTitles, Error> parse_kept_titles(std::string_view text);

// The name of the file, "names.010"; nullopt: no table has that one.
[[nodiscard]] std::string file_name_of(const TitlesOfLanguage& table);
[[nodiscard]] std::optional<TitlesOfLanguage> table_in_file(std::string_view name);

}  // namespace openperflib
