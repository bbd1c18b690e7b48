// NUMA Node Memory: one instance per node, and _Total. Source: docs/objects/numa_node_memory.md.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/memory/zone_watermarks_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kNumaFolder = "sys/devices/system/node";
constexpr std::string_view kNode = "node";

constexpr auto kNodeRows = std::to_array<CounterRow>({
    {NumaNodeMemoryRow::kTotalMBytes, {plus("MemTotal")}, Unit::kibibytes_as_mebibytes},
    {NumaNodeMemoryRow::kFreeZeroPageListMBytes, {plus("MemFree")}, Unit::kibibytes_as_mebibytes},
    {NumaNodeMemoryRow::kStandbyListMBytes,
     {plus("Active(file)"), plus("Inactive(file)"), plus("SReclaimable")}},  // still in KiB
});

// One node and its meminfo.
struct Node {
  explicit Node(std::uint32_t its_number)
      : number(its_number),
        name(std::to_string(its_number)),
        meminfo(std::string(kNumaFolder) + "/node" + name + "/meminfo", KeyFormat::node) {
    want_keys(meminfo, kNodeRows);
  }
  std::uint32_t number;
  std::string name;
  KeyFile meminfo;
};

struct NumaNodeMemoryState {
  KeptFile zoneinfo{"proc/zoneinfo"};
  std::vector<NodeWatermark> watermarks;
  std::vector<char> names;
  std::vector<std::uint32_t> numbers;
  std::vector<Node> nodes;
};

// Lists the N of "nodeN"; numbers may have gaps, and nodes without CPUs are included.
void list_numbers(NumaNodeMemoryState& state, const ProcRoot& root) {
  state.numbers.clear();
  if (!root.list_folders(kNumaFolder, state.names).has_value()) return;
  for (std::size_t at = 0; at < state.names.size();) {
    const std::string_view name(state.names.data() + at);
    at += name.size() + 1;
    if (!name.starts_with(kNode)) continue;
    const auto number = number_in(name.substr(kNode.size()));
    if (number.has_value() && *number <= UINT32_MAX) {
      state.numbers.push_back(static_cast<std::uint32_t>(*number));
    }
  }
  std::ranges::sort(state.numbers);
}

void list_nodes(NumaNodeMemoryState& state, ProcRoot& root) {
  list_numbers(state, root);
  if (std::ranges::equal(state.nodes, state.numbers, {}, &Node::number)) return;
  for (Node& node : state.nodes) node.meminfo.release(root);
  state.nodes.clear();
  for (const std::uint32_t number : state.numbers) state.nodes.emplace_back(number);
}

// Why the low watermarks are unknown, else kPresent. A kernel without the file reserves nothing.
ReasonId read_watermarks(NumaNodeMemoryState& state, CollectContext& context) {
  const auto text = context.root.read(state.zoneinfo, context.buffer);
  const auto parsed = parse_low_watermarks(text.value_or(std::string_view()), state.watermarks);
  if (parsed.has_value()) return Reasons::kPresent;
  return context.reasons.add_bad_word(state.zoneinfo.path(), "low", parsed.error().offset,
                                      parsed.error().code);
}

// In KiB; at most 2^64-1.
std::uint64_t kept_free(const NumaNodeMemoryState& state, std::uint32_t node,
                        const CollectContext& context) {
  const auto mark = std::ranges::find(state.watermarks, node, &NodeWatermark::node);
  if (mark == state.watermarks.end()) return 0;
  const std::uint64_t page_kibibytes = context.page_size / kKibibyte;
  return checked_mul(mark->pages, page_kibibytes).value_or(UINT64_MAX);
}

// Standby is the droppable memory minus what the kernel keeps free; Available also includes the
// free pages.
void finish_node(ObjectTable& table, std::size_t row, std::uint64_t kept_free_kibibytes,
                 ReasonId why_no_watermarks) {
  if (table.reason(row, NumaNodeMemoryRow::kStandbyListMBytes) == Reasons::kPresent &&
      why_no_watermarks != Reasons::kPresent) {
    table.set_missing(row, NumaNodeMemoryRow::kStandbyListMBytes, why_no_watermarks);
  }
  for (const std::size_t order :
       {NumaNodeMemoryRow::kStandbyListMBytes, NumaNodeMemoryRow::kFreeZeroPageListMBytes}) {
    const ReasonId reason = table.reason(row, order);
    if (reason != Reasons::kPresent) {
      table.set_missing(row, NumaNodeMemoryRow::kAvailableMBytes, reason);
    }
  }
  if (table.reason(row, NumaNodeMemoryRow::kStandbyListMBytes) != Reasons::kPresent) return;
  const std::uint64_t kibibytes = table.value(row, NumaNodeMemoryRow::kStandbyListMBytes);
  const std::uint64_t standby = (kibibytes - std::min(kibibytes, kept_free_kibibytes)) / kKibibyte;
  table.set(row, NumaNodeMemoryRow::kStandbyListMBytes, standby);
  if (table.reason(row, NumaNodeMemoryRow::kFreeZeroPageListMBytes) != Reasons::kPresent) return;
  table.set(row, NumaNodeMemoryRow::kAvailableMBytes,
            table.value(row, NumaNodeMemoryRow::kFreeZeroPageListMBytes) + standby);
}

void collect_numa_node_memory(NumaNodeMemoryState& state, CollectContext& context,
                              ObjectTable& table) {
  list_nodes(state, context.root);
  if (state.nodes.empty()) return;
  const ReasonId why_no_watermarks = read_watermarks(state, context);
  for (Node& node : state.nodes) {
    node.meminfo.read(context);
    const std::size_t row = table.add_instance(node.name);
    collect_rows(kNodeRows, node.meminfo, context, table, row);
    finish_node(table, row, kept_free(state, node.number, context), why_no_watermarks);
  }
  table.add_total();
}

}  // namespace

std::unique_ptr<Collector> make_numa_node_memory_collector() {
  return make_collector<NumaNodeMemoryState, collect_numa_node_memory>();
}

}  // namespace openperflib::linux_objects
