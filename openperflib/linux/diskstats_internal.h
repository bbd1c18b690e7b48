// /proc/diskstats: what the kernel counted for each block device. Source: docs/objects/disks.md.
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
#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

// The numbers after a device's name, in the order of a line. Milliseconds are cut to 32 bits by the
// kernel; sectors have 512 bytes whatever the device's are.
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
  // Why a number is not there: fault is not_a_number, out_of_range or missing.
  struct Fault {
    Errc code;
    std::uint32_t offset;  // byte in the file
  };
  DeviceNumber device;
  std::string_view name;
  std::uint32_t missing = 0;  // a bit a DiskField: values[i] is no number, faults[i] says why
  std::array<std::uint64_t, kDiskFieldCount> values;
  std::array<Fault, kDiskFieldCount> faults;

  [[nodiscard]] bool has(DiskField field) const noexcept {
    return (missing >> static_cast<unsigned>(field) & 1U) == 0;
  }
  [[nodiscard]] std::uint64_t operator[](DiskField field) const noexcept {
    return values[static_cast<std::size_t>(field)];
  }
};

// More lines than this are not looked at: no machine has as many devices.
inline constexpr std::size_t kMostDiskLines = 65536;

// A word as one half of a device number.
[[nodiscard]] std::optional<std::uint32_t> device_part(std::string_view word) noexcept;

// All lines of `text`, into `lines`, reused. Lines of 11 numbers and more; a partition of an old
// kernel has 4 (reads, sectors read, writes, sectors written). A line without device number, name
// and one number is none and left out; a word that is no number costs this value alone.
void parse_diskstats(std::string_view text, std::vector<DiskLine>& lines);

// The file, read once a collection.
class DiskStats {
 public:
  // Errors: errno; there are no lines then.
  [[nodiscard]] std::expected<void, int> read(ProcRoot& root);
  [[nodiscard]] const std::vector<DiskLine>& lines() const noexcept { return lines_; }
  // Changes when devices come, go or change places: what was found out per line holds until then.
  [[nodiscard]] std::uint64_t layout() const noexcept { return layout_; }
  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }

 private:
  KeptFile file_{"proc/diskstats"};
  TextBuffer buffer_;
  std::vector<DiskLine> lines_;
  std::uint64_t layout_ = 0;
};

}  // namespace openperflib::linux_objects
