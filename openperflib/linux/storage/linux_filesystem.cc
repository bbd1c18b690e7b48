// Linux Filesystem: one instance per mounted file system of a block device, as LogicalDisk has
// them. Source: docs/objects/disks.md.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "openperflib/linux/storage/filesystems_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

enum FilesystemOrder : std::uint16_t {
  kInodesFree = LinuxFilesystemRow::kInodesFreePercent,
  kReadOnly = LinuxFilesystemRow::kReadOnly
};

// The number of bits by which both numbers must be shifted to fit 4-byte counters.
int surplus_bits(std::uint64_t a, std::uint64_t b) noexcept {
  return std::max(static_cast<int>(std::bit_width(std::max(a, b))) - 32, 0);
}

void set_inodes(const Filesystem& filesystem, std::size_t instance, ObjectTable& table,
                CollectContext& context) {
  const SpaceBlocks& space = filesystem.space;
  ReasonId reason = filesystem.space_reason;
  if (reason == Reasons::kPresent && space.inodes == 0) {  // btrfs, FAT
    reason = reason_with_name(
        "statvfs: the file system has no inode count: ", filesystem.mount.mount_point,
        MissingReason::not_on_this_machine, context);
  }
  if (reason != Reasons::kPresent) return table.set_missing(instance, kInodesFree, reason);
  const int surplus = surplus_bits(space.inodes, space.available_inodes);
  table.set(instance, kInodesFree, space.available_inodes >> surplus);
  table.set(instance, kInodesFree, space.inodes >> surplus, Part::base);
}

void set_read_only(const Filesystem& filesystem, std::size_t instance, ObjectTable& table,
                   CollectContext& context) {
  const std::optional<bool> is_read_only = filesystem.mount.is_read_only;
  if (is_read_only.has_value()) return table.set(instance, kReadOnly, *is_read_only ? 1 : 0);
  table.set_missing(
      instance, kReadOnly,
      reason_with_name("the mount table has no options for ", filesystem.mount.mount_point,
                       MissingReason::unreadable, context));
}

// Mounts and their usage are shared with other objects and kept in Filesystems.
void collect_linux_filesystem(CollectContext& context, ObjectTable& table) {
  Filesystems& filesystems = context.filesystems;
  if (!filesystems.read(context)) return;
  const bool wants_inodes = context.wants(table.object(), kInodesFree);
  if (wants_inodes) filesystems.ask_for_space(context);
  for (const Filesystem& filesystem : filesystems.all()) {
    const std::size_t instance =
        table.add_instance(filesystem.instance_name, filesystem_key(filesystem.mount));
    if (wants_inodes) {
      set_inodes(filesystem, instance, table, context);
    } else {
      table.set_missing(instance, kInodesFree, Reasons::kNotAskedFor);
    }
    set_read_only(filesystem, instance, table, context);
  }
}

}  // namespace

std::unique_ptr<Collector> make_linux_filesystem_collector() {
  return make_collector<collect_linux_filesystem>();
}

}  // namespace openperflib::linux_objects
