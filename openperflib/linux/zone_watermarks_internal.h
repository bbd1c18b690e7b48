// The low watermarks of /proc/zoneinfo, parsed by a pure function.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

// What the kernel keeps free in a node before it begins to reclaim.
struct NodeWatermark {
  std::uint32_t node = 0;
  std::uint64_t pages = 0;  // of the kernel's, all zones of the node
  bool operator==(const NodeWatermark&) const = default;
};

// The sums of the lines "low" of each node's zones, into `marks`, reused; nodes in the order in
// which they come first. Errors: the word that is no number, or makes a sum too large.
[[nodiscard]] std::expected<void, BadWord> parse_low_watermarks(std::string_view text,
                                                                std::vector<NodeWatermark>& marks);

}  // namespace openperflib::linux_objects
