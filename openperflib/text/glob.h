// The one matcher of names with * and ?.
#pragma once

#include <string_view>

namespace openperflib {

// Literal characters in a pattern: bytes that do not occur in UTF-8 text.
inline constexpr char kLiteralStar = '\xFF';
inline constexpr char kLiteralQuestionMark = '\xFE';

// Whether `pattern` is all of `text`: * is any run of characters, ? is one. Both are UTF-8, in
// which case counts: see folded(). Work: at most the product of the lengths.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view text) noexcept;

}  // namespace openperflib
