#include "openperflib/text/glob.h"

#include <cstddef>

namespace openperflib {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_same(char pattern, char text) noexcept {
  return pattern == text || (pattern == kLiteralStar && text == '*') ||
         (pattern == kLiteralQuestionMark && text == '?');
}

// Bytes of the character at `at`: a ? stands for a whole one.
std::size_t character_length(std::string_view text, std::size_t at) noexcept {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return end - at;
}

}  // namespace

// Only the last * is ever tried again.
bool matches_glob(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = kNone;  // the last * seen
  std::size_t retry = 0;     // where its tail is tried next
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t += character_length(text, t);
    } else if (p < pattern.size() && is_same(pattern[p], text[t])) {
      ++p;
      ++t;
    } else if (star != kNone) {
      retry += character_length(text, retry);
      t = retry;
      p = star + 1;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == kNone;
}

}  // namespace openperflib
