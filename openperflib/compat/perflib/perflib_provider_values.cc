#include <atomic>
#include <cstddef>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/perflib/perflib_provider.h"
#include "openperflib/compat/perflib/perflib_provider_directory_internal.h"
#include "openperflib/compat/perflib/perflib_provider_places_internal.h"
#include "openperflib/compat/perflib/perflib_provider_process_internal.h"

namespace openperflib::compat {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// What a function does with the word of a counter.
struct Store {
  template <typename Word>
  static void to(std::atomic_ref<Word> word, Word value) noexcept {
    word.store(value, kRelaxed);
  }
};
struct Add {
  template <typename Word>
  static void to(std::atomic_ref<Word> word, Word value) noexcept {
    word.fetch_add(value, kRelaxed);
  }
};

// `places`: of the set of the instance.
template <typename Change, typename Word>
inline DWORD change_at(const std::uint32_t* places, PERF_COUNTERSET_INSTANCE* instance, ULONG id,
                       Word value) {
  constexpr PlaceKind kKind = sizeof(Word) == 4 ? PlaceKind::value4 : PlaceKind::value8;
  const CounterPlace place = CounterPlaces::find_in(places, id);
  if (place.kind() != kKind) [[unlikely]] {
    return place.kind() == PlaceKind::unknown ? ERROR_NOT_FOUND : ERROR_INVALID_PARAMETER;
  }
  std::byte* const bytes = reinterpret_cast<std::byte*>(instance) + place.offset();
  Change::to(std::atomic_ref(*reinterpret_cast<Word*>(bytes)), value);
  return ERROR_SUCCESS;
}

DWORD fault_of(HANDLE provider, const void* instance) {
  if (instance == nullptr) return ERROR_INVALID_PARAMETER;
  const bool is_open = ProcessProviders::instance().find(provider) != nullptr;
  return is_open ? ERROR_INVALID_PARAMETER : ERROR_INVALID_HANDLE;
}

// The entry at its hash position is another instance: search for it. It may also be unknown, or the
// directory has just grown.
template <typename Change, typename Word>
[[gnu::noinline]] DWORD search_and_change(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance,
                                          ULONG id, Word value) {
  InstanceDirectory& directory = InstanceDirectory::of_process();
  const InstanceDirectory::Entry* const entry = directory.find(instance);
  if (entry != nullptr && entry->owner.load(kRelaxed) == provider) {
    return change_at<Change>(entry->places.load(kRelaxed), instance, id, value);
  }
  const KnownInstance known = directory.search(instance);
  const bool is_found = known.owner != nullptr && known.owner == provider;
  if (!is_found) return fault_of(provider, instance);
  return change_at<Change>(known.places, instance, id, value);
}

// If the instance belongs to the handle, the handle is open (in a forked child: was open in the
// parent). All unusual cases are in another function, so that this one saves no register.
template <typename Change, typename Word>
inline DWORD change_value(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance, ULONG id,
                          Word value) {
  const InstanceDirectory::Entry* const home = InstanceDirectory::of_process().home(instance);
  const bool is_there = instance != nullptr &&
                        home->block.load(std::memory_order_acquire) == instance &&
                        home->owner.load(kRelaxed) == provider;
  if (!is_there) [[unlikely]]
    return search_and_change<Change>(provider, instance, id, value);
  return change_at<Change>(home->places.load(kRelaxed), instance, id, value);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

ULONG PerfSetULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                               ULONG counter_id, ULONG value) {
  return change_value<Store>(provider, instance, counter_id, value);
}

ULONG PerfSetULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                   ULONG counter_id, ULONGLONG value) {
  return change_value<Store>(provider, instance, counter_id, value);
}

ULONG PerfIncrementULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                     ULONG counter_id, ULONG value) {
  return change_value<Add>(provider, instance, counter_id, value);
}

ULONG PerfIncrementULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                         ULONG counter_id, ULONGLONG value) {
  return change_value<Add>(provider, instance, counter_id, value);
}

ULONG PerfDecrementULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                     ULONG counter_id, ULONG value) {
  return change_value<Add>(provider, instance, counter_id, ULONG{0} - value);
}

ULONG PerfDecrementULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                         ULONG counter_id, ULONGLONG value) {
  return change_value<Add>(provider, instance, counter_id, ULONGLONG{0} - value);
}
