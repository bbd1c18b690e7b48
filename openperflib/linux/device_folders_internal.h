// The folders of a class of devices: /sys/class/thermal, /sys/class/powercap, /sys/class/hwmon.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/collection_internal.h"

namespace openperflib::linux_objects {

// Resource. A class whose devices are those of before allocates nothing.
class DeviceFolders {
 public:
  // `folder`: "sys/class/thermal"; only names that begin with `prefix` count.
  DeviceFolders(std::string folder, std::string prefix)
      : folder_(std::move(folder)), prefix_(std::move(prefix)) {}
  // Lists the class. True: other names than before, or another root.
  [[nodiscard]] bool list(const ProcRoot& root);
  // By the numbers in them: "thermal_zone2" before "thermal_zone10".
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  // "sys/class/thermal/thermal_zone0/temp".
  [[nodiscard]] std::string path(std::string_view name, std::string_view file) const;

 private:
  std::string folder_, prefix_;
  std::vector<char> listed_, listed_before_;
  std::vector<std::string> names_;
  std::uint32_t folder_number_ = 0;  // of the root; 0: not listed yet
};

// A number, or why there is none.
using DeviceReading = std::expected<std::uint64_t, ReasonId>;

// The one number that a file of sysfs says.
[[nodiscard]] DeviceReading read_device_number(KeptFile& file, Collection& collection);
// The one word, without the newline, of a file that says what a device is called; empty where there
// is none.
[[nodiscard]] std::string read_device_word(const std::string& path, Collection& collection);
// Stores it in a cell, or why there is none.
void set_device_number(ObjectTable& table, std::size_t row, std::size_t order,
                       const DeviceReading& number);

}  // namespace openperflib::linux_objects
