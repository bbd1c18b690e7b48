// PhysicalDisk: decides which devices in /proc/diskstats are whole disks.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib::linux_objects {

// What the name of a device tells.
enum class DiskName : std::uint8_t {
  whole_disk,      // sda, vda, nvme0n1, mmcblk0
  no_disk,         // optical, floppy, loop, RAM, mapped, a path of an NVMe device, a boot area
  ask_the_device,  // a disk where sysfs links it to a device
};

[[nodiscard]] DiskName classify_disk_name(std::string_view name) noexcept;

}  // namespace openperflib::linux_objects
