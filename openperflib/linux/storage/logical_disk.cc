// LogicalDisk: one instance per mounted file system of a block device. Source:
// docs/objects/disks.md.
#include <algorithm>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/storage/disk_counters_internal.h"
#include "openperflib/linux/storage/filesystems_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

// The orders of LogicalDisk's own two counters; the others are in disk_counters.cc.
constexpr std::size_t kFreeSpace = LogicalDiskRow::kPercentFreeSpace;
constexpr std::size_t kFreeMegabytes = LogicalDiskRow::kFreeMegabytes;
constexpr std::string_view kDevice = "/dev/";
constexpr std::string_view kMapped = "/dev/mapper/";

// Where the requests to a file system are counted; valid until mounts or devices change.
struct Device {
  std::optional<std::size_t> line;  // of diskstats
  DiskRecord* record = nullptr;     // of that line's device
};

// View: finds the diskstats line of a mount.
class LineFinder {
 public:
  LineFinder(const std::vector<DiskLine>& lines, CollectContext& context) : lines_(lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      by_device_.try_emplace(lines[i].device, i);
      by_name_.try_emplace(lines[i].name, i);
      if (lines[i].name.starts_with("dm-")) add_mapped(i, context);
    }
  }
  [[nodiscard]] std::optional<std::size_t> find(const Mount& mount) const {
    if (mount.device.has_value()) {
      const auto found = by_device_.find(*mount.device);
      if (found != by_device_.end()) return found->second;
    }
    return spans_devices(mount.type) ? std::nullopt : find_source(mount.source);
  }

 private:
  void add_mapped(std::size_t line, CollectContext& context) {
    std::string& path = context.scratch;
    path.clear();
    for (const std::string_view part :
         {std::string_view("sys/block/"), lines_[line].name, std::string_view("/dm/name")}) {
      path += part;
    }
    const auto text = context.root.read(path.c_str(), context.buffer);
    if (!text.has_value()) return;
    by_mapped_name_.try_emplace(std::string(text->substr(0, text->find('\n'))), line);
  }
  [[nodiscard]] std::optional<std::size_t> find_source(std::string_view source) const {
    if (source.starts_with(kMapped)) {
      const auto found = by_mapped_name_.find(std::string(source.substr(kMapped.size())));
      if (found != by_mapped_name_.end()) return found->second;
    }
    if (!source.starts_with(kDevice)) return std::nullopt;
    const auto found = by_name_.find(source.substr(kDevice.size()));
    return found == by_name_.end() ? std::nullopt : std::optional(found->second);
  }

  const std::vector<DiskLine>& lines_;
  std::map<DeviceNumber, std::size_t> by_device_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::unordered_map<std::string, std::size_t> by_mapped_name_;
};

// Blocks as whole MiB; nullopt if a 4-byte counter cannot hold them.
std::optional<std::uint32_t> mebibytes(std::uint64_t blocks, std::uint64_t block_size) noexcept {
  const auto bytes = checked_mul(blocks, block_size);
  if (!bytes.has_value() || *bytes >> 20 > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*bytes >> 20);
}

struct LogicalDiskState {
  DiskStats stats;
  ClockWatch clock;
  TextBuffer buffer;

  std::vector<Device> devices;  // one per file system, for the two layouts below
  std::uint32_t mounts_layout = 0;
  std::optional<std::uint64_t> stats_layout;
  std::unordered_map<std::string, DiskRecord> records;  // by device_text

  void find_lines(std::span<const Filesystem> filesystems, std::uint32_t layout,
                  CollectContext& context);
  [[nodiscard]] const DiskLine* line_of(const Device& device) const noexcept {
    const bool has_line = device.line.has_value() && *device.line < stats.lines().size();
    return has_line ? &stats.lines()[*device.line] : nullptr;
  }
  DiskRecord& record_of(const DiskLine& line, const ProcRoot& root);
};

// Why there is no free and total space although the file system has answered.
ReasonId size_reason(const Mount& mount, bool is_too_large, CollectContext& context) {
  const std::string_view text = is_too_large ? "statvfs: the size in MiB exceeds 32 bits: "
                                             : "statvfs: the file system has no size: ";
  const MissingReason code =
      is_too_large ? MissingReason::out_of_range : MissingReason::not_on_this_machine;
  return reason_with_name(text, mount.mount_point, code, context);
}

