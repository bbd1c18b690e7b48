// Linux Memory: swap, reclaim and the parts of the page cache, a table. Source:
// docs/objects/linux_memory.md.
#include <array>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/linux/memory/memory_files_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kHugePages = LinuxMemoryRow::kHugePagesTotalBytes;
constexpr std::string_view kHugePageCount = "HugePages_Total", kHugePageSize = "Hugepagesize";

constexpr auto kLinuxVmstatRows = std::to_array<CounterRow>({
    {LinuxMemoryRow::kSwapInPagesPerSec, {plus("pswpin")}, Unit::kernel_pages_as_pages},
    {LinuxMemoryRow::kSwapOutPagesPerSec, {plus("pswpout")}, Unit::kernel_pages_as_pages},
    {LinuxMemoryRow::kMajorFaultsPerSec, {plus("pgmajfault")}},
    {LinuxMemoryRow::kOomKills, {plus("oom_kill")}},
    {LinuxMemoryRow::kDirectReclaimPagesPerSec,
     {plus_zones("pgscan_direct")},
     Unit::kernel_pages_as_pages},
    {LinuxMemoryRow::kBlockReadKBytesPerSec, {plus("pgpgin")}},
    {LinuxMemoryRow::kBlockWriteKBytesPerSec, {plus("pgpgout")}},
});

constexpr auto kLinuxMeminfoRows = std::to_array<CounterRow>({
    {LinuxMemoryRow::kCachedBytes, {plus("Cached")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kBuffersBytes, {plus("Buffers")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kShmemBytes, {plus("Shmem")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kSlabBytes, {plus("Slab")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kAnonPagesBytes, {plus("AnonPages")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kPageTablesBytes, {plus("PageTables")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kDirtyBytes, {plus("Dirty")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kWritebackBytes, {plus("Writeback")}, Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kSwapUsedBytes,
     {plus("SwapTotal"), minus_needed("SwapFree")},
     Unit::kibibytes_as_bytes},
    {LinuxMemoryRow::kMemTotalBytes, {plus("MemTotal")}, Unit::kibibytes_as_bytes},
});

struct LinuxMemoryState {
  bool wants_keys = true;  // not yet requested from the shared files
};

void want_linux_memory_keys(MemoryFiles& files) {
  want_keys(files.vmstat, kLinuxVmstatRows);
  want_keys(files.meminfo, kLinuxMeminfoRows);
  files.meminfo.want(kHugePageCount);
  files.meminfo.want(kHugePageSize);
}

// Only pages of the default huge page size; other sizes are not in this count.
void collect_huge_pages(const KeyFile& meminfo, CollectContext& context, ObjectTable& table) {
  const KeyNumber& count = meminfo[kHugePageCount];
  const KeyNumber& size = meminfo[kHugePageSize];
  for (const KeyNumber* key : {&count, &size}) {
    if (key->state == KeyNumber::State::number) continue;
    return table.set_missing(0, kHugePages, meminfo.why_not(*key, context.reasons));
  }
  const auto kibibytes = checked_mul(count.value, size.value);
  const auto bytes = kibibytes.has_value()
                         ? in_unit(*kibibytes, Unit::kibibytes_as_bytes, context.page_size)
                         : std::nullopt;
  if (bytes.has_value()) return table.set(0, kHugePages, *bytes);
  table.set_missing(0, kHugePages,
                    context.reasons.add_bad_word(meminfo.path(), kHugePageCount, count.offset,
                                                 Errc::out_of_range));
}

void collect_linux_memory(LinuxMemoryState& state, CollectContext& context, ObjectTable& table) {
  MemoryFiles& files = context.memory;
  if (std::exchange(state.wants_keys, false)) want_linux_memory_keys(files);
  files.vmstat.read(context);
  files.meminfo.read(context);
  collect_rows(kLinuxVmstatRows, files.vmstat, context, table);
  collect_rows(kLinuxMeminfoRows, files.meminfo, context, table);
  collect_huge_pages(files.meminfo, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_linux_memory_collector() {
  return make_collector<LinuxMemoryState, collect_linux_memory>();
}

}  // namespace openperflib::linux_objects
