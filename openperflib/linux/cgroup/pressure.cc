// Linux Pressure: the time tasks waited for CPU, memory and I/O. Source: docs/objects/pressure.md.
#include <algorithm>
#include <array>

#include "openperflib/linux/cgroup/cgroup_folders_internal.h"
#include "openperflib/linux/cgroup/pressure_text_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kPressureFolder = "proc/pressure";
constexpr std::array<std::string_view, 3> kResources = {"cpu", "memory", "io"};
constexpr std::array<std::string_view, kPressureLines> kLines = {"some", "full"};

struct PressureState {
  std::array<KeptFile, kResources.size()> files = {
      KeptFile("proc/pressure/cpu", FileEnd::short_read),
      KeptFile("proc/pressure/memory", FileEnd::short_read),
      KeptFile("proc/pressure/io", FileEnd::short_read)};
  std::string name;
};

using FileText = std::expected<std::string_view, int>;

ReasonId why_not(const BadWord& bad, std::string_view line, std::string_view path,
                 Reasons& reasons) {
  if (bad.code == Errc::missing) return reasons.add_lacking(path, line);
  return reasons.add_bad_word(path, line, bad.offset, bad.code);
}

void set_line(const std::expected<std::uint64_t, BadWord>& total, std::size_t order,
              std::string_view path, CollectContext& context, ObjectTable& table,
              std::size_t instance) {
  const std::string_view line = kLines[order % kPressureLines];
  if (!total.has_value()) {
    return table.set_missing(instance, order, why_not(total.error(), line, path, context.reasons));
  }
  const auto ticks = in_unit(*total, Unit::microseconds_as_100ns, context.page_size);
  if (ticks.has_value()) return table.set(instance, order, *ticks);
  const BadWord too_large{Errc::out_of_range, 0};
  table.set_missing(instance, order, why_not(too_large, line, path, context.reasons));
}

// Sets the two counters of one resource.
void set_resource(std::size_t resource, const FileText& text, std::string_view path,
                  CollectContext& context, ObjectTable& table, std::size_t instance) {
  const std::size_t first = resource * kPressureLines;
  if (!text.has_value()) {
    const ReasonId reason = context.reasons.add_file_errno(text.error(), path);
    for (std::size_t i = 0; i < kPressureLines; ++i) table.set_missing(instance, first + i, reason);
    return;
  }
  const PressureTotals totals = parse_pressure(*text);
  for (std::size_t i = 0; i < kPressureLines; ++i) {
    set_line(totals[i], first + i, path, context, table, instance);
  }
}

void collect_cgroup(PressureState& state, const CgroupFolders& cgroups, std::string_view path,
                    CollectContext& context, ObjectTable& table) {
  state.name = path;
  std::ranges::replace(state.name, '/', '\\');
  const std::size_t instance = table.add_instance(state.name);
  for (std::size_t resource = 0; resource < kResources.size(); ++resource) {
    std::string& file = context.scratch;
    file = cgroups.mount();
    file += path;
    file += '/';
    file += kResources[resource];
    file += ".pressure";
    set_resource(resource, context.root.read(file.c_str(), context.buffer), file, context, table,
                 instance);
  }
}

void collect_pressure(PressureState& state, CollectContext& context, ObjectTable& table) {
  const CgroupFolders& cgroups = context.cgroups.list(context);
  for (std::size_t folder = 0; folder < cgroups.size(); ++folder) {
    collect_cgroup(state, cgroups, cgroups.path(folder), context, table);
  }
  if (!context.root.is_folder(kPressureFolder)) return;
  const std::size_t total = table.add_instance("_Total");
  for (std::size_t resource = 0; resource < kResources.size(); ++resource) {
    KeptFile& file = state.files[resource];
    set_resource(resource, context.root.read(file, context.buffer), file.path(), context, table,
                 total);
  }
}

}  // namespace

std::unique_ptr<Collector> make_pressure_collector() {
  return make_collector<PressureState, collect_pressure>();
}

}  // namespace openperflib::linux_objects
