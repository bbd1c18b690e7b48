#include "apps/perflib/html_text.h"

#include <array>
#include <utility>

#include "apps/program/printable.h"
#include "openperflib/base/utf16.h"

namespace openperflib::apps {
namespace {

constexpr auto kMarkup = std::to_array<std::pair<char, std::string_view>>(
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});

// U+202A to U+202E and U+2066 to U+2069: E2 80 AA..AE, E2 81 A6..A9.
bool turns_direction(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xE2') return false;
  const bool is_embedding = text[1] == '\x80' && text[2] >= '\xAA' && text[2] <= '\xAE';
  const bool is_isolate = text[1] == '\x81' && text[2] >= '\xA6' && text[2] <= '\xA9';
  return is_embedding || is_isolate;
}

}  // namespace

std::string html_text(std::string_view text) {
  const std::string safe = printable(valid_utf8(text).text);
  std::string out;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    if (turns_direction(std::string_view(safe).substr(i))) {
      out += "\xEF\xBF\xBD";
      i += 2;
      continue;
    }
    std::string_view written(&safe[i], 1);
    for (const auto& [character, entity] : kMarkup) {
      if (safe[i] == character) written = entity;
    }
    out += written;
  }
  return out;
}

}  // namespace openperflib::apps
