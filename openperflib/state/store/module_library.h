// The library that a service names, and whether it may be loaded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/state/store/registration.h"

namespace openperflib {

// The file of the value Library: an absolute path, or a name in the folder `modules`, where
// NAME.dll means NAME.so. nullopt: there is no such value, it is empty, or it is a relative path
// with a folder.
[[nodiscard]] std::optional<std::string> library_path(const RegisteredService& service,
                                                      std::string_view modules);

// Why this process may not load it; empty: it may. It must be a regular file of root's or of this
// user, and root's alone for root, and nobody else may write it or its folder.
[[nodiscard]] std::string library_fault(const std::string& path);

}  // namespace openperflib
