// PhysicalDisk: one instance per whole device of /proc/diskstats. Source: docs/objects/disks.md.
#include <fmt/core.h>

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/linux/storage/disk_counters_internal.h"
#include "openperflib/linux/storage/physical_disk_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {
namespace {

// Removes parts from the front of a name.
class NameParts {
 public:
  explicit NameParts(std::string_view name) noexcept : rest_(name) {}
  bool literal(std::string_view text) noexcept {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool letters() noexcept {
    return take([](char c) { return c >= 'a' && c <= 'z'; });
  }
  bool digits() noexcept {
    return take([](char c) { return c >= '0' && c <= '9'; });
  }
  [[nodiscard]] bool ended() const noexcept { return rest_.empty(); }

 private:
  template <typename Is>
  bool take(Is is) noexcept {
    std::size_t length = 0;
    while (length < rest_.size() && is(rest_[length])) ++length;
    rest_.remove_prefix(length);
    return length > 0;
  }
  std::string_view rest_;
};

// A whole disk: a family's prefix and letters, nothing after them (a digit makes a partition).
constexpr std::array<std::string_view, 5> kLetteredDisks = {"sd", "hd", "vd", "xvd", "dasd"};
// Never a disk: a family's prefix and a number.
constexpr std::array<std::string_view, 8> kNumberedOthers = {"sr",   "fd",  "loop", "ram",
                                                             "zram", "dm-", "md",   "md_d"};

bool is_lettered_disk(std::string_view name) noexcept {
  for (const std::string_view family : kLetteredDisks) {
    NameParts parts(name);
    if (parts.literal(family) && parts.letters() && parts.ended()) return true;
  }
  return false;
}

bool is_numbered_other(std::string_view name) noexcept {
  for (const std::string_view family : kNumberedOthers) {
    NameParts parts(name);
    if (parts.literal(family) && parts.digits()) return true;
  }
  return false;
}

// nvme0n1 is a disk; nvme0c0n1 one path to it.
DiskName classify_nvme(NameParts parts) noexcept {
  if (!parts.digits()) return DiskName::ask_the_device;
  if (parts.literal("c")) return DiskName::no_disk;
  const bool whole = parts.literal("n") && parts.digits() && parts.ended();
  return whole ? DiskName::whole_disk : DiskName::ask_the_device;
}

// mmcblk0 is a disk; mmcblk0boot0 and mmcblk0rpmb are areas of the same chip.
DiskName classify_mmc(NameParts parts) noexcept {
  if (!parts.digits()) return DiskName::ask_the_device;
  if (parts.ended()) return DiskName::whole_disk;
  const bool area = parts.literal("boot") || parts.literal("rpmb");
  return area ? DiskName::no_disk : DiskName::ask_the_device;
}

struct PhysicalDisk {
  DiskRecord record;
  std::uint32_t number;  // N of "N name"
  std::string instance_name;
  std::uint64_t key_salt;     // distinguishes devices that share a device number
  std::uint64_t seen_in = 0;  // the layout in which it was last found; a second line is ignored
};

void number_disk(PhysicalDisk& disk, std::uint32_t number, std::string_view device) {
  disk.number = number;
  disk.instance_name = fmt::format("{} ", number);
  append_instance_name(disk.instance_name, device);
}

bool is_linked_to_device(std::string_view name, const ProcRoot& root, std::string& path) {
  if (name == "." || name == "..") return false;
  path = "sys/block/";
  for (const char c : name) path += c == '/' ? '!' : c;
  path += "/device";
  return root.exists(path.c_str());
}

bool is_physical(std::string_view name, CollectContext& context) {
  switch (classify_disk_name(name)) {
    case DiskName::whole_disk:
      return true;
    case DiskName::no_disk:
      return false;
    case DiskName::ask_the_device:
      break;
  }
  return is_linked_to_device(name, context.root, context.scratch);
}

}  // namespace

DiskName classify_disk_name(std::string_view name) noexcept {
  if (is_lettered_disk(name)) return DiskName::whole_disk;
  if (is_numbered_other(name)) return DiskName::no_disk;
  NameParts parts(name);
  if (parts.literal("nvme")) return classify_nvme(parts);
  if (parts.literal("mmcblk")) return classify_mmc(parts);
  return DiskName::ask_the_device;
}

namespace {

struct PhysicalDiskState {
  DiskStats stats;
  ClockWatch clock;
  TextBuffer buffer;
  std::unordered_map<std::string, PhysicalDisk> disks;  // by device_text
  std::vector<PhysicalDisk*> by_line;  // for the lines of `layout`; null: not a disk
  std::optional<std::uint64_t> layout;
  std::uint64_t layouts = 0;
  std::uint32_t next_number = 0;

  // Determines which lines are disks; new ones get the next numbers.
  void classify_lines(CollectContext& context);
  PhysicalDisk* disk_of(const DiskLine& line, CollectContext& context);
};

PhysicalDisk* PhysicalDiskState::disk_of(const DiskLine& line, CollectContext& context) {
  std::string id;
  device_text(line, id);
  auto found = disks.find(id);
  if (found == disks.end()) {
    if (!is_physical(line.name, context)) return nullptr;
    found = disks.emplace(id, PhysicalDisk{DiskRecord(line, context.root), 0, {}, 0, 0}).first;
    number_disk(found->second, next_number++, line.name);
  }
  PhysicalDisk& disk = found->second;
  return std::exchange(disk.seen_in, layouts) == layouts ? nullptr : &disk;
}

void PhysicalDiskState::classify_lines(CollectContext& context) {
  if (layout == stats.layout() && by_line.size() == stats.lines().size()) return;
  layout = stats.layout();
  ++layouts;
  by_line.clear();
  std::set<DeviceNumber> devices;
  for (const DiskLine& line : stats.lines()) {
    PhysicalDisk* const disk = disk_of(line, context);
    by_line.push_back(disk);
    if (disk == nullptr) continue;
    const bool is_first = devices.insert(line.device).second;
    disk->key_salt = is_first ? 0 : std::hash<std::string_view>{}(line.name);
  }
}

void collect_physical_disk(PhysicalDiskState& state, CollectContext& context, ObjectTable& table) {
  const bool clock_was_set = state.clock.was_set(context.instant);
  if (!state.stats.read(context.root).has_value()) return;  // without it there are no instances
  state.classify_lines(context);
  for (std::size_t i = 0; i < state.by_line.size(); ++i) {
    PhysicalDisk* const disk = state.by_line[i];
    if (disk == nullptr) continue;
    const DiskLine& line = state.stats.lines()[i];
    if (disk->record.is_replaced(context.root, state.buffer)) {
      number_disk(*disk, state.next_number++, line.name);
    }
    const DiskReading reading = disk->record.follow(line, context, clock_was_set);
    const std::size_t instance =
        table.add_instance(disk->instance_name, disk->record.key() ^ disk->key_salt);
    set_disk_counters(table, instance, kPhysicalDiskCounters, reading, context.reasons);
  }
  if (table.instance_count() > 0) table.add_total();
}

}  // namespace

std::unique_ptr<Collector> make_physical_disk_collector() {
  return make_collector<PhysicalDiskState, collect_physical_disk>();
}

}  // namespace openperflib::linux_objects
