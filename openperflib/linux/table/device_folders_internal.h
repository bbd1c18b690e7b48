// The folders of a class of devices: /sys/class/thermal, /sys/class/powercap, /sys/class/hwmon.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// Resource. Listing the same devices as before allocates nothing.
class DeviceFolders {
 public:
  // `folder`: "sys/class/thermal"; only names that begin with `prefix` count.
  DeviceFolders(std::string folder, std::string prefix)
      : folder_(std::move(folder)), prefix_(std::move(prefix)) {}
  // Lists the class. Returns true if the names or the root have changed.
  [[nodiscard]] bool list(const ProcRoot& root);
  // The names in order of their numbers: "thermal_zone2" before "thermal_zone10".
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  // "sys/class/thermal/thermal_zone0/temp".
  [[nodiscard]] std::string path(std::string_view name, std::string_view file) const;

 private:
  std::string folder_, prefix_;
  std::vector<char> listed_, listed_before_;
  std::vector<std::string> names_;
  std::uint32_t folder_number_ = 0;  // of the root; 0: not listed yet
};

// A number or the reason why it is missing.
using DeviceReading = std::expected<std::uint64_t, ReasonId>;

// Reads the number in a sysfs file.
[[nodiscard]] DeviceReading read_device_number(KeptFile& file, CollectContext& context);
// Reads the word, without newline, in a file with the name of a device; empty if there is none.
[[nodiscard]] std::string read_device_word(const std::string& path, CollectContext& context);
// Stores the number, or the reason why it is missing, in a cell.
void set_device_number(ObjectTable& table, std::size_t row, std::size_t order,
                       const DeviceReading& number);

}  // namespace openperflib::linux_objects
