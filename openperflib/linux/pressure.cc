// Linux Pressure: the time tasks waited for CPU, memory and I/O. Source: docs/objects/pressure.md.
#include <algorithm>
#include <array>

#include "openperflib/linux/counter_rows_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/pressure_text_internal.h"
#include "openperflib/linux/shared_files_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kFolder = "proc/pressure";
constexpr std::array<std::string_view, 3> kResources = {"cpu", "memory", "io"};
constexpr std::array<std::string_view, kPressureLines> kLines = {"some", "full"};

}  // namespace

struct PressureMemory {
  std::array<KeptFile, kResources.size()> files = {
      KeptFile("proc/pressure/cpu", FileEnd::short_read),
      KeptFile("proc/pressure/memory", FileEnd::short_read),
      KeptFile("proc/pressure/io", FileEnd::short_read)};
  std::string name;
};

template <>
void MemoryDeleter<PressureMemory>::operator()(PressureMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<PressureMemory> make_pressure_memory() {
  return MemoryOf<PressureMemory>(new PressureMemory);
}

namespace {

using FileText = std::expected<std::string_view, int>;

ReasonId why_not(const BadWord& bad, std::string_view line, std::string_view path,
                 Reasons& reasons) {
  if (bad.code == Errc::missing) return reasons.add_lacking(path, line);
  return reasons.add_bad_word(path, line, bad.offset, bad.code);
}

void set_line(const std::expected<std::uint64_t, BadWord>& total, std::size_t order,
              std::string_view path, Collection& collection, ObjectTable& table,
              std::size_t instance) {
  const std::string_view line = kLines[order % kPressureLines];
  if (!total.has_value()) {
    return table.set_missing(instance, order,
                             why_not(total.error(), line, path, collection.reasons));
  }
  const auto ticks = in_unit(*total, Unit::microseconds_as_100ns, collection.page_size);
  if (ticks.has_value()) return table.set(instance, order, *ticks);
  const BadWord too_large{Errc::out_of_range, 0};
  table.set_missing(instance, order, why_not(too_large, line, path, collection.reasons));
}

// Sets the two counters of one resource.
void set_resource(std::size_t resource, const FileText& text, std::string_view path,
                  Collection& collection, ObjectTable& table, std::size_t instance) {
  const std::size_t first = resource * kPressureLines;
  if (!text.has_value()) {
    const ReasonId reason = collection.reasons.add_file_errno(text.error(), path);
    for (std::size_t i = 0; i < kPressureLines; ++i) table.set_missing(instance, first + i, reason);
    return;
  }
  const PressureTotals totals = parse_pressure(*text);
  for (std::size_t i = 0; i < kPressureLines; ++i) {
    set_line(totals[i], first + i, path, collection, table, instance);
  }
}

void collect_cgroup(PressureMemory& memory, const CgroupFolders& cgroups, std::string_view path,
                    Collection& collection, ObjectTable& table) {
  memory.name = path;
  std::ranges::replace(memory.name, '/', '\\');
  const std::size_t instance = table.add_instance(memory.name);
  for (std::size_t resource = 0; resource < kResources.size(); ++resource) {
    std::string& file = collection.scratch;
    file = cgroups.mount();
    file += path;
    file += '/';
    file += kResources[resource];
    file += ".pressure";
    set_resource(resource, collection.root.read(file.c_str(), collection.buffer), file, collection,
                 table, instance);
  }
}

}  // namespace

void collect_pressure(PressureMemory& memory, Collection& collection, ObjectTable& table) {
  const CgroupFolders& cgroups = collection.shared.list_cgroups(collection);
  for (std::size_t folder = 0; folder < cgroups.size(); ++folder) {
    collect_cgroup(memory, cgroups, cgroups.path(folder), collection, table);
  }
  if (!collection.root.is_folder(kFolder)) return;
  const std::size_t total = table.add_instance("_Total");
  for (std::size_t resource = 0; resource < kResources.size(); ++resource) {
    KeptFile& file = memory.files[resource];
    set_resource(resource, collection.root.read(file, collection.buffer), file.path(), collection,
                 table, total);
  }
}

}  // namespace openperflib::linux_objects
