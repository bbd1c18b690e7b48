// What typeperf --complete prints.
#pragma once

#include <span>

#include "apps/typeperf/options.h"

namespace openperflib::typeperf {

// `words`: those of the command line after typeperf, up to the cursor.
[[nodiscard]] Outcome complete(const apps::Environment& environment, std::span<char* const> words);

}  // namespace openperflib::typeperf
