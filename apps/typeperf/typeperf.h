// typeperf: counters of this machine to the console or to a log, like the Windows tool of this
// name. Source: docs/typeperf.md.
#pragma once

#include <span>

#include "apps/collection/environment.h"

namespace openperflib::typeperf {

// Runs the tool with the words after its name. Returns the exit code: 0, or 1 after an error
// message.
[[nodiscard]] int run_typeperf(const apps::Environment& environment,
                               std::span<char* const> arguments);

}  // namespace openperflib::typeperf
