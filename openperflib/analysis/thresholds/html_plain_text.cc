#include "openperflib/analysis/thresholds/html_plain_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <utility>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";
constexpr std::size_t kLongestReference = 12;  // between & and ;

// References in descriptions of PAL's public files, and those of XML.
constexpr auto kReferences = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"amp", "&"},         {"lt", "<"},         {"gt", ">"},         {"quot", "\""},
    {"apos", "'"},        {"nbsp", " "},       {"ndash", "\u2013"}, {"mdash", "\u2014"},
    {"hellip", "\u2026"}, {"lsquo", "\u2018"}, {"rsquo", "\u2019"}, {"ldquo", "\u201C"},
    {"rdquo", "\u201D"},  {"bull", "\u2022"},  {"reg", "\u00AE"},   {"trade", "\u2122"},
    {"copy", "\u00A9"},   {"deg", "\u00B0"},   {"times", "\u00D7"}, {"micro", "\u00B5"},
});

// The characters that browsers read &#128; to &#159; as: Windows-1252, with 0 for none.
constexpr auto kWindows1252 = std::to_array<char16_t>(
    {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
     0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
     0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178});

std::string utf8_of(std::uint32_t code) {
  if (code >= 0x80 && code < 0x80 + kWindows1252.size()) code = kWindows1252[code - 0x80];
  if (code == 0 || code > 0x10'FFFF || (code >= 0xD800 && code < 0xE000)) return "\uFFFD";
  if (code < 0x20) return " ";
  std::array<char16_t, 2> units{static_cast<char16_t>(code)};
  std::size_t count = 1;
  if (code >= 0x1'0000) {
    const std::uint32_t rest = code - 0x1'0000;
    units = {static_cast<char16_t>(0xD800 + (rest >> 10U)),
             static_cast<char16_t>(0xDC00 + (rest & 0x3FFU))};
    count = 2;
  }
  std::string text;
  (void)append_utf8_from_utf16(text, std::as_bytes(std::span(units).first(count)));
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
  // Whether the text at this place begins with `word`, ignoring the case of letters.
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
    note_link(html_.substr(place_, end - place_));
    // <B> is within a line, everything else begins or ends one; a blank too many does no harm.
    static constexpr auto kWithinLine = std::to_array<std::string_view>(
        {"b", "i", "u", "a", "em", "strong", "span", "font", "sub", "sup"});
    std::size_t begin = place_ + 1;
    if (html_[begin] == '/') ++begin;
    const std::size_t name_end = std::min(html_.find_first_of(" \t\r\n/>", begin), end);
    const std::string_view name = html_.substr(begin, name_end - begin);
    const bool is_within = std::ranges::any_of(
        kWithinLine, [&](std::string_view one) { return equal_ignoring_case(one, name); });
    has_blank_ = has_blank_ || (!is_within && !result_.text.empty());
    place_ = end + 1;
    return true;
  }

  // The address of <A HREF="http://...">.
  void note_link(std::string_view tag) {
    if (result_.links.size() == PlainText::kMostLinks || !begins("<a")) return;
    const std::size_t quote = tag.find_first_of("\"'");
    if (quote == tag.npos) return;
    const std::size_t end = tag.find(tag[quote], quote + 1);
    if (end == tag.npos || end - quote > PlainText::kLongestLink) return;
    const std::string link = plain_address(tag.substr(quote + 1, end - quote - 1));
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
