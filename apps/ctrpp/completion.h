// What ctrpp --complete prints.
#pragma once

#include <span>

#include "apps/ctrpp/options.h"

namespace openperflib::ctrpp {

// `words`: those of the command line after the name of the tool, up to the cursor.
[[nodiscard]] Outcome complete(std::span<char* const> words);

}  // namespace openperflib::ctrpp
