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

constexpr Unit kPages = Unit::kernel_pages_as_pages;
constexpr Unit kBytes = Unit::kibibytes_as_bytes;
constexpr std::size_t kHugePages = LinuxMemoryRow::kHugePagesTotalBytes;
constexpr std::string_view kHugePageCount = "HugePages_Total", kHugePageSize = "Hugepagesize";

constexpr auto kVmstat = std::to_array<CounterRow>({
    {LinuxMemoryRow::kSwapInPagesPerSec, {plus("pswpin")}, kPages},
    {LinuxMemoryRow::kSwapOutPagesPerSec, {plus("pswpout")}, kPages},
    {LinuxMemoryRow::kMajorFaultsPerSec, {plus("pgmajfault")}},
    {LinuxMemoryRow::kOomKills, {plus("oom_kill")}},
    {LinuxMemoryRow::kDirectReclaimPagesPerSec, {plus_zones("pgscan_direct")}, kPages},
    {LinuxMemoryRow::kBlockReadKBytesPerSec, {plus("pgpgin")}},
    {LinuxMemoryRow::kBlockWriteKBytesPerSec, {plus("pgpgout")}},
});

constexpr auto kMeminfo = std::to_array<CounterRow>({
    {LinuxMemoryRow::kCachedBytes, {plus("Cached")}, kBytes},
    {LinuxMemoryRow::kBuffersBytes, {plus("Buffers")}, kBytes},
    {LinuxMemoryRow::kShmemBytes, {plus("Shmem")}, kBytes},
    {LinuxMemoryRow::kSlabBytes, {plus("Slab")}, kBytes},
    {LinuxMemoryRow::kAnonPagesBytes, {plus("AnonPages")}, kBytes},
    {LinuxMemoryRow::kPageTablesBytes, {plus("PageTables")}, kBytes},
    {LinuxMemoryRow::kDirtyBytes, {plus("Dirty")}, kBytes},
    {LinuxMemoryRow::kWritebackBytes, {plus("Writeback")}, kBytes},
    {LinuxMemoryRow::kSwapUsedBytes, {plus("SwapTotal"), minus_needed("SwapFree")}, kBytes},
});

}  // namespace

struct LinuxMemoryState {
  bool wants_keys = true;  // not yet requested from the shared files
};

namespace {

void want_all_keys(MemoryFiles& files) {
  want_keys(files.vmstat, kVmstat);
  want_keys(files.meminfo, kMeminfo);
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
  const auto bytes =
      kibibytes.has_value() ? in_unit(*kibibytes, kBytes, context.page_size) : std::nullopt;
  if (bytes.has_value()) return table.set(0, kHugePages, *bytes);
  table.set_missing(0, kHugePages,
                    context.reasons.add_bad_word(meminfo.path(), kHugePageCount, count.offset,
                                                 Errc::out_of_range));
}

}  // namespace
namespace {

// namespace
void collect_linux_memory(LinuxMemoryState& state, CollectContext& context, ObjectTable& table) {
  MemoryFiles& files = context.memory;
  if (std::exchange(state.wants_keys, false)) want_all_keys(files);
  files.vmstat.read(context);
  files.meminfo.read(context);
  collect_rows(kVmstat, files.vmstat, context, table);
  collect_rows(kMeminfo, files.meminfo, context, table);
  collect_huge_pages(files.meminfo, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_linux_memory_collector() {
  return make_collector<LinuxMemoryState, collect_linux_memory>();
}

}  // namespace openperflib::linux_objects
