// The text that a DRM driver writes about an open descriptor of its device (fdinfo): the client,
// the time its engines have worked for it, and its memory. Facts: docs/objects/gpu.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// A number in the text, or what is wrong with it.
using DrmNumber = std::expected<std::uint64_t, BadWord>;

// One engine, or a group of equal ones. Members are nullopt if no line sets them.
struct DrmEngine {
  std::string_view name;  // as the driver writes it
  std::optional<DrmNumber> nanoseconds;
  std::optional<DrmNumber> capacity;  // above 0
  bool has_cycles = false;
};

// One kind of memory; bytes.
struct DrmRegion {
  std::string_view name;
  std::optional<DrmNumber> total;
  std::optional<DrmNumber> resident;
  std::optional<DrmNumber> older_resident;  // drm-memory, of older versions of amdgpu
};

// View of a text, with reused vectors: no more engines and regions than before allocate nothing.
struct DrmClientText {
  std::optional<std::string_view> driver;
  std::optional<DrmNumber> client_id;
  std::vector<DrmEngine> engines;  // in the order of the text; names are unique
  std::vector<DrmRegion> regions;  // likewise
};

inline constexpr std::size_t kLargestDrmText = 65536;  // bytes
inline constexpr std::size_t kMostDrmNames = 64;       // engines, and regions

// Parses all lines; of several with the same key the first counts, and unknown lines are skipped.
// Errors: over_limit, with the byte of the first line beyond the limit.
[[nodiscard]] std::expected<void, BadWord> parse_drm_client(std::string_view text,
                                                            DrmClientText& client);

// Whether a region is memory of the device, memory of the machine, or neither, because it cannot
// hold buffers (gds, doorbell).
enum class DrmRegionKind : std::uint8_t { dedicated, shared, other };
[[nodiscard]] DrmRegionKind kind_of_region(std::string_view name) noexcept;

// A device node below /dev/dri: "card0", "renderD128".
struct DrmNode {
  enum class Kind : std::uint8_t { card, render };
  Kind kind;
  std::uint32_t minor;
  bool operator==(const DrmNode&) const = default;
};
// nullopt for any other name, and for a number of more than nine digits.
[[nodiscard]] std::optional<DrmNode> drm_node_of_name(std::string_view name) noexcept;
// The node that a descriptor's link points to ("/dev/dri/card0"), even if it was deleted.
[[nodiscard]] std::optional<DrmNode> drm_node_of_link(std::string_view link) noexcept;

}  // namespace openperflib::linux_objects
