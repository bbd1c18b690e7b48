// relog, as Windows has it: performance logs into other formats, cut, thinned and put together.
#pragma once

#include <cstddef>
#include <span>

namespace openperflib::relog {

// One run with the words behind the program's name. Returns the exit code: 0 all well, 1 failed.
[[nodiscard]] int run_relog(std::span<char* const> arguments);

}  // namespace openperflib::relog
