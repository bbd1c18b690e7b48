// Foreign text in HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace openperflib {

// `text` for use between tags and in quoted attributes: none of its characters is markup, and
// control characters (also those that change the direction of text) become U+FFFD.
[[nodiscard]] std::string html_text(std::string_view text);

// The same, with numbers and their units kept on one line.
[[nodiscard]] std::string html_sentence(std::string_view text);

}  // namespace openperflib
