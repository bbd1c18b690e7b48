// logman: collections of counters, managed as with the tool of that name on Windows.
//
// Source: docs/logman.md.
#pragma once

#include <span>

#include "apps/collection/environment.h"

namespace openperflib::logman {

// Runs the tool with the words after its name. The exit code: 0, or 1 after an error message.
[[nodiscard]] int run_logman(const apps::Environment& environment,
                             std::span<char* const> arguments);

}  // namespace openperflib::logman
