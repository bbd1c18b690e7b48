// Memory: a table over /proc/meminfo and /proc/vmstat, followed by the counters that the kernel
// counts differently from Windows. Source: docs/objects/memory.md.
#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "openperflib/linux/memory/kernel_sizes_internal.h"
#include "openperflib/linux/memory/memory_files_internal.h"
#include "openperflib/linux/memory/paging_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// Rows of objects.csv.
enum MemoryOrder : std::uint16_t {
  kPageFaults = MemoryRow::kPageFaultsPerSec,
  kAvailable = MemoryRow::kAvailableBytes,
  kCommitted = MemoryRow::kCommittedBytes,
  kCommitLimit = MemoryRow::kCommitLimit,
  kCacheFaults = MemoryRow::kCacheFaultsPerSec,
  kPages = MemoryRow::kPagesPerSec,
  kPagesInput = MemoryRow::kPagesInputPerSec,
  kPageReads = MemoryRow::kPageReadsPerSec,
  kPagesOutput = MemoryRow::kPagesOutputPerSec,
  kPoolPaged = MemoryRow::kPoolPagedBytes,
  kPoolNonpaged = MemoryRow::kPoolNonpagedBytes,
  kPageWrites = MemoryRow::kPageWritesPerSec,
  kFreePageTableEntries = MemoryRow::kFreeSystemPageTableEntries,
  kCache = MemoryRow::kCacheBytes,
  kCachePeak = MemoryRow::kCacheBytesPeak,
  kPoolPagedResident = MemoryRow::kPoolPagedResidentBytes,
  kCodeTotal = MemoryRow::kSystemCodeTotalBytes,
  kCodeResident = MemoryRow::kSystemCodeResidentBytes,
  kDriverTotal = MemoryRow::kSystemDriverTotalBytes,
  kDriverResident = MemoryRow::kSystemDriverResidentBytes,
  kCacheResident = MemoryRow::kSystemCacheResidentBytes,
  kCommittedInUse = MemoryRow::kPercentCommittedBytesInUse,
  kAvailableKiB = MemoryRow::kAvailableKBytes,
  kAvailableMiB = MemoryRow::kAvailableMBytes,
  kRePurposed = MemoryRow::kTransitionPagesRePurposedPerSec,
  kFree = MemoryRow::kFreeZeroPageListBytes,
  kModified = MemoryRow::kModifiedPageListBytes,
  kStandby = MemoryRow::kStandbyCacheNormalPriorityBytes,
};

constexpr Unit kBytes = Unit::kibibytes_as_bytes;
constexpr Unit kMebibytes = Unit::kibibytes_as_mebibytes;
constexpr Unit k4KiB = Unit::kibibytes_as_pages;
constexpr Unit kKernelPages = Unit::kernel_pages_as_pages;

// The estimate for kernels without MemAvailable (before 3.14).
constexpr std::array<Term, 5> kOldAvailable = {plus("MemFree"), plus("Active(file)"),
                                               plus("Inactive(file)"), plus("SReclaimable")};

constexpr auto kMeminfoRows = std::to_array<CounterRow>({
    {kAvailable, {plus("MemAvailable")}, kBytes},
    {kAvailable, kOldAvailable, kBytes},
    {kAvailableKiB, {plus("MemAvailable")}},
    {kAvailableKiB, kOldAvailable},
    {kAvailableMiB, {plus("MemAvailable")}, kMebibytes},
    {kAvailableMiB, kOldAvailable, kMebibytes},
    {kFree, {plus("MemFree")}, kBytes},
    {kStandby, {plus("MemAvailable"), minus_needed("MemFree")}, kBytes},
    {kStandby,
     {plus("MemFree"), plus("Active(file)"), plus("Inactive(file)"), plus("SReclaimable"),
      minus_needed("MemFree")},
     kBytes},
    {kModified, {plus("Dirty"), plus("Writeback")}, kBytes},
    {kCommitted, {plus("Committed_AS")}, kBytes},
    {kPoolPaged, {plus("SReclaimable")}, kBytes},
    {kPoolPagedResident, {plus("SReclaimable")}, kBytes},
    {kPoolNonpaged, {plus("SUnreclaim"), plus("KernelStack"), plus("Percpu")}, kBytes},
    {kCache, {plus("Cached"), plus("Buffers"), minus("Shmem"), plus("SReclaimable")}, kBytes},
    {kCacheResident, {plus("Cached"), plus("Buffers"), minus("Shmem")}, kBytes},
    {kFreePageTableEntries,
     {plus("VmallocTotal"), minus("VmallocUsed")},
     k4KiB,
     Part::value,
     Bound::largest},
    {kCommittedInUse, {plus("Committed_AS")}, k4KiB},
});

// The commit limit is enforced only in mode 2; in the others, all of RAM and swap may be committed.
constexpr auto kEnforcedLimit = std::to_array<CounterRow>({
    {kCommitLimit, {plus("CommitLimit")}, kBytes},
    {kCommittedInUse, {plus("CommitLimit")}, k4KiB, Part::base},
});
constexpr auto kNoEnforcedLimit = std::to_array<CounterRow>({
    {kCommitLimit, {plus("MemTotal"), plus("SwapTotal")}, kBytes},
    {kCommittedInUse, {plus("MemTotal"), plus("SwapTotal")}, k4KiB, Part::base},
});

