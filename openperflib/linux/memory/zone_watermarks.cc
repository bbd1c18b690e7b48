#include <algorithm>
#include <limits>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/linux/memory/zone_watermarks_internal.h"

namespace openperflib::linux_objects {
namespace {

// The node in "Node 0, zone      DMA"; nullopt for any other line.
std::optional<std::uint32_t> node_of_heading(Words words) noexcept {
  if (words.next() != "Node") return std::nullopt;
  std::string_view node = words.next();
  if (!node.ends_with(',') || words.next() != "zone") return std::nullopt;
  node.remove_suffix(1);
  const auto number = number_in(node);
  if (!number.has_value() || *number > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(*number);
}

NodeWatermark& mark_of(std::uint32_t node, std::vector<NodeWatermark>& marks) {
  const auto at = std::ranges::find(marks, node, &NodeWatermark::node);
  return at != marks.end() ? *at : marks.emplace_back(NodeWatermark{.node = node});
}

}  // namespace

std::expected<void, BadWord> parse_low_watermarks(std::string_view text,
                                                  std::vector<NodeWatermark>& marks) {
  marks.clear();
  std::optional<std::uint32_t> open;  // the node of a zone whose line "low" has not come yet
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line, lines.offset());
    if (const auto node = node_of_heading(words)) open = *node;
    if (!open.has_value() || words.next() != "low") continue;
    const Word low = words.next_word();
    const auto pages = number_in(low.text);
    if (!pages.has_value()) return std::unexpected(BadWord{pages.error(), low.offset});
    NodeWatermark& mark = mark_of(*open, marks);
    const auto sum = checked_add(mark.pages, *pages);
    if (!sum.has_value()) return std::unexpected(BadWord{Errc::out_of_range, low.offset});
    mark.pages = *sum;
    open.reset();
  }
  return {};
}

}  // namespace openperflib::linux_objects
