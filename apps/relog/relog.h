// relog, like the Windows tool of this name: shows, converts, cuts and merges performance logs.
#pragma once

#include <cstddef>
#include <span>

#include "apps/collection/environment.h"

namespace openperflib::relog {

// Runs the tool with the words after its name. Returns the exit code: 0, or 1 after an error
// message.
[[nodiscard]] int run_relog(const apps::Environment& environment, std::span<char* const> arguments);

}  // namespace openperflib::relog
