#include "openperflib/analysis/thresholds/html_plain_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/text/windows_1252.h"

namespace openperflib {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";
constexpr std::string_view kBetweenAttributes = " \t\r\n\f/";
constexpr std::string_view kAfterName = "= \t\r\n\f/";
constexpr std::size_t kLongestReference = 12;  // between & and ;

// References in descriptions of PAL's public files, and those of XML.
constexpr auto kReferences = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"amp", "&"},         {"lt", "<"},         {"gt", ">"},         {"quot", "\""},
    {"apos", "'"},        {"nbsp", " "},       {"ndash", "\u2013"}, {"mdash", "\u2014"},
    {"hellip", "\u2026"}, {"lsquo", "\u2018"}, {"rsquo", "\u2019"}, {"ldquo", "\u201C"},
    {"rdquo", "\u201D"},  {"bull", "\u2022"},  {"reg", "\u00AE"},   {"trade", "\u2122"},
    {"copy", "\u00A9"},   {"deg", "\u00B0"},   {"times", "\u00D7"}, {"micro", "\u00B5"},
});

// Numbers below 256 are what browsers read them as: bytes of Windows-1252.
std::string utf8_of(std::uint32_t code) {
  if (code <= 0xFF) code = windows_1252_character(static_cast<std::uint8_t>(code)).value_or(0);
  if (code == 0 || code > 0x10'FFFF || (code >= 0xD800 && code < 0xE000)) return "\uFFFD";
  if (code < 0x20) return " ";
  std::string text;
  append_character(text, code);
  return text;
}

// What stands for "#65", "#x41" or "amp"; empty: nothing does.
std::string text_of_reference(std::string_view name) {
  if (!name.starts_with('#')) {
    const auto known =
        std::ranges::find(kReferences, name, [](const auto& row) { return row.first; });
    return known == kReferences.end() ? std::string() : std::string(known->second);
  }
  name.remove_prefix(1);
  const bool is_hexadecimal = name.starts_with('x') || name.starts_with('X');
  if (is_hexadecimal) name.remove_prefix(1);
  std::uint32_t code = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, code, is_hexadecimal ? 16 : 10);
  return error != std::errc() || stop != end ? std::string() : utf8_of(code);
}

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Takes the text before `end` from the front; npos: all of it.
std::string_view take_to(std::size_t end, std::string_view& text) {
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(taken.size());
  return taken;
}

// Takes = and the value of an attribute, with or without quotes. Empty: its quote is not closed.
std::string_view take_attribute_value(std::string_view& text) {
  take_to(1, text);
  take_to(text.find_first_not_of(kBlanks), text);
  if (!text.starts_with('"') && !text.starts_with('\'')) {
    return take_to(text.find_first_of(kBlanks), text);
  }
  const std::string_view quote = take_to(1, text);
  const bool is_closed = text.contains(quote);
  const std::string_view value = take_to(text.find(quote), text);
  take_to(1, text);
  return is_closed ? value : std::string_view();
}

// Returns the value of an attribute; empty: there is none. `text`: what follows the name of a tag.
std::string_view value_of(std::string_view attribute, std::string_view text) {
  while (!text.empty()) {
    take_to(text.find_first_not_of(kBetweenAttributes), text);
    const std::string_view name = take_to(text.find_first_of(kAfterName), text);
    take_to(text.find_first_not_of(kBlanks), text);
    const bool has_value = text.starts_with('=');
    const std::string_view value = has_value ? take_attribute_value(text) : std::string_view();
    if (equal_ignoring_case(name, attribute)) return value;
  }
  return {};
}

// Removes the marks from HTML, from its beginning to its end.
class HtmlReader {
 public:
  explicit HtmlReader(std::string_view html) : html_(html) {}

  PlainText read() {
    while (place_ < html_.size()) {
      if (skip_mark()) continue;
      if (html_[place_] == '&' && take_reference()) continue;
      append(html_.substr(place_++, 1));
    }
    return std::move(result_);
  }

 private:
  // Returns whether the text at this place begins with `word`, ignoring the case of letters.
  bool begins(std::string_view word) const {
    return equal_ignoring_case(html_.substr(place_, word.size()), word);
  }

  // One blank between words, none at the ends.
  void append(std::string_view text) {
    for (const char c : text) {
      if (kBlanks.contains(c)) {
        has_blank_ = !result_.text.empty();
        continue;
      }
      if (std::exchange(has_blank_, false)) result_.text += ' ';
      result_.text += c;
    }
  }

