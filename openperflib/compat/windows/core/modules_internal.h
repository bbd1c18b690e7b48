// The handles of modules.
#pragma once

#include <optional>
#include <string>

#include "openperflib/abi/windows_api_types.h"

namespace openperflib::compat {

// Whether a handle is that of pdh.dll, whose messages are those of PDH's codes.
[[nodiscard]] bool is_pdh_module(const void* handle) noexcept;

// The path of the file of a module: of a library that is loaded, whose handle its DllMain gets, or
// of the library that has the functions of a module such as pdh.dll. "": that is the program
// itself. nullopt: it is not a module; nothing is read through the handle.
[[nodiscard]] std::optional<std::string> path_of_module(const void* handle);

}  // namespace openperflib::compat
