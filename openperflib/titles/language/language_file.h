// Reads a file with the names of objects and counters in another language than English: what
// lodctr /S writes, exported title tables of the registry, or a table of names.
//
// Source: docs/formats/language_names.md.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/language/language_names.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

inline constexpr std::size_t kMostLanguageFileBytes = std::size_t{64} << 20U;

// Reads XML: languages_of_xml() of titles/manifest, where the program has that.
using LanguageXmlReader = std::expected<std::vector<LanguageNames>, TitleRemarks> (*)(Bytes);

// The languages of a file, in its order, each with at least one name. `name`: the language of a
// file that names none, such as its file name. `read_xml`: null: a file in XML has no names.
// Errors: the mistakes by line; a file without any name of another language is one
// (no_language_names).
[[nodiscard]] std::expected<std::vector<LanguageNames>, TitleRemarks> read_language_file(
    Bytes bytes, std::string_view name, LanguageXmlReader read_xml);

}  // namespace openperflib
