#include "apps/perflib/screen/watch_keys.h"

#include <algorithm>
#include <array>

namespace openperflib::apps {
namespace {

struct Sequence {
  std::string_view bytes;  // after ESC
  KeyKind kind;
};

// The sequences of xterm and compatible terminals.
constexpr auto kSequences = std::to_array<Sequence>({
    {"[A", KeyKind::up},
    {"OA", KeyKind::up},
    {"[B", KeyKind::down},
    {"OB", KeyKind::down},
    {"[C", KeyKind::right},
    {"OC", KeyKind::right},
    {"[D", KeyKind::left},
    {"OD", KeyKind::left},
    {"[1;2D", KeyKind::shift_left},
    {"[1;2C", KeyKind::shift_right},
    {"[5~", KeyKind::page_up},
    {"[6~", KeyKind::page_down},
    {"[H", KeyKind::home},
    {"OH", KeyKind::home},
    {"[1~", KeyKind::home},
    {"[F", KeyKind::end},
    {"OF", KeyKind::end},
    {"[4~", KeyKind::end},
    {"[3~", KeyKind::remove},
    {"[2~", KeyKind::insert},
    {"[Z", KeyKind::back_tab},
});

// Length of an unknown CSI sequence, up to its final byte.
std::size_t csi_length(std::string_view bytes) {
  std::size_t i = 1;
  while (i < bytes.size() && (bytes[i] < '@' || bytes[i] > '~')) ++i;
  return std::min(i + 1, bytes.size());
}

std::size_t character_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0xC0) return 1;
  return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::optional<Key> KeyReader::escape_sequence() {
  for (const Sequence& row : kSequences) {
    if (!rest_.starts_with(row.bytes)) continue;
    rest_.remove_prefix(row.bytes.size());
    return Key{.kind = row.kind, .text = {}};
  }
  if (rest_.starts_with('[')) {
    rest_.remove_prefix(csi_length(rest_));
    return next();
  }
  return Key{.kind = KeyKind::escape, .text = {}};
}

std::optional<Key> KeyReader::next() {
  if (rest_.empty()) return std::nullopt;
  const char first = rest_.front();
  const std::size_t length = std::min(character_length(first), rest_.size());
  const std::string_view character = rest_.substr(0, length);
  rest_.remove_prefix(length);
  if (first == '\x1b') return escape_sequence();
  if (first == '\r' || first == '\n') return Key{.kind = KeyKind::enter, .text = {}};
  if (first == '\x7f' || first == '\b') return Key{.kind = KeyKind::backspace, .text = {}};
  if (first == '\t') return Key{.kind = KeyKind::tab, .text = {}};
  if (static_cast<unsigned char>(first) < 0x20) return next();
  return Key{.kind = KeyKind::text, .text = std::string(character)};
}

void erase_last_character(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U)
    text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace openperflib::apps
