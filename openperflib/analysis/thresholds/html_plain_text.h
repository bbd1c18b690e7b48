// HTML of a description as plain text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// What people read of a description. Value.
struct PlainText {
  std::string text;                // on one line, valid UTF-8 if the HTML is
  std::vector<std::string> links;  // addresses of http and https, each once
  static constexpr std::size_t kMostLinks = 8;
  static constexpr std::size_t kLongestLink = 500;  // longer ones are left out
};

// Tags, comments and scripts are removed, references replaced (&lt;, &#65;), and runs of blanks and
// line ends are one blank. HTML that is not well-formed loses nothing but its marks. Time is linear
// in the size.
[[nodiscard]] PlainText plain_text_of_html(std::string_view html);

// `text`, cut at a word to at most `most` bytes and an ellipsis if it is longer.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

}  // namespace openperflib
