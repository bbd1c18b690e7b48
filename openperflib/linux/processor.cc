// Processor: one instance a CPU, named by its number, and _Total. Source:
// docs/objects/processor.md.
#include <charconv>
#include <vector>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/processor_counters_internal.h"
#include "openperflib/linux/stat_file_internal.h"

namespace openperflib::linux_objects {

// All other state is shared with Processor Information: StatFile and its processor_sources.
struct ProcessorMemory {
  std::vector<std::size_t> rows;  // of the CPUs
};

template <>
void MemoryDeleter<ProcessorMemory>::operator()(ProcessorMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<ProcessorMemory> make_processor_memory() {
  return MemoryOf<ProcessorMemory>(new ProcessorMemory);
}

namespace {

std::size_t add_cpu(ObjectTable& table, std::uint32_t cpu) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, cpu).ptr;
  return table.add_instance({digits, static_cast<std::size_t>(end - digits)});
}

void add_total(const ProcessorMemory& memory, Collection& collection, ObjectTable& table) {
  const std::size_t total = table.add_total();
  set_dpc_total(table, total, memory.rows);
  set_interrupt_total(collection, table, total);
}

}  // namespace

void collect_processor(ProcessorMemory& memory, Collection& collection, ObjectTable& table) {
  collection.stat.ensure_read(collection);
  read_processor_counters(collection, table);
  memory.rows.clear();
  for (std::size_t i = 0; i < collection.stat.cpus.size(); ++i) {
    memory.rows.push_back(add_cpu(table, collection.stat.cpus[i].cpu));
    set_processor_counters(collection, table, memory.rows.back(), i);
  }
  if (!memory.rows.empty()) add_total(memory, collection, table);
}

}  // namespace openperflib::linux_objects
