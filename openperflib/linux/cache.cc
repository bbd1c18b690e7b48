// Cache: a table of the three counters that Linux can provide. Source: docs/objects/cache.md.
#include <array>
#include <utility>

#include "openperflib/linux/counter_rows_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/shared_files_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr auto kVmstat = std::to_array<CounterRow>({
    {24, {plus("nr_written")}, Unit::kernel_pages_as_pages},
    {27, {plus("nr_dirty")}, Unit::kernel_pages_as_pages},
    {28, {plus("nr_dirty_threshold")}, Unit::kernel_pages_as_pages},
});

}  // namespace

struct CacheMemory {
  bool wants_keys = true;  // not yet requested from the shared file
};

template <>
void MemoryDeleter<CacheMemory>::operator()(CacheMemory* memory) const noexcept {
  delete memory;
}

MemoryOf<CacheMemory> make_cache_memory() { return MemoryOf<CacheMemory>(new CacheMemory); }

void collect_cache(CacheMemory& memory, Collection& collection, ObjectTable& table) {
  KeyFile& vmstat = collection.shared.vmstat;
  if (std::exchange(memory.wants_keys, false)) want_keys(vmstat, kVmstat);
  vmstat.read(collection);
  collect_rows(kVmstat, vmstat, collection, table);
}

}  // namespace openperflib::linux_objects
