// LogicalDisk: one instance a mounted file system of a block device. Source: docs/objects/disks.md.
#include <algorithm>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/linux/disk_counters_internal.h"
#include "openperflib/linux/instance_name_internal.h"
#include "openperflib/linux/logical_disk_internal.h"
#include "openperflib/linux/mounts_internal.h"

namespace openperflib::linux_objects {
namespace {

// Orders of the two counters that are LogicalDisk's own; the others are in disk_counters.cc.
constexpr std::size_t kFreeSpace = 0;
constexpr std::size_t kFreeMegabytes = 1;
constexpr std::string_view kDevice = "/dev/";
constexpr std::string_view kMapped = "/dev/mapper/";

// One instance, as long as mounts and devices are what they are.
struct Volume {
  Mount mount;
  std::string instance_name;
  std::optional<std::size_t> line;  // of diskstats
  DiskRecord* record = nullptr;     // of that line's device
  ReasonId space_reason = Reasons::kPresent;
  SpaceBlocks space;
};

// Finds the diskstats line of a mount. Lives while the lines are looked up, and views them.
class LineFinder {
 public:
  LineFinder(const std::vector<DiskLine>& lines, Collection& collection) : lines_(lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      by_device_.try_emplace(lines[i].device, i);
      by_name_.try_emplace(lines[i].name, i);
      if (lines[i].name.starts_with("dm-")) add_mapped(i, collection);
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
  void add_mapped(std::size_t line, Collection& collection) {
    std::string& path = collection.scratch;
    path.clear();
    for (const std::string_view part :
         {std::string_view("sys/block/"), lines_[line].name, std::string_view("/dm/name")}) {
      path += part;
    }
    const auto text = collection.root.read(path.c_str(), collection.buffer);
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

std::uint64_t mount_key(const Volume& volume) noexcept {
  if (volume.record != nullptr) return volume.record->key();
  if (!volume.mount.device.has_value()) return 0;  // its name says what it is
  const DeviceNumber& device = *volume.mount.device;
  return (static_cast<std::uint64_t>(device.major) << 20 | device.minor) << 32;
}

// Blocks as whole MiB, where they are as many as a 4-byte counter holds.
std::optional<std::uint32_t> mebibytes(std::uint64_t blocks, std::uint64_t block_size) noexcept {
  const auto bytes = checked_mul(blocks, block_size);
  if (!bytes.has_value() || *bytes >> 20 > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*bytes >> 20);
}

}  // namespace

struct LogicalDiskMemory {
  LogicalDiskMemory(FilesystemSpace::Ask ask, std::chrono::milliseconds wait)
      : space(std::move(ask)), patience(wait) {}

  KeptFile mountinfo_file{"proc/self/mountinfo"};
  KeptFile mounts_file{"proc/mounts"};
  DiskStats stats;
  ClockWatch clock;
  TextBuffer buffer;
  FilesystemSpace space;
  std::chrono::milliseconds patience;

  std::vector<Volume> volumes;  // of the text and the lines below
  std::string mount_text;
  std::optional<MountFormat> format;
  std::optional<std::uint64_t> layout;
  std::unordered_map<std::string, DiskRecord> records;  // by device_text
  std::vector<std::string_view> asked_paths;
  std::vector<Volume*> asked;
  std::vector<SpaceAnswer> answers;

  [[nodiscard]] bool read_mounts(ProcRoot& root);
  void find_lines(Collection& collection);
  [[nodiscard]] const DiskLine* line_of(const Volume& volume) const noexcept {
    const bool has_line = volume.line.has_value() && *volume.line < stats.lines().size();
    return has_line ? &stats.lines()[*volume.line] : nullptr;
  }
  DiskRecord& record_of(const DiskLine& line, const ProcRoot& root);
  void ask_for_space(Collection& collection, const CatalogueObject& object);
};

namespace {

// What is not to be asked, and why.
ReasonId reason_not_to_ask(const Volume& volume, Collection& collection, bool is_wanted) {
  if (!is_wanted) return Reasons::kNotAskedFor;
  if (!collection.root.is_live()) {
    return collection.reasons.add("statvfs: a recorded folder cannot be asked");
  }
  if (!is_network_filesystem(volume.mount.type)) return Reasons::kPresent;
  return collection.reasons.add("statvfs: a network file system is not asked");
}

// "statvfs: no answer in time: /mnt", without an allocation.
ReasonId text_with_name(std::string_view text, std::string_view name, Collection& collection) {
  collection.scratch = text;
  collection.scratch += name;
  return collection.reasons.add(collection.scratch);
}

ReasonId reason_of(const SpaceAnswer& answer, const Volume& volume, Collection& collection) {
  switch (answer.kind) {
    case SpaceAnswer::Kind::answered:
      return Reasons::kPresent;
    case SpaceAnswer::Kind::refused:
      return collection.reasons.add_errno(answer.errno_value, volume.mount.mount_point);
    case SpaceAnswer::Kind::no_answer:
      return text_with_name("statvfs: no answer in time: ", volume.mount.mount_point, collection);
    case SpaceAnswer::Kind::too_many_silent:
      break;
  }
  return collection.reasons.add("statvfs: not asked, as too many file systems do not answer");
}

// Why free and total space, both asked for and answered, are no numbers of ours.
ReasonId size_reason(const Volume& volume, bool is_too_large, Collection& collection) {
  const std::string_view text = is_too_large ? "statvfs: more MiB than 32 bits hold: "
                                             : "statvfs: a file system without a size: ";
  return text_with_name(text, volume.mount.mount_point, collection);
}

void set_free_space(const Volume& volume, std::size_t instance, ObjectTable& table,
                    Collection& collection) {
  const SpaceBlocks& space = volume.space;
  const std::uint64_t used = space.blocks - std::min(space.free, space.blocks);
  const auto blocks = checked_add(used, space.available);
  const auto free = mebibytes(space.available, space.block_size);
  const auto total = blocks.has_value() ? mebibytes(*blocks, space.block_size) : std::nullopt;
  const bool is_too_large = !free.has_value() || !total.has_value();
  ReasonId reason = volume.space_reason;
  if (reason == Reasons::kPresent && (is_too_large || *blocks == 0)) {
    reason = size_reason(volume, is_too_large, collection);
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

// Why a volume has no I/O counters: there is no table of devices, or no line of its own in it.
ReasonId no_line_reason(const Volume& volume, std::expected<void, int> stats_read,
                        Collection& collection) {
  if (!stats_read.has_value()) {
    return collection.reasons.add_file_errno(stats_read.error(), "proc/diskstats");
  }
  return text_with_name("/proc/diskstats: no line of ", volume.mount.source, collection);
}

}  // namespace

// Whether there is a table of mounts; `volumes` are of it then. Parsed only where it has changed.
bool LogicalDiskMemory::read_mounts(ProcRoot& root) {
  MountFormat read_format = MountFormat::mountinfo;
  auto text = root.read(mountinfo_file, buffer);
  if (!text.has_value()) {
    read_format = MountFormat::mounts;
    text = root.read(mounts_file, buffer);
  }
  if (!text.has_value()) return false;
  if (format == read_format && mount_text == *text) return true;
  format = read_format;
  mount_text = *text;
  layout.reset();
  volumes.clear();
  for (Mount& mount : parse_mounts(*text, read_format)) {
    Volume& volume = volumes.emplace_back();
    append_path_instance_name(volume.instance_name, mount.mount_point);
    volume.mount = std::move(mount);
  }
  return true;
}

DiskRecord& LogicalDiskMemory::record_of(const DiskLine& line, const ProcRoot& root) {
  std::string id;
  device_text(line, id);
  const auto found = records.find(id);
  if (found != records.end()) return found->second;
  return records.emplace(std::move(id), DiskRecord(line, root)).first->second;
}

// The diskstats line of each volume, where mounts or devices have changed.
void LogicalDiskMemory::find_lines(Collection& collection) {
  if (layout == stats.layout()) return;
  layout = stats.layout();
  const LineFinder finder(stats.lines(), collection);
  for (Volume& volume : volumes) {
    volume.line = finder.find(volume.mount);
    volume.record = nullptr;
    if (!volume.line.has_value()) continue;
    volume.record = &record_of(stats.lines()[*volume.line], collection.root);
  }
}

void LogicalDiskMemory::ask_for_space(Collection& collection, const CatalogueObject& object) {
  const bool is_wanted =
      collection.wants(object, kFreeSpace) || collection.wants(object, kFreeMegabytes);
  asked.clear();
  asked_paths.clear();
  for (Volume& volume : volumes) {
    volume.space_reason = reason_not_to_ask(volume, collection, is_wanted);
    if (volume.space_reason != Reasons::kPresent) continue;
    asked.push_back(&volume);
    asked_paths.push_back(volume.mount.mount_point);
  }
  space.ask(asked_paths, patience, answers);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    asked[i]->space = answers[i].space;
    asked[i]->space_reason = reason_of(answers[i], *asked[i], collection);
  }
}

template <>
void MemoryDeleter<LogicalDiskMemory>::operator()(LogicalDiskMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<LogicalDiskMemory> make_logical_disk_memory(FilesystemSpace::Ask ask,
                                                     std::chrono::milliseconds patience) {
  return MemoryOf<LogicalDiskMemory>(new LogicalDiskMemory(std::move(ask), patience));
}

MemoryOf<LogicalDiskMemory> make_logical_disk_memory() {
  return make_logical_disk_memory(FilesystemSpace::ask_statvfs);
}

void collect_logical_disk(LogicalDiskMemory& memory, Collection& collection, ObjectTable& table) {
  const bool clock_was_set = memory.clock.was_set(collection.instant);
  if (!memory.read_mounts(collection.root)) return;
  const auto stats_read = memory.stats.read(collection.root);
  memory.find_lines(collection);
  memory.ask_for_space(collection, table.object());
  for (Volume& volume : memory.volumes) {
    const DiskLine* const line = memory.line_of(volume);
    if (line != nullptr)
      static_cast<void>(volume.record->is_replaced(collection.root, memory.buffer));
    const std::size_t instance = table.add_instance(volume.instance_name, mount_key(volume));
    set_free_space(volume, instance, table, collection);
    if (line == nullptr) {
      const ReasonId reason = no_line_reason(volume, stats_read, collection);
      set_disk_counters_missing(table, instance, kLogicalDiskCounters, reason);
    } else {
      const DiskReading reading = volume.record->follow(*line, collection, clock_was_set);
      set_disk_counters(table, instance, kLogicalDiskCounters, reading, collection.reasons);
    }
  }
  if (table.instance_count() > 0) table.add_total();
}

}  // namespace openperflib::linux_objects
