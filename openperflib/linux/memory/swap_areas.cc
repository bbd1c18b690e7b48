#include "openperflib/linux/memory/swap_areas_internal.h"

namespace openperflib::linux_objects {
namespace {

std::expected<std::uint64_t, BadWord> number_of(Word word) noexcept {
  const auto number = number_in(word.text);
  if (number.has_value()) return *number;
  return std::unexpected(BadWord{number.error(), word.offset});
}

}  // namespace

void parse_swap_areas(std::string_view text, std::vector<SwapArea>& areas) {
  areas.clear();
  Lines lines = lines_below_headings(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line, lines.offset());
    SwapArea area;
    area.path = words.next();
    if (area.path.empty()) continue;
    static_cast<void>(words.next());  // its kind
    area.kibibytes = number_of(words.next_word());
    area.used_kibibytes = number_of(words.next_word());
    areas.push_back(area);
  }
}

}  // namespace openperflib::linux_objects
