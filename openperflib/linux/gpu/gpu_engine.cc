// GPU Engine: one instance per engine that a process uses. Source: docs/objects/gpu.md.
#include <fmt/core.h>

#include "openperflib/linux/gpu/gpu_scan_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/layout_hash_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

enum EngineOrder : std::uint16_t {
  kUtilization = GpuEngineRow::kUtilizationPercentage,
  kRunningTime = GpuEngineRow::kRunningTime
};
constexpr std::uint64_t kNanosecondsPerUnit = 100;

struct GpuEngineState {
  std::string name;  // of an instance
};

// Nanoseconds of all present and past clients of the process.
Cell time_of(const GpuUse& use, std::size_t place) noexcept {
  const GpuEngineTime& engine = use.engines[place];
  if (use.problem != Reasons::kPresent) return missing(use.problem);
  if (engine.problem != Reasons::kPresent) return missing(engine.problem);
  Cell sum{engine.ended};
  for (const GpuClient& client : use.clients) {
    if (place < client.nanoseconds.size()) add(sum, {client.nanoseconds[place]});
  }
  return sum;
}

// The utilization, as a share of all engines of the group.
Cell utilization_of(Cell time, const GpuEngineTime& engine, Reasons& reasons) {
  if (!time.is_present()) return time;
  const std::uint64_t units = time.value / kNanosecondsPerUnit;
  if (engine.capacity.has_value()) return {units / *engine.capacity};
  return missing(
      reasons.add("drm-engine-capacity is not a number above 0", MissingReason::unreadable));
}

std::uint64_t engine_key(const GpuProcess& process, const GpuUse& use, std::size_t place) noexcept {
  LayoutHash hash;
  for (const std::uint64_t part : {std::uint64_t{process.id}, process.start,
                                   std::uint64_t{use.adapter}, std::uint64_t{place}}) {
    hash.add(part);
  }
  return hash.value();
}

void name_engine(std::string& name, const GpuProcess& process, const GpuUse& use,
                 std::uint32_t place, const GpuAdapters& adapters) {
  name.clear();
  fmt::format_to(std::back_inserter(name), "pid_{}_", process.id);
  append_adapter_name(name, use.adapter);
  fmt::format_to(std::back_inserter(name), "_eng_{}_engtype_", place);
  append_instance_name(name, adapters.engine_name(use.adapter, place));
}

void collect_gpu_engine(GpuEngineState& state, CollectContext& context, ObjectTable& table) {
  GpuScan& scan = context.gpu;
  scan.ensure_read(context);
  Reasons& reasons = context.reasons;
  scan.for_each_use([&](const GpuProcess& process, const GpuUse& use) {
    for (std::uint32_t place = 0; place < use.engines.size(); ++place) {
      if (!use.engines[place].is_known) continue;
      name_engine(state.name, process, use, place, scan.adapters());
      const std::size_t row = table.add_instance(state.name, engine_key(process, use, place));
      const Cell time = time_of(use, place);
      put(table, row, kUtilization, utilization_of(time, use.engines[place], reasons));
      put(table, row, kRunningTime,
          time.is_present() ? Cell{time.value / kNanosecondsPerUnit} : time);
    }
  });
  if (table.instance_count() == 0) table.set_why_empty(scan.why_no_use(context));
}

}  // namespace

std::unique_ptr<Collector> make_gpu_engine_collector() {
  return make_collector<GpuEngineState, collect_gpu_engine>();
}

}  // namespace openperflib::linux_objects
