// What is installed with this library: programs and the folder of modules.
#pragma once

#include <string>

namespace openperflib {

// LIBDIR/openperflib/modules: libraries of modules that are named without a folder.
[[nodiscard]] std::string installed_modules_folder();
// openperflib-v1-host, which runs a module; the place where it should be, if it is missing.
[[nodiscard]] std::string installed_host_program();
// A program of PREFIX/bin that may be executed; empty: there is none.
[[nodiscard]] std::string installed_program(const std::string& name);

}  // namespace openperflib
