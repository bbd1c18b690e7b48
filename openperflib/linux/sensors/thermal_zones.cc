// Thermal Zone Information: one instance per thermal zone. Source: docs/objects/power.md.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/processor_utility_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/sensors/temperature_internal.h"
#include "openperflib/linux/table/device_folders_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

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

struct ThermalZonesState {
  DeviceFolders folders{"sys/class/thermal", std::string(kZone)};
  std::vector<ThermalZone> zones;
  std::vector<char> names;
  std::vector<ThrottleCounts> throttles;  // of all CPUs
  std::uint64_t cpu_set_number = 0;       // of StatFile, for these CPUs
};

// "cdev3", but not "cdev3_trip_point".
bool is_binding(std::string_view name) noexcept {
  return name.starts_with(kBinding) && number_in(name.substr(kBinding.size())).has_value();
}

void add_devices(ThermalZonesState& state, ThermalZone& zone, const std::string& folder,
                 CollectContext& context) {
  const std::string path = state.folders.path(folder, "");
  if (!context.root.list(path.c_str(), state.names).has_value()) return;
  for (std::size_t at = 0; at < state.names.size();) {
    const std::string name(state.names.data() + at);
    at += name.size() + 1;
    if (!is_binding(name)) continue;
    zone.devices.push_back({KeptFile(path + name + "/cur_state", FileEnd::short_read),
                            KeptFile(path + name + "/max_state", FileEnd::short_read)});
  }
}

// "0 acpitz": the zone's number and type.
ThermalZone make_thermal_zone(ThermalZonesState& state, const std::string& folder,
                              CollectContext& context) {
  ThermalZone zone;
  append_instance_name(zone.name, std::string_view(folder).substr(kZone.size()));
  const std::string type = read_device_word(state.folders.path(folder, "type"), context);
  if (!type.empty()) append_instance_name(zone.name += ' ', type);
  zone.temperature_file = KeptFile(state.folders.path(folder, "temp"), FileEnd::short_read);
  add_devices(state, zone, folder, context);
  return zone;
}

void release_zone(ThermalZone& zone, ProcRoot& root) {
  root.release(zone.temperature_file);
  for (CoolingDevice& device : zone.devices) {
    root.release(device.state_file);
    root.release(device.most_file);
  }
}

void list_thermal_zones(ThermalZonesState& state, CollectContext& context) {
  if (!state.folders.list(context.root)) return;
  for (ThermalZone& zone : state.zones) release_zone(zone, context.root);
  state.zones.clear();
  for (const std::string& folder : state.folders.names()) {
    state.zones.push_back(make_thermal_zone(state, folder, context));
  }
}

void set_temperature(ThermalZone& zone, CollectContext& context, ObjectTable& table,
                     std::size_t row) {
  const auto text = context.root.read(zone.temperature_file, context.buffer);
  Reasons& reasons = context.reasons;
  const std::string& path = zone.temperature_file.path();
  const auto kelvin = text.has_value() ? parse_millikelvin(*text) : std::unexpected(Errc::missing);
  if (kelvin.has_value()) {
    table.set(row, ThermalZoneInformationRow::kTemperature, *kelvin / 1000);
    return table.set(row, ThermalZoneInformationRow::kHighPrecisionTemperature, *kelvin / 100);
  }
  const ReasonId reason = text.has_value()
                              ? reasons.add_bad_word(path, "temperature", 0, kelvin.error())
                              : reasons.add_file_errno(text.error(), path);
  table.set_missing(row, ThermalZoneInformationRow::kTemperature, reason);
  table.set_missing(row, ThermalZoneInformationRow::kHighPrecisionTemperature, reason);
}

// The percentage of full speed that a device allows. A device with a single state limits nothing.
DeviceReading limit_of(CoolingDevice& device, CollectContext& context) {
  const DeviceReading most = read_device_number(device.most_file, context);
  if (!most.has_value()) return most;
  const DeviceReading state = read_device_number(device.state_file, context);
  if (!state.has_value()) return state;
  if (*most == 0) return kNotLimited;
  const auto left = checked_mul<std::uint64_t>(*most - std::min(*most, *state), kNotLimited);
  if (left.has_value()) return *left / *most;
  return std::unexpected(
      context.reasons.add_bad_word(device.most_file.path(), "number", 0, Errc::out_of_range));
}

DeviceReading lowest_limit(ThermalZone& zone, CollectContext& context) {
  std::uint64_t lowest = kNotLimited;
  for (CoolingDevice& device : zone.devices) {
    const DeviceReading limit = limit_of(device, context);
    if (!limit.has_value()) return limit;
    lowest = std::min(lowest, *limit);
  }
  return lowest;
}

void follow_cpus(ThermalZonesState& state, CollectContext& context) {
  const StatFile& stat = context.stat;
  if (state.cpu_set_number == stat.cpu_set_number) return;
  state.cpu_set_number = stat.cpu_set_number;
  std::vector<ThrottleCounts> before = std::move(state.throttles);
  state.throttles.clear();
  for (const CpuTicks& ticks : stat.cpus) {
    const auto same = std::ranges::find(before, ticks.cpu, &ThrottleCounts::cpu);
    state.throttles.emplace_back(ticks.cpu, same == before.end() ? nullptr : &*same);
  }
  for (ThrottleCounts& counts : before) counts.release(context.root);
}

// 1 (thermal) for every zone if any CPU was throttled since the last collection. CPUs whose counts
// cannot be read are ignored if others can.
DeviceReading throttle_reasons(ThermalZonesState& state, CollectContext& context) {
  context.stat.ensure_read(context);
  follow_cpus(state, context);
  DeviceReading found = std::unexpected(Reasons::kNotCollected);
  for (ThrottleCounts& counts : state.throttles) {
    const Reading rose = counts.rose(context);
    if (rose.has_value()) {
      found = found.value_or(0) | *rose;
    } else if (!found.has_value() && found.error() != Reasons::kFirstCollection) {
      found = std::unexpected(rose.error());
    }
  }
  return found;
}

void collect_thermal_zones(ThermalZonesState& state, CollectContext& context, ObjectTable& table) {
  list_thermal_zones(state, context);
  if (state.zones.empty()) return;
  const DeviceReading throttled =
      context.wants(table.object(), ThermalZoneInformationRow::kThrottleReasons)
          ? throttle_reasons(state, context)
          : std::unexpected(Reasons::kNotAskedFor);
  for (ThermalZone& zone : state.zones) {
    const std::size_t row = table.add_instance(zone.name);
    set_temperature(zone, context, table, row);
    set_device_number(table, row, ThermalZoneInformationRow::kPercentPassiveLimit,
                      lowest_limit(zone, context));
    set_device_number(table, row, ThermalZoneInformationRow::kThrottleReasons, throttled);
  }
}

}  // namespace

std::unique_ptr<Collector> make_thermal_zones_collector() {
  return make_collector<ThermalZonesState, collect_thermal_zones>();
}

}  // namespace openperflib::linux_objects
