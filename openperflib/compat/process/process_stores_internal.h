// The title stores of this process, and what it believes of its environment.
#pragma once

#include <optional>
#include <string>

#include "openperflib/state/title_store.h"

namespace openperflib::compat {

// An environment variable; nullopt: it is not set, or this program has gained privileges, so that
// its caller could make it load a library of his own.
[[nodiscard]] std::optional<std::string> trusted_variable(const std::string& name);

// By the environment and the user, as docs/security.md has it. A program that has gained privileges
// uses the system's only.
[[nodiscard]] StoreFolders store_folders_of_process();

}  // namespace openperflib::compat
