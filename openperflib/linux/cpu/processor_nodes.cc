#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "openperflib/linux/cpu/cpu_numbers_internal.h"
#include "openperflib/linux/cpu/processor_nodes_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kNodeFolders = "sys/devices/system/node";

std::vector<std::uint32_t> node_numbers(CollectContext& context) {
  std::vector<char> names;
  std::vector<std::uint32_t> numbers;
  if (!context.root.list(kNodeFolders, names).has_value()) return numbers;
  for (std::size_t at = 0; at < names.size();) {
    const std::string_view name(names.data() + at);
    if (const auto number = numbered_name(name, "node")) numbers.push_back(*number);
    at += name.size() + 1;
  }
  std::ranges::sort(numbers);
  return numbers;
}

// A node with an unreadable list has no CPUs: they are then assigned to node 0.
std::vector<ProcessorNode> read_nodes(CollectContext& context) {
  std::vector<ProcessorNode> nodes;
  for (const std::uint32_t number : node_numbers(context)) {
    const std::string path = fmt::format("{}/node{}/cpulist", kNodeFolders, number);
    const auto text = context.root.read(path.c_str(), context.buffer);
    ProcessorNode node{number, {}};
    if (!text.has_value() || !parse_cpu_list(*text, node.cpus).has_value()) continue;
    if (!node.cpus.empty()) nodes.push_back(std::move(node));
  }
  return nodes;
}

// False: no node lists the CPU.
bool place_listed(std::uint32_t cpu, std::span<const ProcessorNode> nodes, ProcessorPlace& place) {
  for (const ProcessorNode& node : nodes) {
    const auto index = cpu_position(node.cpus, cpu);
    if (!index.has_value()) continue;
    place.node = node.number;
    place.index = static_cast<std::uint32_t>(*index);
    return true;
  }
  return false;
}

}  // namespace

void place_processors(std::span<const CpuTicks> cpus, std::span<const ProcessorNode> nodes,
                      std::vector<ProcessorPlace>& places) {
  places.clear();
  const bool has_node_0 = !nodes.empty() && nodes.front().number == 0;
  auto next_unlisted = static_cast<std::uint32_t>(has_node_0 ? cpu_count(nodes.front().cpus) : 0);
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    ProcessorPlace& place = places.emplace_back();
    place.position = i;
    if (!place_listed(cpus[i].cpu, nodes, place)) place.index = next_unlisted++;
  }
  std::ranges::sort(
      places, {}, [](const ProcessorPlace& place) { return std::tuple(place.node, place.index); });
}

void ProcessorPlaces::ensure_placed(CollectContext& context) {
  if (cpu_set_number_ == context.stat.cpu_set_number) return;
  cpu_set_number_ = context.stat.cpu_set_number;
  place_processors(context.stat.cpus, read_nodes(context), places_);
}

}  // namespace openperflib::linux_objects
