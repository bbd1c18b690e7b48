// The counter sets of other processes and the modules of registered services, for the registry of
// this process.
#pragma once

#include "openperflib/registry/registry.h"

namespace openperflib::compat {

// Makes their providers; of modules so many hosts may run at once. Empty in a process that is
// itself the host of a module. The texts of `fixed` must live as long as the providers.
[[nodiscard]] ModuleFactory process_modules(const TitleTable& fixed);

// LIBDIR/openperflib/modules, where LIBDIR has this library.
[[nodiscard]] std::string modules_folder();

}  // namespace openperflib::compat
