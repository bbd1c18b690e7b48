// The files with the names of other languages, on this machine.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/titles/language/language_names.h"

namespace openperflib {

// The names in a file, which may be XML. Errors: it cannot be read, or has no names.
[[nodiscard]] std::expected<std::vector<LanguageNames>, SourceFault> languages_in_any_file(
    const std::string& file);

// The regular files of a folder, as sorted paths; at most `most` of them.
[[nodiscard]] std::vector<std::string> regular_files_in(const std::string& folder,
                                                        std::size_t most);

}  // namespace openperflib