void set_free_space(const Filesystem& filesystem, bool is_wanted, std::size_t instance,
                    ObjectTable& table, CollectContext& context) {
  const SpaceBlocks& space = filesystem.space;
  const std::uint64_t used = space.blocks - std::min(space.free, space.blocks);
  const auto blocks = checked_add(used, space.available);
  const auto free = mebibytes(space.available, space.block_size);
  const auto total = blocks.has_value() ? mebibytes(*blocks, space.block_size) : std::nullopt;
  const bool is_too_large = !free.has_value() || !total.has_value();
  ReasonId reason = is_wanted ? filesystem.space_reason : Reasons::kNotAskedFor;
  if (reason == Reasons::kPresent && (is_too_large || *blocks == 0)) {
    reason = size_reason(filesystem.mount, is_too_large, context);
  }
  if (reason != Reasons::kPresent) {
    table.set_missing(instance, kFreeSpace, reason);
    table.set_missing(instance, kFreeMegabytes, reason);
    return;
  }
  table.set(instance, kFreeSpace, *free);
  table.set(instance, kFreeSpace, *total, Part::base);
  table.set(instance, kFreeMegabytes, *free);
}

// Why a file system has no I/O counters: diskstats cannot be read, or has no line for it.
ReasonId no_line_reason(const Mount& mount, std::expected<void, int> stats_read,
                        CollectContext& context) {
  if (!stats_read.has_value()) {
    return context.reasons.add_file_errno(stats_read.error(), "proc/diskstats");
  }
  return reason_with_name("/proc/diskstats has no line for ", mount.source,
                          MissingReason::not_on_this_machine, context);
}

}  // namespace

DiskRecord& LogicalDiskState::record_of(const DiskLine& line, const ProcRoot& root) {
  std::string id;
  device_text(line, id);
  const auto found = records.find(id);
  if (found != records.end()) return found->second;
  return records.emplace(std::move(id), DiskRecord(line, root)).first->second;
}

// Looks up the diskstats line of each file system if mounts or devices have changed.
void LogicalDiskState::find_lines(std::span<const Filesystem> filesystems, std::uint32_t layout,
                                  CollectContext& context) {
  if (mounts_layout == layout && stats_layout == stats.layout()) return;
  mounts_layout = layout;
  stats_layout = stats.layout();
  const LineFinder finder(stats.lines(), context);
  devices.clear();
  for (const Filesystem& filesystem : filesystems) {
    Device& device = devices.emplace_back();
    device.line = finder.find(filesystem.mount);
    if (!device.line.has_value()) continue;
    device.record = &record_of(stats.lines()[*device.line], context.root);
  }
}

namespace {

void collect_logical_disk(LogicalDiskState& state, CollectContext& context, ObjectTable& table) {
  const bool clock_was_set = state.clock.was_set(context.instant);
  Filesystems& filesystems = context.filesystems;
  if (!filesystems.read(context)) return;
  const auto stats_read = state.stats.read(context.root);
  state.find_lines(filesystems.all(), filesystems.layout(), context);
  const bool wants_space =
      context.wants(table.object(), kFreeSpace) || context.wants(table.object(), kFreeMegabytes);
  if (wants_space) filesystems.ask_for_space(context);
  for (std::size_t i = 0; i < state.devices.size(); ++i) {
    const Filesystem& filesystem = filesystems.all()[i];
    const Device& device = state.devices[i];
    const DiskLine* const line = state.line_of(device);
    if (line != nullptr) static_cast<void>(device.record->is_replaced(context.root, state.buffer));
    const std::uint64_t key =
        device.record != nullptr ? device.record->key() : filesystem_key(filesystem.mount);
    const std::size_t instance = table.add_instance(filesystem.instance_name, key);
    set_free_space(filesystem, wants_space, instance, table, context);
    if (line == nullptr) {
      const ReasonId reason = no_line_reason(filesystem.mount, stats_read, context);
      set_disk_counters_missing(table, instance, kLogicalDiskCounters, reason);
    } else {
      const DiskReading reading = device.record->follow(*line, context, clock_was_set);
      set_disk_counters(table, instance, kLogicalDiskCounters, reading, context.reasons);
    }
  }
  if (table.instance_count() > 0) table.add_total();
}

}  // namespace

std::unique_ptr<Collector> make_logical_disk_collector() {
  return make_collector<LogicalDiskState, collect_logical_disk>();
}

}  // namespace openperflib::linux_objects
