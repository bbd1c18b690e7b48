// The names of other languages in a file: what the tables of LogSupport read them with.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/titles/language/language_file.h"
#include "openperflib/titles/language/language_names.h"

namespace openperflib {

// Reads a file of names. `read_xml`: null: a file in XML has none. Errors: it cannot be read, or
// has no names; a mistake is named with its line.
[[nodiscard]] std::expected<std::vector<LanguageNames>, SourceFault> languages_in_file(
    const std::string& file, LanguageXmlReader read_xml);

}  // namespace openperflib
