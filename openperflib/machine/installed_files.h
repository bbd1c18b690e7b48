// The places of programs and modules that are installed with this library.
#pragma once

#include <string>

namespace openperflib {

// Returns LIBDIR/openperflib/modules: the folder of modules whose libraries are named without one.
[[nodiscard]] std::string installed_modules_folder();
// Returns the path of openperflib-v1-host, which runs a module; if it is missing, where it should
// be.
[[nodiscard]] std::string installed_host_program();
// Returns the path of a program in PREFIX/bin that may be executed; empty: none.
[[nodiscard]] std::string installed_program(const std::string& name);

}  // namespace openperflib
