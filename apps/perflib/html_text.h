// Text from elsewhere in HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::apps {

// `text` as it stands between tags and in quoted attributes: no character of it is markup, and
// control characters (also those that turn the direction of writing) are U+FFFD.
[[nodiscard]] std::string html_text(std::string_view text);

}  // namespace openperflib::apps
