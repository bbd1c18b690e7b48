// Linux Processor: the parts of a CPU's time that Windows does not distinguish, one instance per
// CPU. Source: docs/objects/linux_system.md.
#include <array>

#include "openperflib/linux/cpu/processor_counters_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {
namespace {

// The fields of a cpuN line that each row of objects.csv adds up: steal, waiting, guests, niced.
constexpr std::array<std::uint16_t, 4> kFields = {kStealTicks, kIowaitTicks,
                                                  kGuestTicks | kGuestNiceTicks, kNiceTicks};

// StatFile keeps the values from decreasing.
void collect_linux_processor(CollectContext& context, ObjectTable& table) {
  StatFile& stat = context.stat;
  stat.ensure_read(context);
  for (std::size_t cpu = 0; cpu < stat.cpus.size(); ++cpu) {
    const std::size_t row = add_cpu_instance(table, stat.cpus[cpu].cpu);
    for (std::size_t order = 0; order < kFields.size(); ++order) {
      const StatFile::Time time = stat.time(context, cpu, kFields[order]);
      if (time.reason == Reasons::kPresent) {
        table.set(row, order, time.time_100ns);
      } else {
        table.set_missing(row, order, time.reason);
      }
    }
  }
}

}  // namespace

std::unique_ptr<Collector> make_linux_processor_collector() {
  return make_collector<collect_linux_processor>();
}

}  // namespace openperflib::linux_objects
