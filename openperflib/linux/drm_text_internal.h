// What a DRM driver writes about one open descriptor of its device (fdinfo): who has opened it, how
// long engines have worked for it, what memory it has. Facts: docs/objects/gpu.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

// A number of the text, or what is wrong with it.
using DrmNumber = std::expected<std::uint64_t, BadWord>;

// One engine, or group of equal ones. nullopt: no line says so.
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
  std::optional<DrmNumber> older_resident;  // drm-memory, as amdgpu wrote it first
};

// View of a text, its vectors reused: as many engines and regions as before allocate nothing.
struct DrmClientText {
  std::optional<std::string_view> driver;
  std::optional<DrmNumber> client_id;
  std::vector<DrmEngine> engines;  // in the order of the text; no two have one name
  std::vector<DrmRegion> regions;  // the same
};

inline constexpr std::size_t kLargestDrmText = 65536;  // bytes
inline constexpr std::size_t kMostDrmNames = 64;       // engines, and regions

// Reads all lines; of two with one key the first counts, and what is not understood is left out.
// Errors: over_limit, with the byte of the line that is one too many.
[[nodiscard]] std::expected<void, BadWord> parse_drm_client(std::string_view text,
                                                            DrmClientText& client);

// Whether a region is memory that only the device uses, or memory of the machine; neither: what is
// no place for buffers (gds, doorbell).
enum class DrmRegionKind : std::uint8_t { dedicated, shared, other };
[[nodiscard]] DrmRegionKind kind_of_region(std::string_view name) noexcept;

// A device node below /dev/dri: "card0", "renderD128".
struct DrmNode {
  enum class Kind : std::uint8_t { card, render };
  Kind kind;
  std::uint32_t minor;
  bool operator==(const DrmNode&) const = default;
};
// nullopt: another name, or a number of more than nine digits.
[[nodiscard]] std::optional<DrmNode> drm_node_of_name(std::string_view name) noexcept;
// The node that a descriptor's link leads to ("/dev/dri/card0"), also one that was deleted.
[[nodiscard]] std::optional<DrmNode> drm_node_of_link(std::string_view link) noexcept;

}  // namespace openperflib::linux_objects
