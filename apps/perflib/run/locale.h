// Properties of the terminal, from the environment.
#pragma once

#include "openperflib/view/text/sparkline.h"

namespace openperflib::apps {

// Blocks if the locale uses UTF-8 (LC_ALL, LC_CTYPE, LANG), otherwise letters.
[[nodiscard]] BarCharacters bar_characters();

// Whether NO_COLOR is set.
[[nodiscard]] bool refuses_colours();

}  // namespace openperflib::apps
