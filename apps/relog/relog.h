// relog, like the Windows tool of this name: shows, converts, cuts and merges performance logs.
#pragma once

#include <cstddef>
#include <span>

namespace openperflib::relog {

// Runs the tool with the words after its name. Returns the exit code: 0, or 1 after an error
// message.
[[nodiscard]] int run_relog(std::span<char* const> arguments);

}  // namespace openperflib::relog
