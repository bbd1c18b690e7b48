// What is mounted: the lines of /proc/self/mountinfo or /proc/mounts that are logical disks.
// Source: docs/objects/disks.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/diskstats_internal.h"

namespace openperflib::linux_objects {

// The two files, which say the same in different words:
//   27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard     mountinfo
//   /dev/vda / ext4 rw,relatime 0 0                                    mounts
enum class MountFormat : std::uint8_t { mountinfo, mounts };

// One mounted file system. Value; its texts are decoded.
struct Mount {
  std::optional<DeviceNumber> device;  // mountinfo alone has it
  std::string source;                  // "/dev/vda"
  std::string mount_point;             // "/"
  std::string type;                    // "ext4"
  std::optional<bool> is_read_only;    // the mount or its file system; nullopt: nothing tells it
  bool operator==(const Mount&) const = default;
};

// The logical disks of `text`: mounted at /, or from /dev/, or of type zfs; none of a type that is
// full by nature (squashfs, iso9660, udf). One a device number (of mounts: a source): its shortest
// mount point, the first of several. Where several lines have one mount point, only the last can be
// reached (rootfs lies below the root). In the order of the lines; one that lacks a word is left
// out.
[[nodiscard]] std::vector<Mount> parse_mounts(std::string_view text, MountFormat format);

// The options of the proc file system that can be reached at /proc; empty: there is none.
[[nodiscard]] std::string_view proc_options(std::string_view text, MountFormat format);

// What stands behind the equals sign of an option, between the commas of `options`: empty where it
// has none; nullopt where the option is not there.
[[nodiscard]] std::optional<std::string_view> mount_option(std::string_view options,
                                                           std::string_view name) noexcept;

// `text` with \040 and its like replaced by the byte they stand for (proc(5)); any other backslash
// stays.
[[nodiscard]] std::string decode_mount_text(std::string_view text);
// The same, appended.
void append_mount_text(std::string& out, std::string_view text);

// Whether a file system lives on another machine: asking it may wait for the network.
[[nodiscard]] bool is_network_filesystem(std::string_view type) noexcept;
// Whether its device's diskstats line, found by the name of its source, is not what it does: it may
// lie on several devices, or on none.
[[nodiscard]] bool spans_devices(std::string_view type) noexcept;

}  // namespace openperflib::linux_objects
