#include "openperflib/text/word_wrap.h"

#include <algorithm>

#include "openperflib/text/printable.h"

namespace openperflib {
namespace {

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789.,:-(") == std::string_view::npos &&
         word.back() >= '0' && word.back() <= '9';
}

// Removes the next word from `text`, together with the following one if it is a number.
std::string_view next_word(std::string_view& text) {
  std::size_t end = std::min(text.find(' '), text.size());
  if (is_number(text.substr(0, end)) && end + 1 < text.size() && text[end + 1] != ' ') {
    end = std::min(text.find(' ', end + 1), text.size());
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  return word;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::string_view first,
                    std::size_t first_width) {
  std::string lines(first);
  std::size_t column = first_width;
  bool is_at_begin = true;
  while (!text.empty()) {
    const std::string_view word = next_word(text);
    if (word.empty()) continue;
    const std::size_t columns = display_width(word);
    if (!is_at_begin && column + 1 + columns > width) {
      lines += '\n';
      lines.append(first_width, ' ');
      column = first_width;
      is_at_begin = true;
    }
    if (!is_at_begin) lines += ' ';
    column += columns + (is_at_begin ? 0 : 1);
    lines += word;
    is_at_begin = false;
  }
  return lines + "\n";
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view first) {
  return wrapped(text, width, first, display_width(first));
}

}  // namespace openperflib
