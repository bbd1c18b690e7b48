// KeptTitles: names or help texts of one service in one language that were replaced after they were
// installed, as text, from which a store gets them again.
//
// Value. Both directions; source: docs/formats/title_store.md, "Texts beside the store".
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

enum class TitleKind : std::uint8_t { names, helps };

// One of the tables that a service has in each of its languages.
struct TitlesOfLanguage {
  LanguageId language = 0;
  TitleKind kind = TitleKind::names;
  auto operator<=>(const TitlesOfLanguage&) const = default;
};

struct KeptTitles {
  struct Text {
    TitleIndex distance = 0;  // of the name from the first one of the service: even
    std::string text = {};    // empty: it has none in this language
    bool operator==(const Text&) const = default;
  };
  TitlesOfLanguage table = {};
  std::vector<Text> texts = {};  // ascending by distance
  bool operator==(const KeptTitles&) const = default;
};

[[nodiscard]] std::string text_of(const KeptTitles& titles);
// Errors: at the byte where the text stops being one that text_of() could have written, including
// one that was cut.
[[nodiscard]] std::expected<KeptTitles, Error> parse_kept_titles(std::string_view text);

// The name of the file, "names.010"; nullopt: no table has that one.
[[nodiscard]] std::string file_name_of(const TitlesOfLanguage& table);
[[nodiscard]] std::optional<TitlesOfLanguage> table_in_file(std::string_view name);

}  // namespace openperflib
