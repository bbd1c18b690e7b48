// The title stores of this process.
#pragma once

#include "openperflib/state/title_store.h"

namespace openperflib::compat {

// By the environment and the user, as docs/security.md has it. A program that has gained privileges
// uses the system's only.
[[nodiscard]] StoreFolders store_folders_of_process();

}  // namespace openperflib::compat
