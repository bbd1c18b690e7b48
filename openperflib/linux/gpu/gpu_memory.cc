// GPU Process Memory and GPU Adapter Memory: the memory of each process, and of all processes
// together, on a graphics card. Source: docs/objects/gpu.md.
#include <fmt/core.h>

#include <algorithm>

#include "openperflib/linux/gpu/gpu_scan_internal.h"
#include "openperflib/linux/table/layout_hash_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {

struct GpuProcessMemoryState {
  std::string name;  // of an instance
};

// The files of amdgpu for a whole card.
struct CardFiles {
  std::uint32_t adapter;
  KeptFile dedicated_file, shared_file;
};

struct GpuAdapterMemoryState {
  std::string name;
  std::vector<CardFiles> cards;
  std::vector<std::uint32_t> adapters;
};

namespace {

// Rows of objects.csv.
enum ProcessOrder : std::uint16_t {
  kDedicated = GpuProcessMemoryRow::kDedicatedUsage,
  kShared = GpuProcessMemoryRow::kSharedUsage,
  kLocal = GpuProcessMemoryRow::kLocalUsage,
  kNonLocal = GpuProcessMemoryRow::kNonLocalUsage,
  kTotalCommitted = GpuProcessMemoryRow::kTotalCommitted,
};
enum AdapterOrder : std::uint16_t {
  kAdapterDedicated = GpuAdapterMemoryRow::kDedicatedUsage,
  kAdapterShared = GpuAdapterMemoryRow::kSharedUsage,
  kAdapterCommitted = GpuAdapterMemoryRow::kTotalCommitted,
};

std::uint64_t process_memory_key(const GpuProcess& process, const GpuUse& use) noexcept {
  LayoutHash hash;
  hash.add(process.id);
  hash.add(process.start);
  hash.add(use.adapter);
  return hash.value();
}

void put_memory(ObjectTable& table, std::size_t row, const GpuMemory& memory) {
  put(table, row, kDedicated, memory.dedicated);
  put(table, row, kLocal, memory.dedicated);
  put(table, row, kShared, memory.shared);
  put(table, row, kNonLocal, memory.shared);
  put(table, row, kTotalCommitted, memory.committed);
}

void collect_gpu_process_memory(GpuProcessMemoryState& state, CollectContext& context,
                                ObjectTable& table) {
  GpuScan& scan = context.gpu;
  scan.ensure_read(context);
  scan.for_each_use([&](const GpuProcess& process, const GpuUse& use) {
    state.name.clear();
    fmt::format_to(std::back_inserter(state.name), "pid_{}_", process.id);
    append_adapter_name(state.name, use.adapter);
    const std::size_t row = table.add_instance(state.name, process_memory_key(process, use));
    put_memory(table, row, scan.memory_of(use));
  });
  if (table.instance_count() == 0) table.set_why_empty(scan.why_no_use(context));
}

}  // namespace

std::unique_ptr<Collector> make_gpu_process_memory_collector() {
  return make_collector<GpuProcessMemoryState, collect_gpu_process_memory>();
}

namespace {

CardFiles& files_of(std::vector<CardFiles>& cards, std::uint32_t adapter) {
  const auto known = std::ranges::find(cards, adapter, &CardFiles::adapter);
  if (known != cards.end()) return *known;
  const std::string folder = fmt::format("sys/class/drm/card{}/device/mem_info_", adapter);
  return cards.emplace_back(
      CardFiles{adapter, KeptFile(folder + "vram_used"), KeptFile(folder + "gtt_used")});
}

// Removes the files of cards that are gone.
void release_others(std::vector<CardFiles>& cards, const std::vector<std::uint32_t>& adapters,
                    ProcRoot& root) {
  std::erase_if(cards, [&](CardFiles& card) {
    if (std::ranges::binary_search(adapters, card.adapter)) return false;
    root.release(card.dedicated_file);
    root.release(card.shared_file);
    return true;
  });
}

// The cards of sysfs, and those that only descriptors name.
void list_adapters(std::vector<std::uint32_t>& adapters, const GpuScan& scan) {
  adapters = scan.adapters().cards();
  scan.for_each_use([&](const GpuProcess&, const GpuUse& use) { adapters.push_back(use.adapter); });
  std::ranges::sort(adapters);
  const auto same = std::ranges::unique(adapters);
  adapters.erase(same.begin(), same.end());
}

// The number in the file; without the file, the sum of the clients.
Cell card_or(KeptFile& file, Cell sum, CollectContext& context) {
  if (!context.root.exists(file.path().c_str())) return sum;
  const DeviceReading number = read_device_number(file, context);
  return number.has_value() ? Cell{*number} : missing(number.error());
}

void add_adapter(GpuAdapterMemoryState& state, std::uint32_t adapter, GpuScan& scan,
                 CollectContext& context, ObjectTable& table) {
  state.name.clear();
  append_adapter_name(state.name, adapter);
  const std::size_t row = table.add_instance(state.name);
  const GpuMemory sum = scan.memory_of_adapter(adapter, context.reasons);
  CardFiles& files = files_of(state.cards, adapter);
  const Cell dedicated = card_or(files.dedicated_file, sum.dedicated, context);
  const Cell shared = card_or(files.shared_file, sum.shared, context);
  put(table, row, kAdapterDedicated, dedicated);
  put(table, row, kAdapterShared, shared);
  Cell committed = dedicated;
  add(committed, shared);
  put(table, row, kAdapterCommitted, committed);
}

void collect_gpu_adapter_memory(GpuAdapterMemoryState& state, CollectContext& context,
                                ObjectTable& table) {
  GpuScan& scan = context.gpu;
  scan.ensure_read(context);
  list_adapters(state.adapters, scan);
  release_others(state.cards, state.adapters, context.root);
  for (const std::uint32_t adapter : state.adapters) {
    add_adapter(state, adapter, scan, context, table);
  }
  if (state.adapters.empty()) table.set_why_empty(scan.why_no_adapter(context));
}

}  // namespace

std::unique_ptr<Collector> make_gpu_adapter_memory_collector() {
  return make_collector<GpuAdapterMemoryState, collect_gpu_adapter_memory>();
}

}  // namespace openperflib::linux_objects
