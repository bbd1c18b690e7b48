#include "openperflib/text/utf16.h"

#include <algorithm>

namespace openperflib {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

constexpr bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

struct Decoded {
  char32_t point;
  std::size_t length;  // bytes consumed, at least 1
  bool valid;
};

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// Length of the sequence that starts with `lead`, and the smallest code point it may encode;
// length 0 for a byte that cannot start a sequence.
struct Lead {
  std::size_t length;
  char32_t least;
  char32_t bits;
};

Lead lead_of(unsigned byte) {
  if (byte < 0x80) return {1, 0, byte};
  if (byte >= 0xC2 && byte < 0xE0) return {2, 0x80, byte & 0x1F};
  if (byte >= 0xE0 && byte < 0xF0) return {3, 0x800, byte & 0x0F};
  if (byte >= 0xF0 && byte < 0xF5) return {4, 0x10000, byte & 0x07};
  return {0, 0, 0};
}

Decoded decode_utf8(std::string_view text) {
  constexpr Decoded kBad{kReplacement, 1, false};
  const Lead lead = lead_of(byte_at(text, 0));
  if (lead.length == 0 || lead.length > text.size()) return kBad;
  char32_t point = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const unsigned byte = byte_at(text, i);
    if ((byte & 0xC0) != 0x80) return kBad;
    point = point << 6 | (byte & 0x3F);
  }
  const bool legal = point >= lead.least && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
  return legal ? Decoded{point, lead.length, true} : kBad;
}

char32_t lower(char32_t point) {
  if (point >= U'A' && point <= U'Z') return point + 32;
  if (point < 0xC0) return point;
  if (point <= 0xDE) return point == 0xD7 ? point : point + 32;  // Latin-1
  if (point >= 0x100 && point <= 0x137) return point | 1;        // Latin Extended-A, pairs
  if (point >= 0x139 && point <= 0x148) return (point & 1) != 0 ? point + 1 : point;
  if (point >= 0x14A && point <= 0x177) return point | 1;
  if (point >= 0x391 && point <= 0x3A9 && point != 0x3A2) return point + 32;  // Greek
  if (point >= 0x410 && point <= 0x42F) return point + 32;                    // Cyrillic
  if (point >= 0x400 && point <= 0x40F) return point + 80;
  return point;
}

}  // namespace

void append_character(std::string& out, char32_t character) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0 | character >> 6);
    put(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    put(0xE0 | character >> 12);
    put(0x80 | (character >> 6 & 0x3F));
    put(0x80 | (character & 0x3F));
  } else {
    put(0xF0 | character >> 18);
    put(0x80 | (character >> 12 & 0x3F));
    put(0x80 | (character >> 6 & 0x3F));
    put(0x80 | (character & 0x3F));
  }
}

std::size_t append_utf8_from_utf16(std::string& out, Bytes utf16, ByteOrder order) {
  std::size_t replaced = 0;
  const std::size_t units = utf16.size() / 2;
  for (std::size_t i = 0; i < units; ++i) {
    char32_t point = load<std::uint16_t>(utf16, i * 2, order);
    if (point == 0) break;
    if (point < 0x80) {
      out += static_cast<char>(point);
      continue;
    }
    if (is_high_surrogate(point) && i + 1 < units &&
        is_low_surrogate(load<std::uint16_t>(utf16, i * 2 + 2, order))) {
      const char32_t low = load<std::uint16_t>(utf16, i * 2 + 2, order);
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
      ++i;
    } else if (point >= 0xD800 && point < 0xE000) {
      point = kReplacement;
      ++replaced;
    }
    append_character(out, point);
  }
  return replaced;
}

Utf8Text utf8_from_utf16(Bytes utf16, ByteOrder order) {
  Utf8Text result;
  result.replaced = append_utf8_from_utf16(result.text, utf16, order);
  return result;
}

void utf16_from_utf8(std::string_view utf8, std::u16string& out) {
  out.clear();
  while (!utf8.empty()) {
    const Decoded decoded = decode_utf8(utf8);
    utf8.remove_prefix(decoded.length);
    if (decoded.point < 0x10000) {
      out += static_cast<char16_t>(decoded.point);
    } else {
      out += static_cast<char16_t>(0xD800 + ((decoded.point - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((decoded.point - 0x10000) & 0x3FF));
    }
  }
}

std::string utf8_from_all_utf16(Bytes utf16) {
  std::string text;
  while (utf16.size() >= sizeof(char16_t)) {
    std::size_t length = 0;
    while (length + 1 < utf16.size() && load<std::uint16_t>(utf16, length) != 0) {
      length += sizeof(char16_t);
    }
    append_utf8_from_utf16(text, utf16.first(length));
    if (length + 1 >= utf16.size()) break;
    text += '\0';
    utf16 = utf16.subspan(length + sizeof(char16_t));
  }
  return text;
}

std::u16string utf16_from_utf8(std::string_view utf8) {
  std::u16string out;
  utf16_from_utf8(utf8, out);
  return out;
}

std::size_t append_valid_utf8(std::string& out, std::string_view text) {
  std::size_t replaced = 0;
  while (!text.empty()) {
    const Decoded decoded = decode_utf8(text);
    text.remove_prefix(decoded.length);
    append_character(out, decoded.point);
    replaced += decoded.valid ? 0 : 1;
  }
  return replaced;
}

Utf8Text valid_utf8(std::string_view text) {
  Utf8Text result;
  result.replaced = append_valid_utf8(result.text, text);
  return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  while (!a.empty() && !b.empty()) {
    const unsigned first = byte_at(a, 0);
    const unsigned second = byte_at(b, 0);
    if ((first | second) < 0x80) {  // most names are ASCII: nothing to decode
      if (first != second && lower(first) != lower(second)) return false;
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const Decoded left = decode_utf8(a);
    const Decoded right = decode_utf8(b);
    if (lower(left.point) != lower(right.point)) return false;
    a.remove_prefix(left.length);
    b.remove_prefix(right.length);
  }
  return a.empty() && b.empty();
}

bool begins_ignoring_case(std::string_view text, std::string_view prefix) {
  return folded(text).starts_with(folded(prefix));
}

int compare_ignoring_case(std::u16string_view a, std::u16string_view b) noexcept {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i] == b[i]) continue;
    const char32_t left = lower(a[i]);  // no letter that has cases is a pair of surrogates
    const char32_t right = lower(b[i]);
    if (left != right) return left < right ? -1 : 1;
  }
  if (a.size() == b.size()) return 0;
  return a.size() < b.size() ? -1 : 1;
}

std::string folded(std::string_view text) {
  std::string out(text);  // most names are ASCII: nothing to decode, and as long as before
  std::size_t ascii = 0;
  for (; ascii < out.size() && byte_at(text, ascii) < 0x80; ++ascii) {
    const char c = out[ascii];
    out[ascii] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  out.resize(ascii);
  text.remove_prefix(ascii);
  while (!text.empty()) {
    const Decoded decoded = decode_utf8(text);
    text.remove_prefix(decoded.length);
    append_character(out, lower(decoded.point));
  }
  return out;
}

}  // namespace openperflib
