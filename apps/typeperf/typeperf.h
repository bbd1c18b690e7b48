// typeperf: counters of this machine to the console or to a log, as the tool of that name on
// Windows. Source: docs/typeperf.md.
#pragma once

#include <span>

namespace openperflib::typeperf {

// Runs the tool with the words behind its name. The exit code: 0, or 1 after an error was said.
[[nodiscard]] int run_typeperf(std::span<char* const> arguments);

}  // namespace openperflib::typeperf
