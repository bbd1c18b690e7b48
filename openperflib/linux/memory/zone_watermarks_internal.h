// Parser for the low watermarks in /proc/zoneinfo: a pure function.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// The memory that the kernel keeps free in a node before it starts to reclaim.
struct NodeWatermark {
  std::uint32_t node = 0;
  std::uint64_t pages = 0;  // kernel pages, over all zones of the node
  bool operator==(const NodeWatermark&) const = default;
};

// Reads the sum of the lines "low" of each node's zones into `marks`, reused; nodes are in the
// order of their first appearance. Errors: the word that is not a number or makes a sum too large.
[[nodiscard]] std::expected<void, BadWord> parse_low_watermarks(std::string_view text,
                                                                std::vector<NodeWatermark>& marks);

}  // namespace openperflib::linux_objects
