#include <atomic>
#include <cstddef>

#include "openperflib/compat/perflib_provider.h"
#include "openperflib/compat/perflib_provider_directory_internal.h"
#include "openperflib/compat/perflib_provider_places_internal.h"
#include "openperflib/compat/perflib_provider_process_internal.h"

namespace openperflib::compat {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// The fast way has not found the instance: the directory may just have grown.
[[gnu::noinline]] DWORD search_places(HANDLE provider, const void* instance,
                                      const std::uint32_t*& places) {
  if (instance == nullptr) return ERROR_INVALID_PARAMETER;
  const KnownInstance known = InstanceDirectory::of_process().search(instance);
  if (known.owner != nullptr && known.owner == provider) {
    places = known.places;
    return ERROR_SUCCESS;
  }
  const bool is_open = ProcessProviders::instance().find(provider) != nullptr;
  return is_open ? ERROR_INVALID_PARAMETER : ERROR_INVALID_HANDLE;
}

// The table of an instance. An instance of a handle says also that the handle is open, and in a
// forked child that it was open in the parent.
inline DWORD find_places(HANDLE provider, const void* instance, const std::uint32_t*& places) {
  const InstanceDirectory::Entry* const entry = InstanceDirectory::of_process().find(instance);
  if (entry == nullptr || entry->owner.load(kRelaxed) != provider) [[unlikely]] {
    return search_places(provider, instance, places);
  }
  places = entry->places.load(kRelaxed);
  return ERROR_SUCCESS;
}

// Calls change(word) with the value of a counter that is as wide as Word.
template <typename Word, typename Change>
inline DWORD change_value(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance, ULONG id,
                          Change change) {
  const std::uint32_t* places = nullptr;
  const DWORD fault = find_places(provider, instance, places);
  if (fault != ERROR_SUCCESS) [[unlikely]]
    return fault;
  constexpr PlaceKind kKind = sizeof(Word) == 4 ? PlaceKind::value4 : PlaceKind::value8;
  const CounterPlace place = CounterPlaces::find_in(places, id);
  if (place.kind() != kKind) [[unlikely]] {
    return place.kind() == PlaceKind::unknown ? ERROR_NOT_FOUND : ERROR_INVALID_PARAMETER;
  }
  std::byte* const value = reinterpret_cast<std::byte*>(instance) + place.offset();
  change(std::atomic_ref(*reinterpret_cast<Word*>(value)));
  return ERROR_SUCCESS;
}

template <typename Word>
inline DWORD set_value(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance, ULONG id, Word value) {
  return change_value<Word>(provider, instance, id,
                            [&](std::atomic_ref<Word> word) { word.store(value, kRelaxed); });
}

template <typename Word>
inline DWORD add_to_value(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance, ULONG id,
                          Word value) {
  return change_value<Word>(provider, instance, id,
                            [&](std::atomic_ref<Word> word) { word.fetch_add(value, kRelaxed); });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

ULONG PerfSetULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                               ULONG counter_id, ULONG value) {
  return set_value(provider, instance, counter_id, value);
}

ULONG PerfSetULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                   ULONG counter_id, ULONGLONG value) {
  return set_value(provider, instance, counter_id, value);
}

ULONG PerfIncrementULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                     ULONG counter_id, ULONG value) {
  return add_to_value(provider, instance, counter_id, value);
}

ULONG PerfIncrementULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                         ULONG counter_id, ULONGLONG value) {
  return add_to_value(provider, instance, counter_id, value);
}

ULONG PerfDecrementULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                     ULONG counter_id, ULONG value) {
  return add_to_value(provider, instance, counter_id, ULONG{0} - value);
}

ULONG PerfDecrementULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                         ULONG counter_id, ULONGLONG value) {
  return add_to_value(provider, instance, counter_id, ULONGLONG{0} - value);
}
