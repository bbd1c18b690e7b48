// KeptTitles: names or help texts of one service in one language that were replaced after they were
// installed. Values.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace openperflib
