// The titles of a language with the English ones where it has no translation.
#pragma once

#include <span>
#include <vector>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// Every index of `english`, with the text of `translations` where that has one that is not empty;
// other indices of `translations` are ignored, so that it may hold names and help texts. Both are
// ascending by index; the texts are those of the arguments. For `Counter 010`:
//   multi_string_of(translated_titles(names, italian))
[[nodiscard]] std::vector<Title> translated_titles(std::span<const Title> english,
                                                   std::span<const Title> translations);

}  // namespace openperflib
