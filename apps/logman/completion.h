// What logman --complete prints.
#pragma once

#include <span>

#include "apps/collection/environment.h"
#include "apps/logman/run/failure.h"

namespace openperflib::logman {

// `words`: those of the command line after logman, up to the cursor.
[[nodiscard]] Outcome complete_words(const apps::Environment& environment,
                                     std::span<char* const> words);

}  // namespace openperflib::logman
