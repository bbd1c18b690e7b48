// Reads a file of names in XML, for read_language_file().
//
// Source: docs/formats/language_names.md.
#pragma once

#include <expected>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/language/language_names.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// The languages of XML with an attribute for each: <CounterObject enUS="..." deDE="..."> with a
// <CounterName enUS="..." deDE="..."/> for each counter. Errors: mistakes by line; too many names.
[[nodiscard]] std::expected<std::vector<LanguageNames>, TitleRemarks> languages_of_xml(Bytes bytes);

}  // namespace openperflib
