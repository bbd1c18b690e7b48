#include "openperflib/view/text/html_text.h"

#include <array>
#include <utility>

#include "openperflib/text/printable.h"

namespace openperflib {
namespace {

constexpr auto kMarkup = std::to_array<std::pair<char, std::string_view>>(
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});

}  // namespace

std::string html_text(std::string_view text) {
  const std::string safe = printable(text);
  std::string out;
  for (const char& c : safe) {
    std::string_view written(&c, 1);
    for (const auto& [character, entity] : kMarkup) {
      if (c == character) written = entity;
    }
    out += written;
  }
  return out;
}

std::string html_sentence(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string plain = html_text(text);
  std::string out;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool is_between =
        i > 0 && i + 1 < plain.size() && is_digit(plain[i - 1]) && !is_digit(plain[i + 1]);
    if (plain[i] == ' ' && is_between) {
      out += "&nbsp;";
    } else {
      out += plain[i];
    }
  }
  return out;
}

}  // namespace openperflib