  bool take_reference() {
    const std::string_view rest = html_.substr(place_ + 1, kLongestReference + 1);
    const std::size_t end = rest.find(';');
    if (end == rest.npos) return false;
    const std::string text = text_of_reference(rest.substr(0, end));
    if (text.empty()) return false;
    append(text);
    place_ += end + 2;
    return true;
  }

  // A comment, a script or a tag; a < before anything else is text.
  bool skip_mark() {
    if (html_[place_] != '<' || place_ + 1 == html_.size()) return false;
    if (html_.substr(place_).starts_with("<!--")) return skip_to("-->", kComment);
    const char next = html_[place_ + 1];
    if (!is_letter(next) && next != '/' && next != '!' && next != '?') return false;
    if (begins("<script")) return skip_to_end_of("</script", kScript);
    if (begins("<style")) return skip_to_end_of("</style", kStyle);
    return skip_tag();
  }

  // Each kind of end is looked for until there is none: time stays linear.
  enum End : std::uint8_t { kComment, kScript, kStyle, kTag, kEnds };

  // Returns where `end` begins from here on; npos if it does not.
  std::size_t find_end(std::string_view end, End kind) {
    if (is_missing_[kind]) return html_.npos;
    std::size_t at = html_.find(end.front(), place_ + 1);
    while (at != html_.npos && !equal_ignoring_case(html_.substr(at, end.size()), end)) {
      at = html_.find(end.front(), at + 1);
    }
    is_missing_[kind] = at == html_.npos;
    return at;
  }

  bool skip_to(std::string_view end, End kind) {
    const std::size_t at = find_end(end, kind);
    if (at == html_.npos) return skip_tag();
    has_blank_ = has_blank_ || !result_.text.empty();
    place_ = at + end.size();
    return true;
  }

  bool skip_to_end_of(std::string_view end, End kind) {
    const std::size_t at = find_end(end, kind);
    if (at != html_.npos) place_ = at;
    return skip_tag();
  }

  bool skip_tag() {
    const std::size_t end = find_end(">", kTag);
    if (end == html_.npos) return false;
    // <B> is within a line, everything else begins or ends one; a blank too many does no harm.
    static constexpr auto kWithinLine = std::to_array<std::string_view>(
        {"b", "i", "u", "a", "em", "strong", "span", "font", "sub", "sup"});
    std::string_view tag = html_.substr(place_ + 1, end - place_ - 1);
    const bool is_end = tag.starts_with('/');
    if (is_end) tag.remove_prefix(1);
    const std::string_view name = take_to(tag.find_first_of(kBetweenAttributes), tag);
    if (!is_end && equal_ignoring_case(name, "a")) note_link(value_of("href", tag));
    const bool is_within = std::ranges::any_of(
        kWithinLine, [&](std::string_view one) { return equal_ignoring_case(one, name); });
    has_blank_ = has_blank_ || (!is_within && !result_.text.empty());
    place_ = end + 1;
    return true;
  }

  void note_link(std::string_view address) {
    if (result_.links.size() == PlainText::kMostLinks) return;
    if (address.size() > PlainText::kLongestLink) return;
    const std::string link = plain_address(address);
    const bool is_of_web =
        begins_ignoring_case(link, "http://") || begins_ignoring_case(link, "https://");
    if (is_of_web && std::ranges::find(result_.links, link) == result_.links.end()) {
      result_.links.push_back(link);
    }
  }

  // An address has &amp; for &, and no blanks.
  static std::string plain_address(std::string_view text) {
    std::string address;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text.substr(at).starts_with("&amp;")) {
        address += '&';
        at += 4;
      } else if (!kBlanks.contains(text[at])) {
        address += text[at];
      }
    }
    return address;
  }

  std::string_view html_;
  std::size_t place_ = 0;
  bool has_blank_ = false;  // before what is appended next
  std::array<bool, kEnds> is_missing_{};
  PlainText result_;
};

}  // namespace

PlainText plain_text_of_html(std::string_view html) { return HtmlReader(html).read(); }

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = text.rfind(' ', most);
  if (end == text.npos || end == 0) {
    // Not within a character.
    end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  }
  return std::string(text.substr(0, end)) + "\u2026";
}

}  // namespace openperflib
