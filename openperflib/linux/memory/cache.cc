// Cache: a table of the three counters that Linux can provide. Source: docs/objects/cache.md.
#include <array>
#include <utility>

#include "openperflib/linux/memory/memory_files_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

constexpr auto kCacheRows = std::to_array<CounterRow>({
    {CacheRow::kLazyWritePagesPerSec, {plus("nr_written")}, Unit::kernel_pages_as_pages},
    {CacheRow::kDirtyPages, {plus("nr_dirty")}, Unit::kernel_pages_as_pages},
    {CacheRow::kDirtyPageThreshold, {plus("nr_dirty_threshold")}, Unit::kernel_pages_as_pages},
});

struct CacheState {
  bool wants_keys = true;  // not yet requested from the shared file
};

void collect_cache(CacheState& state, CollectContext& context, ObjectTable& table) {
  KeyFile& vmstat = context.memory.vmstat;
  if (std::exchange(state.wants_keys, false)) want_keys(vmstat, kCacheRows);
  vmstat.read(context);
  collect_rows(kCacheRows, vmstat, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_cache_collector() {
  return make_collector<CacheState, collect_cache>();
}

}  // namespace openperflib::linux_objects
