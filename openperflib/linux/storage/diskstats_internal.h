// /proc/diskstats: the kernel's counts for each block device. Source: docs/objects/disks.md.
//    8       0 sda 9748 3699 293170 4064 2850 7475 1861584 122608 0 6868 126660
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

// The numbers after a device's name, in the order of a line. The kernel truncates milliseconds to
// 32 bits; a sector is 512 bytes, whatever the sector size of the device.
enum class DiskField : std::uint8_t {
  reads,
  reads_merged,
  sectors_read,
  ms_reading,
  writes,
  writes_merged,
  sectors_written,
  ms_writing,
  in_flight,
  ms_busy,
  ms_waited,
};
inline constexpr std::size_t kDiskFieldCount = 11;

// Their names in reasons (proc(5), iostats.rst).
inline constexpr std::array<std::string_view, kDiskFieldCount> kDiskFieldNames = {
    "reads completed",  "reads merged",  "sectors read",    "ms reading",
    "writes completed", "writes merged", "sectors written", "ms writing",
    "I/Os in progress", "ms doing I/O",  "weighted ms"};

struct DeviceNumber {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  bool operator==(const DeviceNumber&) const = default;
  auto operator<=>(const DeviceNumber&) const = default;
};

// One line. The name views the text it was parsed from.
struct DiskLine {
  // Why a number is missing: not_a_number, out_of_range or missing.
  struct Fault {
    Errc code;
    std::uint32_t offset;  // byte in the file
  };
  DeviceNumber device;
  std::string_view name;
  std::uint32_t missing =
      0;  // one bit per DiskField: values[i] is invalid, faults[i] has the reason
  std::array<std::uint64_t, kDiskFieldCount> values;
  std::array<Fault, kDiskFieldCount> faults;

  [[nodiscard]] bool has(DiskField field) const noexcept {
    return (missing >> static_cast<unsigned>(field) & 1U) == 0;
  }
  [[nodiscard]] std::uint64_t operator[](DiskField field) const noexcept {
    return values[static_cast<std::size_t>(field)];
  }
};

// Further lines are ignored: no machine has this many devices.
inline constexpr std::size_t kMostDiskLines = 65536;

// Parses a word as one half of a device number.
[[nodiscard]] std::optional<std::uint32_t> device_part(std::string_view word) noexcept;

// Parses all lines of `text` into `lines`, reused. Lines have 11 numbers or more; a partition of an
// old kernel has 4 (reads, sectors read, writes, sectors written). A line without device number,
// name and at least one number is skipped; a word that is not a number loses only that value.
void parse_diskstats(std::string_view text, std::vector<DiskLine>& lines);

// The file, read once per collection.
class DiskStats {
 public:
  // Errors: errno; there are then no lines.
  [[nodiscard]] std::expected<void, int> read(ProcRoot& root);
  [[nodiscard]] const std::vector<DiskLine>& lines() const noexcept { return lines_; }
  // Changes when devices come, go or change places; facts about a line are valid until then.
  [[nodiscard]] std::uint64_t layout() const noexcept { return layout_; }
  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }

 private:
  KeptFile file_{"proc/diskstats"};
  TextBuffer buffer_;
  std::vector<DiskLine> lines_;
  std::uint64_t layout_ = 0;
};

}  // namespace openperflib::linux_objects
