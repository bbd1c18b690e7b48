#include "openperflib/titles/title_table.h"

#include <algorithm>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

std::optional<std::string_view> text_of(std::span<const Title> titles, TitleIndex index) {
  const auto at = std::ranges::lower_bound(titles, index, {}, &Title::index);
  if (at == titles.end() || at->index != index) return std::nullopt;
  return at->text;
}

}  // namespace

std::optional<std::string_view> TitleTable::name(TitleIndex index) const noexcept {
  return text_of(names_, index);
}

std::optional<std::string_view> TitleTable::help(TitleIndex help_index) const noexcept {
  return text_of(helps_, help_index);
}

std::span<const std::uint32_t> TitleTable::positions(std::string_view name) const noexcept {
  const auto key = [this](std::uint32_t position) { return folded(names_[position].text); };
  const auto found = std::ranges::equal_range(by_name_, folded(name), {}, key);
  return {found.begin(), found.end()};
}

}  // namespace openperflib
