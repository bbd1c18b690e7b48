// Library Validation Code: what says that a module's library is the one that was trusted.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// Writes the value Library Validation Code of a service: the SHA-256 of its library as it is now.
// Returns the path of the library. Errors: LoadFault; the service stays as it was.
[[nodiscard]] std::expected<std::string, LoadFault> trust_library(TitleStore& store,
                                                                  std::string_view service,
                                                                  std::string_view modules);

}  // namespace openperflib
