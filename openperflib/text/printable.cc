#include "openperflib/text/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Blocks of the East Asian Wide and Fullwidth classes and of emoji (Unicode Standard Annex #11).
constexpr auto kWide = std::to_array<Range>({
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3041, 0x33FF},
    {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F},
    {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
});
constexpr auto kCombining = std::to_array<Range>({
    {0x0300, 0x036F},
    {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},
    {0x200B, 0x200F},
    {0x20D0, 0x20FF},
    {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F},
});

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, std::uint32_t point) noexcept {
  return std::ranges::any_of(
      ranges, [point](const Range& range) { return point >= range.first && point <= range.last; });
}

struct Character {
  std::uint32_t point;
  std::size_t length;  // bytes
};

// The first character of valid UTF-8.
Character first_character(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]))
                           : 0x80U;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0xC0) return {lead, 1};
  if (lead < 0xE0) return {(lead & 0x1FU) << 6 | (byte(1) & 0x3FU), 2};
  if (lead < 0xF0) return {(lead & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU), 3};
  return {
      (lead & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3FU),
      4};
}

std::size_t width_of(std::uint32_t point) noexcept {
  if (point < 0x300) return 1;
  if (in(kCombining, point)) return 0;
  return in(kWide, point) ? 2 : 1;
}

// Line feed to carriage return, the next line of C1, and the separators of Unicode.
constexpr auto kLineEnds = std::to_array<Range>({{0x0A, 0x0D}, {0x85, 0x85}, {0x2028, 0x2029}});

constexpr auto kUnprintable = std::to_array<Range>({
    {0x00, 0x1F},
    {0x7F, 0x9F},      // controls
    {0x2028, 0x2029},  // separators
    {0x061C, 0x061C},
    {0x200E, 0x200F},
    {0x202A, 0x202E},
    {0x2066, 0x2069},  // direction
});

bool is_unprintable(std::uint32_t point) noexcept { return in(kUnprintable, point); }

// Returns whether a text has only printable ASCII, as most names do: nothing in it is replaced, and
// each byte takes one column.
bool is_plain_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char one) { return one >= ' ' && one <= '~'; });
}

template <typename Predicate>
std::string replaced(std::string_view utf8, Predicate is_replaced, std::string_view by) {
  if (is_plain_ascii(utf8)) return std::string(utf8);
  const std::string valid = valid_utf8(utf8).text;
  std::string out;
  out.reserve(valid.size());
  for (std::string_view rest = valid; !rest.empty();) {
    const Character character = first_character(rest);
    out += is_replaced(character.point) ? by : rest.substr(0, character.length);
    rest.remove_prefix(std::min(character.length, rest.size()));
  }
  return out;
}

}  // namespace

std::string printable(std::string_view utf8, std::string_view shown) {
  return replaced(utf8, is_unprintable, shown);
}

std::string for_terminal(std::string_view utf8) {
  const auto is_replaced = [](std::uint32_t point) {
    return is_unprintable(point) && point != '\n' && point != '\r' && point != '\t';
  };
  return replaced(utf8, is_replaced, "\uFFFD");
}

std::string on_one_line(std::string_view utf8) {
  return replaced(utf8, [](std::uint32_t point) { return in(kLineEnds, point); }, "?");
}

std::string in_ascii(std::string_view utf8) {
  constexpr std::uint32_t kMiddleDot = 0xB7;
  constexpr std::uint32_t kEllipsis = 0x2026;
  std::string out;
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    const std::uint32_t point = character.point;
    const char shown = point == kMiddleDot ? '-' : point == kEllipsis ? '~' : '?';
    if (point < 0x80) {
      out += static_cast<char>(point);
    } else {
      out.append(width_of(point), shown);
    }
    utf8.remove_prefix(std::min(character.length, utf8.size()));
  }
  return out;
}

std::size_t display_width(std::string_view utf8) noexcept {
  if (is_plain_ascii(utf8)) return utf8.size();
  std::size_t width = 0;
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    width += width_of(character.point);
    utf8.remove_prefix(std::min(character.length, utf8.size()));
  }
  return width;
}

std::string cut_to_width(std::string_view utf8, std::size_t width) {
  if (display_width(utf8) <= width) return std::string(utf8);
  if (width == 0) return {};
  std::string out;
  std::size_t used = 0;
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    if (used + width_of(character.point) > width - 1) break;  // one column is the ellipsis
    used += width_of(character.point);
    out += utf8.substr(0, character.length);
    utf8.remove_prefix(std::min(character.length, utf8.size()));
  }
  return out + "\u2026";
}

std::string fitted(std::string_view utf8, std::size_t width) {
  std::string text = cut_to_width(utf8, width);
  const std::size_t used = display_width(text);
  return text.append(width > used ? width - used : 0, ' ');
}

}  // namespace openperflib
