// Energy Meter: one instance per zone of powercap (RAPL). Source: docs/objects/power.md.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/table/device_folders_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

// One zone and its previous reading.
struct PowerZone {
  std::string name;  // of the instance
  KeptFile energy_file, range_file;
  std::optional<std::uint64_t> last;  // microjoules
  std::int64_t last_time = 0;         // 100 ns
  std::uint64_t carried = 0;          // microjoules of previous wraps: process-private
};

// 1 Wh is 3,600 J: a microjoule is 2,500 / 9 picowatt hours.
std::optional<std::uint64_t> picowatt_hours(std::uint64_t microjoules) noexcept {
  const auto scaled = checked_mul<std::uint64_t>(microjoules, 2500);
  return scaled.has_value() ? std::optional(*scaled / 9) : std::nullopt;
}

// Average power of that energy over a time in units of 100 ns; one microjoule per unit is 10 W.
std::optional<std::uint64_t> milliwatts(std::uint64_t microjoules,
                                        std::uint64_t time_100ns) noexcept {
  const auto scaled = checked_mul<std::uint64_t>(microjoules, 10'000);
  return scaled.has_value() ? std::optional(*scaled / time_100ns) : std::nullopt;
}

struct EnergyMeterState {
  DeviceFolders folders{"sys/class/powercap", ""};
  std::vector<PowerZone> zones;
};

// "intel-rapl:0:0 core": several packages have a zone called core.
PowerZone make_power_zone(const DeviceFolders& folders, const std::string& folder,
                          CollectContext& context) {
  PowerZone zone;
  append_instance_name(zone.name, folder);
  const std::string label = read_device_word(folders.path(folder, "name"), context);
  if (!label.empty()) append_instance_name(zone.name += ' ', label);
  zone.energy_file = KeptFile(folders.path(folder, "energy_uj"), FileEnd::short_read);
  zone.range_file = KeptFile(folders.path(folder, "max_energy_range_uj"), FileEnd::short_read);
  return zone;
}

// Zones that stay keep their readings. A folder without energy_uj is a control type, not a zone.
void list_power_zones(EnergyMeterState& state, CollectContext& context) {
  if (!state.folders.list(context.root)) return;
  std::vector<PowerZone> before = std::move(state.zones);
  state.zones.clear();
  for (const std::string& folder : state.folders.names()) {
    if (!context.root.exists(state.folders.path(folder, "energy_uj").c_str())) continue;
    PowerZone zone = make_power_zone(state.folders, folder, context);
    const auto known = std::ranges::find(before, zone.name, &PowerZone::name);
    state.zones.push_back(known == before.end() ? std::move(zone) : std::move(*known));
  }
  for (PowerZone& zone : before) {
    context.root.release(zone.energy_file);
    context.root.release(zone.range_file);
  }
}

// A decrease is a wrap: the range of the counter is carried, or, if the range is unknown, the
// previous reading.
void carry(PowerZone& zone, std::uint64_t energy, CollectContext& context) {
  if (!zone.last.has_value() || energy >= *zone.last) return;
  zone.carried += read_device_number(zone.range_file, context).value_or(*zone.last);
}

DeviceReading power_of(const PowerZone& zone, std::uint64_t grown, std::int64_t now,
                       Reasons& reasons) {
  if (!zone.last.has_value()) return std::unexpected(Reasons::kFirstCollection);
  if (now <= zone.last_time)
    return std::unexpected(
        reasons.add("no time since the last collection", MissingReason::no_clock));
  const auto power = milliwatts(grown, static_cast<std::uint64_t>(now - zone.last_time));
  if (power.has_value()) return *power;
  return std::unexpected(
      reasons.add_bad_word(zone.energy_file.path(), "number", 0, Errc::out_of_range));
}

void set_energy(PowerZone& zone, std::uint64_t energy, CollectContext& context, ObjectTable& table,
                std::size_t row) {
  const std::uint64_t before = zone.carried + zone.last.value_or(0);
  carry(zone, energy, context);
  const std::uint64_t total = zone.carried + energy;
  const std::int64_t now = context.instant.monotonic_100ns.value_or(0);
  set_device_number(table, row, EnergyMeterRow::kPower,
                    power_of(zone, total - before, now, context.reasons));
  zone.last = energy;
  zone.last_time = now;
  const auto stored = picowatt_hours(total);
  if (stored.has_value()) return table.set(row, EnergyMeterRow::kEnergy, *stored);
  table.set_missing(
      row, EnergyMeterRow::kEnergy,
      context.reasons.add_bad_word(zone.energy_file.path(), "number", 0, Errc::out_of_range));
}

void add_zone(PowerZone& zone, CollectContext& context, ObjectTable& table) {
  const std::size_t row = table.add_instance(zone.name);
  const auto time = context.instant.monotonic_100ns;
  if (time.has_value()) {
    table.set(row, EnergyMeterRow::kTime, static_cast<std::uint64_t>(*time));
  } else {
    table.set_missing(
        row, EnergyMeterRow::kTime,
        context.reasons.add("no btime in /proc/stat or no /proc/uptime", MissingReason::no_clock));
  }
  const DeviceReading energy = read_device_number(zone.energy_file, context);
  if (energy.has_value()) return set_energy(zone, *energy, context, table, row);
  table.set_missing(row, EnergyMeterRow::kEnergy, energy.error());
  table.set_missing(row, EnergyMeterRow::kPower, energy.error());
}

void collect_energy_meter(EnergyMeterState& state, CollectContext& context, ObjectTable& table) {
  list_power_zones(state, context);
  for (PowerZone& zone : state.zones) add_zone(zone, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_energy_meter_collector() {
  return make_collector<EnergyMeterState, collect_energy_meter>();
}

}  // namespace openperflib::linux_objects
