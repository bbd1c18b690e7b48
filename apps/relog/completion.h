// What relog --complete prints.
#pragma once

#include <span>

#include "apps/relog/options.h"

namespace openperflib::relog {

// `words`: those of the command line after relog, up to the cursor.
[[nodiscard]] Outcome complete(const apps::Environment& environment, std::span<char* const> words);

}  // namespace openperflib::relog
