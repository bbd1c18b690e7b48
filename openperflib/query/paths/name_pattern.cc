#include "openperflib/query/paths/name_pattern.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/base/whole_number_internal.h"
#include "openperflib/query/paths/path_parts_internal.h"
#include "openperflib/text/glob.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// "[*]" and "[?]" as one byte each.
std::string with_marks(std::string_view pattern, char star, char question_mark) {
  std::string marked;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view three = pattern.substr(i, 3);
    const bool is_escaped = three == "[*]" || three == "[?]";
    marked += !is_escaped ? pattern[i] : three[1] == '*' ? star : question_mark;
    if (is_escaped) i += 2;
  }
  return marked;
}

std::string without_escapes(std::string_view pattern) { return with_marks(pattern, '*', '?'); }

// The name that a pattern without wildcards matches.
std::string name_of(std::string_view pattern, PathGrammar grammar) {
  return grammar == PathGrammar::full ? without_escapes(pattern) : std::string(pattern);
}

// A pattern, folded, as matches_glob() reads it.
std::string glob_of(std::string pattern, PathGrammar grammar) {
  if (grammar == PathGrammar::full) return with_marks(pattern, kLiteralStar, kLiteralQuestionMark);
  std::ranges::replace(pattern, '?', kLiteralQuestionMark);
  return pattern;
}

// The text that is compared: the name itself, or the pattern with marks.
std::string compared(std::string_view text, PathGrammar grammar) {
  return has_wildcards(text, grammar) ? glob_of(folded(text), grammar)
                                      : name_of(folded(text), grammar);
}

std::string slashes_as_backslashes(std::string_view text) {
  std::string native(text);
  std::ranges::replace(native, '/', '\\');
  return native;
}

}  // namespace

std::string literal_pattern(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (c == '*' || c == '?') {
      (pattern += '[') += c;
      pattern += ']';
    } else {
      pattern += c;
    }
  }
  return pattern;
}

bool has_wildcards(std::string_view pattern, PathGrammar grammar) noexcept {
  if (grammar == PathGrammar::pdh) return pattern.find('*') != kNotFound;
  for (std::size_t at = pattern.find_first_of("*?"); at != kNotFound;
       at = pattern.find_first_of("*?", at + 1)) {
    const bool is_escaped = at != 0 && pattern[at - 1] == '[' && pattern.substr(at + 1, 1) == "]";
    if (!is_escaped) return true;
  }
  return false;
}

NamePattern::NamePattern(std::string_view text, PathGrammar grammar)
    : text_(text),
      folded_(compared(text, grammar)),
      number_(whole_number<std::uint32_t>(text)),
      has_wildcards_(openperflib::has_wildcards(text, grammar)),
      matches_everything_(!text.empty() && text.find_first_not_of('*') == kNotFound) {}

bool NamePattern::matches(std::string_view folded_name) const noexcept {
  return has_wildcards_ ? matches_glob(folded_, folded_name) : folded_ == folded_name;
}

InstancePattern::InstancePattern(std::string_view text, PathGrammar grammar)
    : name_(name_of(text, grammar)) {
  NumberedName name = split_number(text);
  if (text.size() > 2 && text.ends_with("#*")) {
    any_number_ = true;
    name.name = text.substr(0, text.size() - 2);
  }
  number_ = name.number;
  readings_.front() = {NamePattern(text, grammar), NamePattern(name.name, grammar)};
  if (text.starts_with('/')) {
    readings_.push_back({NamePattern(slashes_as_backslashes(text), grammar),
                         NamePattern(slashes_as_backslashes(name.name), grammar)});
  }
}

bool InstancePattern::matches(std::string_view folded_name, std::uint32_t number) const {
  return std::ranges::any_of(readings_, [&](const Reading& reading) {
    const bool is_numbered = any_number_ || number_.has_value();
    if (is_numbered && (any_number_ || *number_ == number) && reading.base.matches(folded_name)) {
      return true;
    }
    if (!reading.whole.has_wildcards()) return number == 0 && reading.whole.matches(folded_name);
    return reading.whole.matches(folded_name) ||
           (number != 0 && reading.whole.matches(fmt::format("{}#{}", folded_name, number)));
  });
}

std::vector<std::string_view> InstancePattern::possible_names() const {
  std::vector<std::string_view> names;
  for (const Reading& reading : readings_) {
    names.push_back(reading.whole.folded_text());
    if (number_.has_value()) names.push_back(reading.base.folded_text());
  }
  return names;
}

}  // namespace openperflib
