// Thermal Zone Information: one instance per thermal zone. Source: docs/objects/power.md.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/device_folders_internal.h"
#include "openperflib/linux/instance_name_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/processor_utility_internal.h"
#include "openperflib/linux/stat_file_internal.h"
#include "openperflib/linux/temperature_internal.h"
#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// Rows of objects.csv.
enum Order : std::uint16_t {
  kTemperature = 0,
  kPassiveLimit = 1,
  kThrottleReasons = 2,
  kPreciseTemperature = 3,
};
constexpr std::string_view kZone = "thermal_zone", kBinding = "cdev";
constexpr std::uint64_t kNotLimited = 100;  // percent

struct CoolingDevice {
  KeptFile state_file, most_file;
};

struct ThermalZone {
  std::string name;  // of the instance
  KeptFile temperature_file;
  std::vector<CoolingDevice> devices;  // bound to the zone
};

}  // namespace

struct ThermalZonesMemory {
  DeviceFolders folders{"sys/class/thermal", std::string(kZone)};
  std::vector<ThermalZone> zones;
  std::vector<char> names;
  std::vector<ThrottleCounts> throttles;  // of all CPUs
  std::uint64_t cpu_set_number = 0;       // of StatFile, for these CPUs
};

template <>
void MemoryDeleter<ThermalZonesMemory>::operator()(ThermalZonesMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<ThermalZonesMemory> make_thermal_zones_memory() {
  return MemoryOf<ThermalZonesMemory>(new ThermalZonesMemory);
}

namespace {

// "cdev3", but not "cdev3_trip_point".
bool is_binding(std::string_view name) noexcept {
  return name.starts_with(kBinding) && number_in(name.substr(kBinding.size())).has_value();
}

void add_devices(ThermalZonesMemory& memory, ThermalZone& zone, const std::string& folder,
                 Collection& collection) {
  const std::string path = memory.folders.path(folder, "");
  if (!collection.root.list(path.c_str(), memory.names).has_value()) return;
  for (std::size_t at = 0; at < memory.names.size();) {
    const std::string name(memory.names.data() + at);
    at += name.size() + 1;
    if (!is_binding(name)) continue;
    zone.devices.push_back({KeptFile(path + name + "/cur_state", FileEnd::short_read),
                            KeptFile(path + name + "/max_state", FileEnd::short_read)});
  }
}

// "0 acpitz": the zone's number and type.
ThermalZone make_zone(ThermalZonesMemory& memory, const std::string& folder,
                      Collection& collection) {
  ThermalZone zone;
  append_instance_name(zone.name, std::string_view(folder).substr(kZone.size()));
  const std::string type = read_device_word(memory.folders.path(folder, "type"), collection);
  if (!type.empty()) append_instance_name(zone.name += ' ', type);
  zone.temperature_file = KeptFile(memory.folders.path(folder, "temp"), FileEnd::short_read);
  add_devices(memory, zone, folder, collection);
  return zone;
}

void release(ThermalZone& zone, ProcRoot& root) {
  root.release(zone.temperature_file);
  for (CoolingDevice& device : zone.devices) {
    root.release(device.state_file);
    root.release(device.most_file);
  }
}

void list_zones(ThermalZonesMemory& memory, Collection& collection) {
  if (!memory.folders.list(collection.root)) return;
  for (ThermalZone& zone : memory.zones) release(zone, collection.root);
  memory.zones.clear();
  for (const std::string& folder : memory.folders.names()) {
    memory.zones.push_back(make_zone(memory, folder, collection));
  }
}

void set_temperature(ThermalZone& zone, Collection& collection, ObjectTable& table,
                     std::size_t row) {
  const auto text = collection.root.read(zone.temperature_file, collection.buffer);
  Reasons& reasons = collection.reasons;
  const std::string& path = zone.temperature_file.path();
  const auto kelvin = text.has_value() ? parse_millikelvin(*text) : std::unexpected(Errc::missing);
  if (kelvin.has_value()) {
    table.set(row, kTemperature, *kelvin / 1000);
    return table.set(row, kPreciseTemperature, *kelvin / 100);
  }
  const ReasonId reason = text.has_value()
                              ? reasons.add_bad_word(path, "temperature", 0, kelvin.error())
                              : reasons.add_file_errno(text.error(), path);
  table.set_missing(row, kTemperature, reason);
  table.set_missing(row, kPreciseTemperature, reason);
}

// The percentage of full speed that a device allows. A device with a single state limits nothing.
DeviceReading limit_of(CoolingDevice& device, Collection& collection) {
  const DeviceReading most = read_device_number(device.most_file, collection);
  if (!most.has_value()) return most;
  const DeviceReading state = read_device_number(device.state_file, collection);
  if (!state.has_value()) return state;
  if (*most == 0) return kNotLimited;
  const auto left = checked_mul<std::uint64_t>(*most - std::min(*most, *state), kNotLimited);
  if (left.has_value()) return *left / *most;
  return std::unexpected(
      collection.reasons.add_bad_word(device.most_file.path(), "number", 0, Errc::out_of_range));
}

DeviceReading lowest_limit(ThermalZone& zone, Collection& collection) {
  std::uint64_t lowest = kNotLimited;
  for (CoolingDevice& device : zone.devices) {
    const DeviceReading limit = limit_of(device, collection);
    if (!limit.has_value()) return limit;
    lowest = std::min(lowest, *limit);
  }
  return lowest;
}

void follow_cpus(ThermalZonesMemory& memory, Collection& collection) {
  const StatFile& stat = collection.stat;
  if (memory.cpu_set_number == stat.cpu_set_number) return;
  memory.cpu_set_number = stat.cpu_set_number;
  std::vector<ThrottleCounts> before = std::move(memory.throttles);
  memory.throttles.clear();
  for (const CpuTicks& ticks : stat.cpus) {
    const auto same = std::ranges::find(before, ticks.cpu, &ThrottleCounts::cpu);
    memory.throttles.emplace_back(ticks.cpu, same == before.end() ? nullptr : &*same);
  }
  for (ThrottleCounts& counts : before) counts.release(collection.root);
}

// 1 (thermal) for every zone if any CPU was throttled since the last collection. CPUs whose counts
// cannot be read are ignored if others can.
DeviceReading throttle_reasons(ThermalZonesMemory& memory, Collection& collection) {
  collection.stat.ensure_read(collection);
  follow_cpus(memory, collection);
  DeviceReading found = std::unexpected(Reasons::kNotCollected);
  for (ThrottleCounts& counts : memory.throttles) {
    const Reading rose = counts.rose(collection);
    if (rose.has_value()) {
      found = found.value_or(0) | *rose;
    } else if (!found.has_value() && found.error() != Reasons::kFirstCollection) {
      found = std::unexpected(rose.error());
    }
  }
  return found;
}

}  // namespace

void collect_thermal_zones(ThermalZonesMemory& memory, Collection& collection, ObjectTable& table) {
  list_zones(memory, collection);
  if (memory.zones.empty()) return;
  const DeviceReading throttled = collection.wants(table.object(), kThrottleReasons)
                                      ? throttle_reasons(memory, collection)
                                      : std::unexpected(Reasons::kNotAskedFor);
  for (ThermalZone& zone : memory.zones) {
    const std::size_t row = table.add_instance(zone.name);
    set_temperature(zone, collection, table, row);
    set_device_number(table, row, kPassiveLimit, lowest_limit(zone, collection));
    set_device_number(table, row, kThrottleReasons, throttled);
  }
}

}  // namespace openperflib::linux_objects
