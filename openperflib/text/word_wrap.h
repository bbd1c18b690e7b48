// Text broken into lines at its words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace openperflib {

// `text` in lines of at most `width` columns, each with its line feed. The first line begins with
// `first`, the others with as many blanks as `first` has columns. A number and the word after it,
// often its unit, stay together. A word that is wider than a line has a line of its own. `first`
// may hold escape sequences of a terminal: `first_width` says how wide it is.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::string_view first,
                                  std::size_t first_width);
// The same for a `first` without escape sequences, whose width is known.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width,
                                  std::string_view first = {});

}  // namespace openperflib
