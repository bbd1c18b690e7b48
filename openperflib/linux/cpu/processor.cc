// Processor: one instance a CPU, named by its number, and _Total. Source:
// docs/objects/processor.md.
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

void add_processor_total(const ProcessorState& state, CollectContext& context, ObjectTable& table) {
  const std::size_t total = table.add_total();
  set_dpc_total(table, total, state.rows);
  set_interrupt_total(context, table, total);
}

void collect_processor(ProcessorState& state, CollectContext& context, ObjectTable& table) {
  context.stat.ensure_read(context);
  read_processor_counters(context, table);
  state.rows.clear();
  for (std::size_t i = 0; i < context.stat.cpus.size(); ++i) {
    state.rows.push_back(add_cpu_instance(table, context.stat.cpus[i].cpu));
    set_processor_counters(context, table, state.rows.back(), i);
  }
  if (!state.rows.empty()) add_processor_total(state, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_processor_collector() {
  return make_collector<ProcessorState, collect_processor>();
}

}  // namespace openperflib::linux_objects
