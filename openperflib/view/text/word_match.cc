#include "openperflib/view/text/word_match.h"

#include <string>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Iterative wildcard match over folded bytes: after a mismatch the last star takes one more byte.
bool matches_wildcards(std::string_view text, std::string_view pattern) {
  std::size_t t = 0, p = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

bool matches_word(std::string_view name, std::string_view word) {
  const std::string text = folded(name);
  const std::string pattern = folded(word);
  if (pattern.find_first_of("*?") != std::string::npos) return matches_wildcards(text, pattern);
  return text.find(pattern) != std::string::npos;
}

}  // namespace openperflib
