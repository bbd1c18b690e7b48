#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "openperflib/linux/gpu/gpu_adapters_internal.h"

namespace openperflib::linux_objects {
namespace {

// The names of engines in the drivers' documents and sources, in a fixed order of our own.
struct DriverEngine {
  std::string_view driver, name;
};
constexpr auto kDriverEngines = std::to_array<DriverEngine>({
    {"amdgpu", "gfx"},
    {"amdgpu", "compute"},
    {"amdgpu", "dma"},
    {"amdgpu", "dec"},
    {"amdgpu", "enc"},
    {"amdgpu", "enc_1"},
    {"amdgpu", "jpeg"},
    {"amdgpu", "vpe"},
    {"i915", "render"},
    {"i915", "copy"},
    {"i915", "video"},
    {"i915", "video-enhance"},
    {"i915", "compute"},
    {"xe", "rcs"},
    {"xe", "bcs"},
    {"xe", "vcs"},
    {"xe", "vecs"},
    {"xe", "ccs"},
    {"xe", "other"},
    {"panfrost", "fragment"},
    {"panfrost", "vertex-tiler"},
    {"panthor", "panthor"},
    {"msm", "gpu"},
    {"v3d", "bin"},
    {"v3d", "render"},
    {"v3d", "tfu"},
    {"v3d", "csd"},
    {"v3d", "cache_clean"},
    {"v3d", "cpu"},
});

std::string device_of(const DeviceFolders& folders, const std::string& node,
                      CollectContext& context) {
  const auto link = context.root.read_link(folders.path(node, "device").c_str(), context.buffer);
  if (!link.has_value()) return {};
  return std::string(link->substr(link->rfind('/') + 1));
}

}  // namespace

void GpuAdapters::list(CollectContext& context) {
  if (!folders_.list(context.root)) return;
  nodes_.clear();
  cards_.clear();
  for (const std::string& name : folders_.names()) {
    const auto node = drm_node_of_name(name);
    if (!node.has_value()) continue;
    nodes_.push_back({*node, device_of(folders_, name, context)});
    if (node->kind == DrmNode::Kind::card) cards_.push_back(node->minor);
  }
  std::ranges::sort(cards_);
  may_be_used_ = !nodes_.empty() || !context.root.is_folder("sys/class");
}

std::uint32_t GpuAdapters::adapter_of(const DrmNode& node) const noexcept {
  if (node.kind == DrmNode::Kind::card) return node.minor;
  const auto own = std::ranges::find(nodes_, node, &Node::node);
  if (own == nodes_.end() || own->device.empty()) return node.minor;
  std::uint32_t adapter = node.minor;
  bool is_found = false;
  for (const Node& other : nodes_) {
    if (other.node.kind != DrmNode::Kind::card || other.device != own->device) continue;
    if (!is_found || other.node.minor < adapter) adapter = other.node.minor;
    is_found = true;
  }
  return adapter;
}

const GpuAdapters::Engines* GpuAdapters::find_engines(std::uint32_t adapter) const noexcept {
  const auto known = std::ranges::find(engines_, adapter, &Engines::adapter);
  return known == engines_.end() ? nullptr : &*known;
}

GpuAdapters::Engines& GpuAdapters::engines_of(std::uint32_t adapter, std::string_view driver) {
  const auto known = std::ranges::find(engines_, adapter, &Engines::adapter);
  if (known != engines_.end()) return *known;
  Engines& made = engines_.emplace_back(Engines{adapter, {}});
  for (const DriverEngine& row : kDriverEngines) {
    if (row.driver == driver) made.names.emplace_back(row.name);
  }
  return made;
}

std::uint32_t GpuAdapters::engine_place(std::uint32_t adapter, std::string_view driver,
                                        std::string_view name) {
  std::vector<std::string>& names = engines_of(adapter, driver).names;
  const auto known = std::ranges::find(names, name);
  const auto place = static_cast<std::uint32_t>(known - names.begin());
  if (known == names.end()) names.emplace_back(name);
  return place;
}

std::string_view GpuAdapters::engine_name(std::uint32_t adapter,
                                          std::uint32_t place) const noexcept {
  return find_engines(adapter)->names[place];
}

void append_adapter_name(std::string& name, std::uint32_t adapter) {
  fmt::format_to(std::back_inserter(name), "luid_0x00000000_0x{:08X}_phys_0", adapter);
}

}  // namespace openperflib::linux_objects
