// Power Meter: one instance per sensor chip that measures power (ACPI meter, BMC, PSU, GPU).
// Source: docs/objects/power.md.
#include <string>
#include <vector>

#include "openperflib/linux/device_folders_internal.h"
#include "openperflib/linux/instance_name_internal.h"
#include "openperflib/linux/objects_internal.h"

namespace openperflib::linux_objects {
namespace {

enum Order : std::uint16_t { kPower = 0, kBudget = 1 };  // rows of objects.csv
constexpr std::string_view kFolderName = "hwmon";
constexpr std::uint64_t kMicrowattsPerMilliwatt = 1000;

struct PowerSensor {
  std::string name;  // of the instance
  KeptFile power_file, cap_file;
};

}  // namespace

struct PowerMeterMemory {
  DeviceFolders folders{"sys/class/hwmon", std::string(kFolderName)};
  std::vector<PowerSensor> sensors;
};

template <>
void MemoryDeleter<PowerMeterMemory>::operator()(PowerMeterMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<PowerMeterMemory> make_power_meter_memory() {
  return MemoryOf<PowerMeterMemory>(new PowerMeterMemory);
}

namespace {

// "3 amdgpu": the number of hwmon3, and the name from its driver.
PowerSensor make_sensor(const DeviceFolders& folders, const std::string& folder, const char* file,
                        Collection& collection) {
  PowerSensor sensor;
  append_instance_name(sensor.name, std::string_view(folder).substr(kFolderName.size()));
  const std::string label = read_device_word(folders.path(folder, "name"), collection);
  if (!label.empty()) append_instance_name(sensor.name += ' ', label);
  sensor.power_file = KeptFile(folders.path(folder, file), FileEnd::short_read);
  sensor.cap_file = KeptFile(folders.path(folder, "power1_cap"), FileEnd::short_read);
  return sensor;
}

void list_sensors(PowerMeterMemory& memory, Collection& collection) {
  if (!memory.folders.list(collection.root)) return;
  for (PowerSensor& sensor : memory.sensors) {
    collection.root.release(sensor.power_file);
    collection.root.release(sensor.cap_file);
  }
  memory.sensors.clear();
  for (const std::string& folder : memory.folders.names()) {
    for (const char* file : {"power1_average", "power1_input"}) {  // the first that exists
      if (!collection.root.exists(memory.folders.path(folder, file).c_str())) continue;
      memory.sensors.push_back(make_sensor(memory.folders, folder, file, collection));
      break;
    }
  }
}

DeviceReading read_milliwatts(KeptFile& file, Collection& collection) {
  const DeviceReading microwatts = read_device_number(file, collection);
  if (!microwatts.has_value()) return microwatts;
  return *microwatts / kMicrowattsPerMilliwatt;
}

}  // namespace

void collect_power_meter(PowerMeterMemory& memory, Collection& collection, ObjectTable& table) {
  list_sensors(memory, collection);
  for (PowerSensor& sensor : memory.sensors) {
    const std::size_t row = table.add_instance(sensor.name);
    set_device_number(table, row, kPower, read_milliwatts(sensor.power_file, collection));
    set_device_number(table, row, kBudget, read_milliwatts(sensor.cap_file, collection));
  }
}

}  // namespace openperflib::linux_objects
