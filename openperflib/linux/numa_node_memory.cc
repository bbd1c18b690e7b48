// NUMA Node Memory: one instance per node, and _Total. Source: docs/objects/numa_node_memory.md.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/counter_rows_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/text_numbers_internal.h"
#include "openperflib/linux/zone_watermarks_internal.h"

namespace openperflib::linux_objects {
namespace {

enum Order : std::uint16_t { kTotal = 0, kFree = 1, kStandby = 2, kAvailable = 3 };
constexpr const char* kFolder = "sys/devices/system/node";
constexpr std::string_view kNode = "node";
constexpr std::uint64_t kKibibyte = 1024;

constexpr auto kRows = std::to_array<CounterRow>({
    {kTotal, {plus("MemTotal")}, Unit::kibibytes_as_mebibytes},
    {kFree, {plus("MemFree")}, Unit::kibibytes_as_mebibytes},
    {kStandby,
     {plus("Active(file)"), plus("Inactive(file)"), plus("SReclaimable")}},  // still in KiB
});

// One node and its meminfo.
struct Node {
  explicit Node(std::uint32_t its_number)
      : number(its_number),
        name(std::to_string(its_number)),
        meminfo(std::string(kFolder) + "/node" + name + "/meminfo", KeyFormat::node) {
    want_keys(meminfo, kRows);
  }
  std::uint32_t number;
  std::string name;
  KeyFile meminfo;
};

}  // namespace

struct NumaNodeMemoryMemory {
  KeptFile zoneinfo{"proc/zoneinfo"};
  std::vector<NodeWatermark> watermarks;
  std::vector<char> names;
  std::vector<std::uint32_t> numbers;
  std::vector<Node> nodes;
};

template <>
void MemoryDeleter<NumaNodeMemoryMemory>::operator()(NumaNodeMemoryMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<NumaNodeMemoryMemory> make_numa_node_memory_memory() {
  return MemoryOf<NumaNodeMemoryMemory>(new NumaNodeMemoryMemory);
}

namespace {

// Lists the N of "nodeN"; numbers may have gaps, and nodes without CPUs are included.
void list_numbers(NumaNodeMemoryMemory& memory, const ProcRoot& root) {
  memory.numbers.clear();
  if (!root.list_folders(kFolder, memory.names).has_value()) return;
  for (std::size_t at = 0; at < memory.names.size();) {
    const std::string_view name(memory.names.data() + at);
    at += name.size() + 1;
    if (!name.starts_with(kNode)) continue;
    const auto number = number_in(name.substr(kNode.size()));
    if (number.has_value() && *number <= UINT32_MAX) {
      memory.numbers.push_back(static_cast<std::uint32_t>(*number));
    }
  }
  std::ranges::sort(memory.numbers);
}

void list_nodes(NumaNodeMemoryMemory& memory, ProcRoot& root) {
  list_numbers(memory, root);
  if (std::ranges::equal(memory.nodes, memory.numbers, {}, &Node::number)) return;
  for (Node& node : memory.nodes) node.meminfo.release(root);
  memory.nodes.clear();
  for (const std::uint32_t number : memory.numbers) memory.nodes.emplace_back(number);
}

// Why the low watermarks are unknown, else kPresent. A kernel without the file reserves nothing.
ReasonId read_watermarks(NumaNodeMemoryMemory& memory, Collection& collection) {
  const auto text = collection.root.read(memory.zoneinfo, collection.buffer);
  const auto parsed = parse_low_watermarks(text.value_or(std::string_view()), memory.watermarks);
  if (parsed.has_value()) return Reasons::kPresent;
  return collection.reasons.add_bad_word(memory.zoneinfo.path(), "low", parsed.error().offset,
                                         parsed.error().code);
}

// In KiB; at most 2^64-1.
std::uint64_t kept_free(const NumaNodeMemoryMemory& memory, std::uint32_t node,
                        const Collection& collection) {
  const auto mark = std::ranges::find(memory.watermarks, node, &NodeWatermark::node);
  if (mark == memory.watermarks.end()) return 0;
  const std::uint64_t page_kibibytes = collection.page_size / kKibibyte;
  return checked_mul(mark->pages, page_kibibytes).value_or(UINT64_MAX);
}

// Standby is the droppable memory minus what the kernel keeps free; Available also includes the
// free pages.
void finish_node(ObjectTable& table, std::size_t row, std::uint64_t kept_free_kibibytes,
                 ReasonId why_no_watermarks) {
  if (table.reason(row, kStandby) == Reasons::kPresent && why_no_watermarks != Reasons::kPresent) {
    table.set_missing(row, kStandby, why_no_watermarks);
  }
  for (const Order order : {kStandby, kFree}) {
    const ReasonId reason = table.reason(row, order);
    if (reason != Reasons::kPresent) table.set_missing(row, kAvailable, reason);
  }
  if (table.reason(row, kStandby) != Reasons::kPresent) return;
  const std::uint64_t kibibytes = table.value(row, kStandby);
  const std::uint64_t standby = (kibibytes - std::min(kibibytes, kept_free_kibibytes)) / kKibibyte;
  table.set(row, kStandby, standby);
  if (table.reason(row, kFree) != Reasons::kPresent) return;
  table.set(row, kAvailable, table.value(row, kFree) + standby);
}

}  // namespace

void collect_numa_node_memory(NumaNodeMemoryMemory& memory, Collection& collection,
                              ObjectTable& table) {
  list_nodes(memory, collection.root);
  if (memory.nodes.empty()) return;
  const ReasonId why_no_watermarks = read_watermarks(memory, collection);
  for (Node& node : memory.nodes) {
    node.meminfo.read(collection);
    const std::size_t row = table.add_instance(node.name);
    collect_rows(kRows, node.meminfo, collection, table, row);
    finish_node(table, row, kept_free(memory, node.number, collection), why_no_watermarks);
  }
  table.add_total();
}

}  // namespace openperflib::linux_objects
