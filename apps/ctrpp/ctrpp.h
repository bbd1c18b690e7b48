// ctrpp, like the Windows tool of this name: reads a manifest of counter sets and writes the code
// of the programs that publish them, and their texts.
#pragma once

#include <cstddef>
#include <span>

namespace openperflib::ctrpp {

// Runs the tool with the words after its name. Returns the exit code: 0, or 1 after an error
// message.
[[nodiscard]] int run_ctrpp(std::span<char* const> arguments);

}  // namespace openperflib::ctrpp
