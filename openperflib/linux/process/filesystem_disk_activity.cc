// FileSystem Disk Activity: the bytes that file systems read from disks and wrote to them for all
// processes. Source: docs/objects/system.md.
#include <array>
#include <cstdint>

#include "openperflib/linux/process/process_scan_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

enum ActivityOrder : std::uint16_t {
  kBytesRead = FileSystemDiskActivityRow::kFileSystemBytesRead,
  kBytesWritten = FileSystemDiskActivityRow::kFileSystemBytesWritten
};

struct SummedNumber {
  ActivityOrder order;
  ProcessNumber number;
};
constexpr auto kNumbers = std::to_array<SummedNumber>({
    {kBytesRead, ProcessNumber::disk_read_bytes},
    {kBytesWritten, ProcessNumber::disk_write_bytes},
});

// ProcessScan keeps the sums from decreasing.
void collect_filesystem_disk_activity(CollectContext& context, ObjectTable& table) {
  context.processes.ensure_read(context);
  const std::size_t instance = table.add_instance("default");
  for (const SummedNumber& one : kNumbers) {
    put(table, instance, one.order, context.processes.totals().io_sum(one.number));
  }
  table.add_total();
}

}  // namespace

std::unique_ptr<Collector> make_filesystem_disk_activity_collector() {
  return make_collector<collect_filesystem_disk_activity>();
}

}  // namespace openperflib::linux_objects
