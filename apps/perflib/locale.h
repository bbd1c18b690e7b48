// What the environment says of the terminal that is printed to.
#pragma once

#include "apps/perflib/sparkline.h"

namespace openperflib::apps {

// Blocks where the locale is of UTF-8 (LC_ALL, LC_CTYPE, LANG), else letters.
[[nodiscard]] BarCharacters bar_characters();

// Whether NO_COLOR is set.
[[nodiscard]] bool refuses_colours();

}  // namespace openperflib::apps
