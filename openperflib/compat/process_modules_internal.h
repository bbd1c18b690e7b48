// The modules of registered services, for the registry of this process.
#pragma once

#include "openperflib/machine/local_source.h"

namespace openperflib::compat {

// Makes their provider. Empty in a process that is itself the host of a module. The texts of
// `fixed` must live as long as the providers.
[[nodiscard]] ProviderFactory process_modules(const TitleTable& fixed);

// LIBDIR/openperflib/modules, where LIBDIR has this library.
[[nodiscard]] std::string modules_folder();

}  // namespace openperflib::compat