constexpr auto kVmstatRows = std::to_array<CounterRow>({
    {kPageFaults, {plus("pgfault")}},
    {kCacheFaults, {plus("workingset_refault_file")}},
    {kPageReads, {plus("pgmajfault")}},
    {kPagesOutput, {plus("pswpout")}, kKernelPages},
    {kRePurposed,
     {plus_zones("pgsteal_kswapd"), plus_zones("pgsteal_direct"), plus_zones("pgsteal_khugepaged"),
      plus_zones("pgsteal_proactive")},
     kKernelPages},
});

constexpr std::uint64_t kCommitLimitEnforced = 2;  // of overcommit_memory

struct MemoryState {
  bool wants_keys = true;  // not yet requested from the shared files
  KeptFile overcommit{"proc/sys/vm/overcommit_memory", FileEnd::short_read};
  KeptFile modules{"proc/modules"};
  KeptFile iomem{"proc/iomem"};
  Paging paging;
  std::uint64_t largest_cache = 0;
};

void want_memory_keys(MemoryState& state, MemoryFiles& files) {
  if (!std::exchange(state.wants_keys, false)) return;
  want_keys(files.meminfo, kMeminfoRows);
  want_keys(files.meminfo, kEnforcedLimit);
  want_keys(files.meminfo, kNoEnforcedLimit);
  want_keys(files.vmstat, kVmstatRows);
  Paging::want_keys(files.vmstat);
}

// If the file cannot be read, mode 0 is assumed, the kernel's default.
bool limit_is_enforced(MemoryState& state, CollectContext& context) {
  const auto text = context.root.read(state.overcommit, context.buffer);
  return text.has_value() && lone_number(*text) == kCommitLimitEnforced;
}

// Sets two counters to the same number.
void set_both(ObjectTable& table, MemoryOrder first, MemoryOrder second, std::uint64_t value) {
  table.set(0, first, value);
  table.set(0, second, value);
}

void set_both_missing(ObjectTable& table, MemoryOrder first, MemoryOrder second, ReasonId reason) {
  table.set_missing(0, first, reason);
  table.set_missing(0, second, reason);
}

void collect_cache_peak(MemoryState& state, ObjectTable& table) {
  const ReasonId reason = table.reason(0, kCache);
  if (reason != Reasons::kPresent) return table.set_missing(0, kCachePeak, reason);
  state.largest_cache = std::max(state.largest_cache, table.value(0, kCache));
  table.set(0, kCachePeak, state.largest_cache);
}

void collect_drivers(MemoryState& state, CollectContext& context, ObjectTable& table) {
  const auto text = context.root.read(state.modules, context.buffer);
  if (!text.has_value()) {
    return set_both_missing(table, kDriverTotal, kDriverResident,
                            context.reasons.add_file_errno(text.error(), "proc/modules"));
  }
  const auto bytes = parse_modules(*text);
  if (bytes.has_value()) return set_both(table, kDriverTotal, kDriverResident, *bytes);
  set_both_missing(table, kDriverTotal, kDriverResident,
                   context.reasons.add_bad_word("proc/modules", "size", bytes.error().offset,
                                                bytes.error().code));
}

// The kernel shows addresses only to root; others read zeros, which are not a size.
void collect_code(MemoryState& state, CollectContext& context, ObjectTable& table) {
  const auto text = context.root.read(state.iomem, context.buffer);
  Reasons& reasons = context.reasons;
  if (!text.has_value()) {
    return set_both_missing(table, kCodeTotal, kCodeResident,
                            reasons.add_file_errno(text.error(), "proc/iomem"));
  }
  const KernelCode code = parse_iomem(*text);
  if (code.bytes.has_value()) return set_both(table, kCodeTotal, kCodeResident, *code.bytes);
  set_both_missing(table, kCodeTotal, kCodeResident,
                   code.is_hidden ? reasons.add_file_errno(EACCES, "proc/iomem")
                                  : reasons.add_lacking("proc/iomem", "Kernel code"));
}

void set_or_missing(ObjectTable& table, MemoryOrder order, const PagingNumber& number) {
  if (number.has_value()) {
    table.set(0, order, *number);
  } else {
    table.set_missing(0, order, number.error());
  }
}

void collect_paging(MemoryState& state, CollectContext& context, ObjectTable& table) {
  state.paging.read(context.memory.vmstat, context);
  set_or_missing(table, kPagesInput, state.paging.pages_input());
  set_or_missing(table, kPages, state.paging.pages());
  set_or_missing(table, kPageWrites, state.paging.page_writes());
}

void collect_memory(MemoryState& state, CollectContext& context, ObjectTable& table) {
  want_memory_keys(state, context.memory);
  KeyFile& meminfo = context.memory.meminfo;
  KeyFile& vmstat = context.memory.vmstat;
  meminfo.read(context);
  vmstat.read(context);
  collect_rows(kMeminfoRows, meminfo, context, table);
  if (limit_is_enforced(state, context)) {
    collect_rows(kEnforcedLimit, meminfo, context, table);
  } else {
    collect_rows(kNoEnforcedLimit, meminfo, context, table);
  }
  collect_rows(kVmstatRows, vmstat, context, table);
  collect_cache_peak(state, table);
  collect_paging(state, context, table);
  collect_drivers(state, context, table);
  collect_code(state, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_memory_collector() {
  return make_collector<MemoryState, collect_memory>();
}

}  // namespace openperflib::linux_objects
