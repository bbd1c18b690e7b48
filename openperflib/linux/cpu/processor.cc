// Processor: one instance a CPU, named by its number, and _Total. Source:
// docs/objects/processor.md.
#include <charconv>
#include <vector>

#include "openperflib/linux/cpu/processor_counters_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {

// All other state is shared with Processor Information: StatFile and its processor_sources.
struct ProcessorState {
  std::vector<std::size_t> rows;  // of the CPUs
};

namespace {

std::size_t add_cpu(ObjectTable& table, std::uint32_t cpu) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, cpu).ptr;
  return table.add_instance({digits, static_cast<std::size_t>(end - digits)});
}

void add_total(const ProcessorState& state, CollectContext& context, ObjectTable& table) {
  const std::size_t total = table.add_total();
  set_dpc_total(table, total, state.rows);
  set_interrupt_total(context, table, total);
}

}  // namespace
namespace {

// namespace
void collect_processor(ProcessorState& state, CollectContext& context, ObjectTable& table) {
  context.stat.ensure_read(context);
  read_processor_counters(context, table);
  state.rows.clear();
  for (std::size_t i = 0; i < context.stat.cpus.size(); ++i) {
    state.rows.push_back(add_cpu(table, context.stat.cpus[i].cpu));
    set_processor_counters(context, table, state.rows.back(), i);
  }
  if (!state.rows.empty()) add_total(state, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_processor_collector() {
  return make_collector<ProcessorState, collect_processor>();
}

}  // namespace openperflib::linux_objects
