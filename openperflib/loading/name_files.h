// Files with new texts of registered titles: lodctr /C:FILE /H:FILE /L:LANGUAGE.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// Replaces texts of the titles that are installed in the store that this process may change; other
// indices and fixed titles are ignored. `language`: hexadecimal digits, "009". An empty name of a
// file: these texts stay. Errors: LoadFault; the store is as it was.
[[nodiscard]] std::expected<void, LoadFault> update_names(TitleStore& store,
                                                          const std::string& names,
                                                          const std::string& help_texts,
                                                          std::string_view language);

}  // namespace openperflib
