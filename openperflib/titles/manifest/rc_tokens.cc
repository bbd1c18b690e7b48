#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/manifest/rc_tokens_internal.h"

namespace openperflib {
namespace {

using TokenKind = RcToken::Kind;

constexpr std::string_view kScriptBlanks("\0 \t\v\f\r\n", 7);
constexpr std::string_view kWordEnds("\0 \t\v\f\r\n\",{}", 11);
constexpr std::string_view kCodePage = "code_page(";

struct Escape {
  char letter;
  char character;
};
constexpr auto kEscapes = std::to_array<Escape>(
    {{'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'\\', '\\'}, {'"', '"'}, {'\'', '\''}});

// \xHHHH and \OOO.
struct NumberedEscape {
  std::string_view start;
  int base;
  std::size_t most_digits;
};
constexpr auto kNumberedEscapes =
    std::to_array<NumberedEscape>({{"x", 16, 4}, {"X", 16, 4}, {"", 8, 3}});

constexpr bool is_surrogate(std::uint16_t unit) noexcept { return (unit & 0xF800U) == 0xD800U; }

// How many characters after the backslash make a numbered escape; appends what they stand for.
std::size_t append_numbered_escape(std::string& out, std::string_view rest) {
  for (const NumberedEscape& escape : kNumberedEscapes) {
    if (!rest.starts_with(escape.start)) continue;
    const std::string_view digits = rest.substr(escape.start.size(), escape.most_digits);
    std::uint16_t unit = 0;
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), unit, escape.base);
    if (error != std::errc{} || is_surrogate(unit) || unit == 0) continue;
    append_character(out, unit);
    return escape.start.size() + static_cast<std::size_t>(stop - digits.data());
  }
  return 0;
}

}  // namespace

void RcTokens::step() noexcept {
  const bool is_half = is_at("\r\n");
  if (!is_half && is_at_line_end()) {
    ++line_;
    is_line_empty_ = true;
  }
  ++at_;
}

void RcTokens::skip_line() noexcept {
  while (at_ < text_.size() && !is_at_line_end()) step();
}

void RcTokens::skip_comment() {
  const std::size_t line = line_;
  at_ += 2;
  while (at_ < text_.size() && !is_at("*/")) step();
  if (at_ == text_.size()) return remarks_.add(line, TitleRule::comment_not_closed);
  at_ += 2;
}

// Only one has a meaning here: #pragma code_page(65001).
void RcTokens::take_directive() {
  const std::size_t begin = at_;
  skip_line();
  const std::string_view directive = text_.substr(begin, at_ - begin);
  const std::size_t page = directive.find(kCodePage);
  if (!directive.contains("pragma") || page == directive.npos) return;
  const std::string_view rest = directive.substr(page + kCodePage.size());
  code_page_ = trimmed(rest.substr(0, rest.find(')')));
  code_page_line_ = line_;
}

void RcTokens::skip_between() {
  while (at_ < text_.size()) {
    if (kScriptBlanks.contains(text_[at_])) {
      step();
    } else if (is_at("/*")) {
      skip_comment();
    } else if (is_at("//")) {
      skip_line();
    } else if (is_at("#") && is_line_empty_) {
      take_directive();
    } else {
      return;
    }
  }
}

// After a backslash.
void RcTokens::take_escape(std::string& out) {
  if (at_ == text_.size()) return;
  if (is_at_line_end()) {  // the string continues on the next line
    if (is_at("\r\n")) step();
    return step();
  }
  const auto* const simple = std::ranges::find(kEscapes, text_[at_], &Escape::letter);
  if (simple != kEscapes.end()) {
    out += simple->character;
    return step();
  }
  const std::size_t taken = append_numbered_escape(out, text_.substr(at_));
  at_ += taken;
  if (taken == 0) {
    remarks_.add(line_, TitleRule::character_unknown, text_.substr(at_ - 1, 2));
  }
}

RcToken RcTokens::string() {
  RcToken token{TokenKind::string, line_, {}};
  step();
  while (at_ < text_.size() && !is_at_line_end()) {
    if (is_at("\"\"")) {
      token.text += '"';
      at_ += 2;
    } else if (is_at("\"")) {
      step();
      return token;
    } else if (is_at("\\")) {
      step();
      take_escape(token.text);
    } else {
      token.text += text_[at_++];
    }
  }
  remarks_.add(token.line, TitleRule::string_not_closed, token.text);
  return token;
}

RcToken RcTokens::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !kWordEnds.contains(text_[at_]) && !is_at("/*") && !is_at("//")) {
    ++at_;
  }
  return {TokenKind::word, line_, std::string(text_.substr(begin, at_ - begin))};
}

RcToken RcTokens::next() {
  skip_between();
  is_line_empty_ = false;
  if (at_ == text_.size()) return {TokenKind::end, line_, {}};
  const char first = text_[at_];
  if (is_at("L\"")) ++at_;
  if (is_at("\"")) return string();
  if (first != '{' && first != '}' && first != ',') return word();
  step();
  const TokenKind kind = first == '{'   ? TokenKind::open
                         : first == '}' ? TokenKind::close
                                        : TokenKind::comma;
  return {kind, line_, std::string(1, first)};
}

}  // namespace openperflib
