// GpuAdapters: the graphics cards in /sys/class/drm, the card that a descriptor refers to, and the
// numbering of engines. Facts: docs/objects/gpu.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/gpu/drm_text_internal.h"
#include "openperflib/linux/table/device_folders_internal.h"

namespace openperflib::linux_objects {

// Resource, kept between collections: listing the same cards as before allocates nothing.
class GpuAdapters {
 public:
  // Lists the cards.
  void list(CollectContext& context);
  // The minor numbers of the cards, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& cards() const noexcept { return cards_; }
  // Whether a descriptor may refer to a card: false if sysfs exists and has none.
  [[nodiscard]] bool may_be_used() const noexcept { return may_be_used_; }
  // The adapter of a node: the minor number of its card, or, if unknown, its own.
  [[nodiscard]] std::uint32_t adapter_of(const DrmNode& node) const noexcept;

  // The position of an engine in its adapter: that in the list of the driver, or, for a new name,
  // the next free one. It never changes.
  [[nodiscard]] std::uint32_t engine_place(std::uint32_t adapter, std::string_view driver,
                                           std::string_view name);
  [[nodiscard]] std::string_view engine_name(std::uint32_t adapter,
                                             std::uint32_t place) const noexcept;

 private:
  struct Node {
    DrmNode node;
    std::string device;  // the last part of its link's target; empty if it has none
  };
  struct Engines {
    std::uint32_t adapter;
    std::vector<std::string> names;
  };
  [[nodiscard]] const Engines* find_engines(std::uint32_t adapter) const noexcept;
  [[nodiscard]] Engines& engines_of(std::uint32_t adapter, std::string_view driver);

  DeviceFolders folders_{"sys/class/drm", ""};
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> cards_;
  std::vector<Engines> engines_;
  bool may_be_used_ = true;
};

// "luid_0x00000000_0x00000001_phys_0": Linux has no LUIDs, so the minor number is used.
void append_adapter_name(std::string& name, std::uint32_t adapter);

}  // namespace openperflib::linux_objects
