// Whether a name is one that a user asked for.
#pragma once

#include <string_view>

namespace openperflib {

// Whether `word` (case ignored, * and ? are wildcards) is `name` or a part of it.
[[nodiscard]] bool matches_word(std::string_view name, std::string_view word);

}  // namespace openperflib
