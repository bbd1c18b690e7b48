// Power Meter: one instance per sensor chip that measures power (ACPI meter, BMC, PSU, GPU).
// Source: docs/objects/power.md.
#include <string>
#include <vector>

#include "openperflib/linux/table/device_folders_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kFolderName = "hwmon";
constexpr std::uint64_t kMicrowattsPerMilliwatt = 1000;

struct PowerSensor {
  std::string name;  // of the instance
  KeptFile power_file, cap_file;
};

struct PowerMeterState {
  DeviceFolders folders{"sys/class/hwmon", std::string(kFolderName)};
  std::vector<PowerSensor> sensors;
};

// "3 amdgpu": the number of hwmon3, and the name from its driver.
PowerSensor make_sensor(const DeviceFolders& folders, const std::string& folder, const char* file,
                        CollectContext& context) {
  PowerSensor sensor;
  append_instance_name(sensor.name, std::string_view(folder).substr(kFolderName.size()));
  const std::string label = read_device_word(folders.path(folder, "name"), context);
  if (!label.empty()) append_instance_name(sensor.name += ' ', label);
  sensor.power_file = KeptFile(folders.path(folder, file), FileEnd::short_read);
  sensor.cap_file = KeptFile(folders.path(folder, "power1_cap"), FileEnd::short_read);
  return sensor;
}

void list_sensors(PowerMeterState& state, CollectContext& context) {
  if (!state.folders.list(context.root)) return;
  for (PowerSensor& sensor : state.sensors) {
    context.root.release(sensor.power_file);
    context.root.release(sensor.cap_file);
  }
  state.sensors.clear();
  for (const std::string& folder : state.folders.names()) {
    for (const char* file : {"power1_average", "power1_input"}) {  // the first that exists
      if (!context.root.exists(state.folders.path(folder, file).c_str())) continue;
      state.sensors.push_back(make_sensor(state.folders, folder, file, context));
      break;
    }
  }
}

DeviceReading read_milliwatts(KeptFile& file, CollectContext& context) {
  const DeviceReading microwatts = read_device_number(file, context);
  if (!microwatts.has_value()) return microwatts;
  return *microwatts / kMicrowattsPerMilliwatt;
}

void collect_power_meter(PowerMeterState& state, CollectContext& context, ObjectTable& table) {
  list_sensors(state, context);
  for (PowerSensor& sensor : state.sensors) {
    const std::size_t row = table.add_instance(sensor.name);
    set_device_number(table, row, PowerMeterRow::kPower,
                      read_milliwatts(sensor.power_file, context));
    set_device_number(table, row, PowerMeterRow::kPowerBudget,
                      read_milliwatts(sensor.cap_file, context));
  }
}

}  // namespace

std::unique_ptr<Collector> make_power_meter_collector() {
  return make_collector<PowerMeterState, collect_power_meter>();
}

}  // namespace openperflib::linux_objects
