#include "openperflib/titles/title_table.h"

#include <algorithm>

#include "openperflib/base/fnv1a.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

std::optional<std::string_view> title_text_of(std::span<const Title> titles, TitleIndex index) {
  const auto at = std::ranges::lower_bound(titles, index, {}, &Title::index);
  if (at == titles.end() || at->index != index) return std::nullopt;
  return at->text;
}

constexpr char lower_ascii(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

// Most names are ASCII, and are hashed as they are folded.
std::uint32_t title_hash(std::string_view name) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  const auto rest = std::ranges::find_if_not(name, is_ascii);
  const std::uint32_t hash = fnv1a_folded<std::uint32_t>({name.begin(), rest}, lower_ascii);
  if (rest == name.end()) return hash;
  return fnv1a<std::uint32_t>(folded({rest, name.end()}), hash);
}

std::optional<std::string_view> TitleTable::name(TitleIndex index) const noexcept {
  return title_text_of(names_, index);
}

std::optional<std::string_view> TitleTable::help(TitleIndex help_index) const noexcept {
  return title_text_of(helps_, help_index);
}

std::span<const std::uint32_t> TitleTable::hashed_positions(std::string_view name) const {
  const std::uint32_t hash = title_hash(name);
  const auto is_name = [&](std::size_t at) {
    return at < by_name_.size() && hashes_.hashes[at] == hash &&
           equal_ignoring_case(names_[by_name_[at]].text, name);
  };
  const std::size_t mask = hashes_.slots.size() - 1;
  for (std::size_t slot = hash & mask; hashes_.slots[slot] != TitleHashes::kEmpty;
       slot = (slot + 1) & mask) {
    const std::size_t first = hashes_.slots[slot];
    if (!is_name(first)) continue;
    std::size_t end = first + 1;
    while (is_name(end)) ++end;
    return by_name_.subspan(first, end - first);
  }
  return {};
}

std::span<const std::uint32_t> TitleTable::positions(std::string_view name) const {
  if (!hashes_.slots.empty()) return hashed_positions(name);
  const auto key = [this](std::uint32_t position) { return folded(names_[position].text); };
  const auto found = std::ranges::equal_range(by_name_, folded(name), {}, key);
  return {found.begin(), found.end()};
}

}  // namespace openperflib
