// Mounts: the lines of /proc/self/mountinfo or /proc/mounts that are logical disks. Source:
// docs/objects/disks.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/storage/diskstats_internal.h"

namespace openperflib::linux_objects {

// The two files, which have the same facts in different formats:
//   27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard     mountinfo
//   /dev/vda / ext4 rw,relatime 0 0                                    mounts
enum class MountFormat : std::uint8_t { mountinfo, mounts };

// One mounted file system. Value; its texts are decoded.
struct Mount {
  std::optional<DeviceNumber> device;  // only in mountinfo
  std::string source;                  // "/dev/vda"
  std::string mount_point;             // "/"
  std::string type;                    // "ext4"
  std::optional<bool> is_read_only;    // the mount or its file system; nullopt: unknown
  bool operator==(const Mount&) const = default;
};

// The logical disks in `text`: mounted at /, or from /dev/, or of type zfs, but not of a read-only
// type that is always full (squashfs, iso9660, udf). One mount per device number (in mounts: per
// source): that with the shortest mount point, or the first of several. Of several lines with the
// same mount point, only the last can be reached (rootfs is below the root). In the order of the
// lines; incomplete lines are skipped.
[[nodiscard]] std::vector<Mount> parse_mounts(std::string_view text, MountFormat format);

// The options of the proc file system mounted at /proc; empty if there is none.
[[nodiscard]] std::string_view proc_options(std::string_view text, MountFormat format);

// The value of an option in the comma-separated `options`: empty if it has no equals sign; nullopt
// if the option is missing.
[[nodiscard]] std::optional<std::string_view> mount_option(std::string_view options,
                                                           std::string_view name) noexcept;

// Decodes \040 and other octal escapes (proc(5)); any other backslash is unchanged.
[[nodiscard]] std::string decode_mount_text(std::string_view text);
// The same, appended.
void append_mount_text(std::string& out, std::string_view text);

// Whether a file system is on another machine, so that a query may wait for the network.
[[nodiscard]] bool is_network_filesystem(std::string_view type) noexcept;
// Whether the file system may be on several devices or on none, so that the diskstats line of its
// source does not show its activity.
[[nodiscard]] bool spans_devices(std::string_view type) noexcept;

}  // namespace openperflib::linux_objects
