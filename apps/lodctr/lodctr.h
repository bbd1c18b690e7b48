// lodctr and unlodctr, like the Windows tools of these names: install, save, restore and remove the
// names of performance counters of services.
#pragma once

#include <cstddef>
#include <span>

#include "apps/collection/environment.h"

namespace openperflib::lodctr {

// Runs the tool with the words after its name. Returns the exit code: 0, or 1 after an error
// message.
[[nodiscard]] int run_lodctr(const apps::Environment& environment,
                             std::span<char* const> arguments);
[[nodiscard]] int run_unlodctr(const apps::Environment& environment,
                               std::span<char* const> arguments);

}  // namespace openperflib::lodctr
