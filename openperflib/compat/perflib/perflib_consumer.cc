#include "openperflib/compat/perflib/perflib_consumer.h"

#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/guid_argument_internal.h"
#include "openperflib/compat/handle_table_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/compat/process/this_machine_internal.h"
#include "openperflib/machine/v2/counter_set_query.h"
#include "openperflib/machine/v2/set_information.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

// What queries of this process have. The mutex of ProcessRegistry guards it, also around fork().
struct Consumer {
  CounterSetSource source = {};
  HandleTable<CounterSetQuery> queries{HandleKind::query};
  std::vector<std::byte> bytes = {};  // of the reply that is being given

  // One per process; never destroyed, as ProcessRegistry.
  static Consumer& instance() {
    return made_once([] { return new Consumer(); });
  }
};

LSTATUS win32_of(SetStatus status) { return static_cast<LSTATUS>(code_of(status)); }
LSTATUS win32_of(const std::expected<void, SetStatus>& result) {
  return result.has_value() ? ERROR_SUCCESS : win32_of(result.error());
}

// What a caller wants filled.
struct Room {
  void* buffer;
  DWORD size;      // units
  LPDWORD actual;  // units
  [[nodiscard]] bool is_valid() const {
    return actual != nullptr && (buffer != nullptr || size == 0);
  }
  [[nodiscard]] MutableBytes bytes() const { return {static_cast<std::byte*>(buffer), size}; }
};

// `unit`: bytes of one. Says how much there is, and gives it if there is room for all of it.
LSTATUS give_bytes(Bytes bytes, const Room& room, std::size_t unit = 1) {
  const std::size_t units = bytes.size() / unit;
  *room.actual = static_cast<DWORD>(units);
  if (units > room.size) return ERROR_NOT_ENOUGH_MEMORY;
  if (!bytes.empty()) std::memcpy(room.buffer, bytes.data(), bytes.size());
  return ERROR_SUCCESS;
}

// Calls work(registry, consumer). No exception leaves a C function.
template <typename Work>
ULONG with_consumer(Work work) {
  try {
    return static_cast<ULONG>(ProcessRegistry::with(
        [&](Registry& registry) -> LSTATUS { return work(registry, Consumer::instance()); }));
  } catch (const std::bad_alloc&) {
    return ERROR_OUTOFMEMORY;
  }
}

// The same if `machine` names this one.
template <typename Work>
ULONG with_named(LPCWSTR machine, Work work) {
  return with_consumer([&](Registry& registry, Consumer& consumer) -> LSTATUS {
    return is_this_machine(utf8_of(machine)) ? work(registry, consumer) : ERROR_BAD_NETPATH;
  });
}

// The same with what is read of this machine: work(source, consumer).
template <typename Work>
ULONG with_machine(LPCWSTR machine, Work work) {
  return with_named(machine, [&](Registry& registry, Consumer& consumer) -> LSTATUS {
    const auto source = registry.machine();
    return source.has_value() ? work(**source, consumer) : source.error();
  });
}

// work(set, machine's sets) for a set of this machine, collected for a purpose.
template <typename Work>
ULONG with_set(LPCWSTR machine, LPCGUID set, std::optional<SetPurpose> purpose, const Room& room,
               Work work) {
  if (set == nullptr || !room.is_valid()) return ERROR_INVALID_PARAMETER;
  return with_machine(machine, [&](LocalSource& source, Consumer& consumer) -> LSTATUS {
    const Guid guid = guid_at(set);
    const auto collected = consumer.source.collect(source, std::span(&guid, 1), purpose);
    if (!collected.has_value()) return win32_of(collected);
    const auto found = consumer.source.find(guid);
    if (!found.has_value()) return win32_of(SetStatus::set_unknown);
    const std::expected<void, SetStatus> written = work(*found, consumer);
    return written.has_value() ? give_bytes(consumer.bytes, room) : win32_of(written);
  });
}

// work(query, registry, consumer) for an open query. Opens nothing of the machine.
template <typename Work>
ULONG with_query(HANDLE handle, Work work) {
  return with_consumer([&](Registry& registry, Consumer& consumer) -> LSTATUS {
    const auto query = consumer.queries.find(handle);
    return query == nullptr ? ERROR_INVALID_HANDLE : work(*query, registry, consumer);
  });
}

// work(query, consumer, source) for an open query that reads the machine.
template <typename Work>
ULONG with_reading_query(HANDLE handle, Work work) {
  return with_query(handle,
                    [&](CounterSetQuery& query, Registry& registry, Consumer& consumer) -> LSTATUS {
                      const auto source = registry.machine();
                      return source.has_value() ? work(query, consumer, **source) : source.error();
                    });
}

MutableBytes blocks_at(PPERF_COUNTER_IDENTIFIER counters, DWORD size) {
  return std::as_writable_bytes(std::span(reinterpret_cast<BYTE*>(counters), size));
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

ULONG PerfEnumerateCounterSet(LPCWSTR machine, LPGUID sets, DWORD count, LPDWORD actual) {
  const Room room{sets, count, actual};
  if (!room.is_valid()) return ERROR_INVALID_PARAMETER;
  return with_machine(machine, [&](LocalSource& source, Consumer& consumer) -> LSTATUS {
    const auto collected = consumer.source.collect_all(source);
    if (!collected.has_value()) return win32_of(collected);
    const std::vector<Guid> all = consumer.source.list();
    return give_bytes(std::as_bytes(std::span(all)), room, sizeof(GUID));
  });
}

ULONG PerfEnumerateCounterSetInstances(LPCWSTR machine, LPCGUID set, PPERF_INSTANCE_HEADER buffer,
                                       DWORD size, LPDWORD actual) {
  return with_set(machine, set, SetPurpose::enumerate, {buffer, size, actual},
                  [](const ConsumerSet& found, Consumer& consumer) {
                    return write_instances(consumer.source, found, consumer.bytes);
                  });
}

ULONG PerfQueryCounterSetRegistrationInfo(LPCWSTR machine, LPCGUID set, PerfRegInfoType code,
                                          DWORD language, LPBYTE buffer, DWORD size,
                                          LPDWORD actual) {
  return with_set(machine, set, std::nullopt, {buffer, size, actual},
                  [&](const ConsumerSet& found, Consumer& consumer) {
                    return write_information(found, SetInformation{code}, language, consumer.bytes);
                  });
}

ULONG PerfOpenQueryHandle(LPCWSTR machine, HANDLE* query) {
  if (query == nullptr) return ERROR_INVALID_PARAMETER;
  return with_named(machine, [&](Registry& registry, Consumer& consumer) -> LSTATUS {
    const HANDLE handle = consumer.queries.add(std::make_shared<CounterSetQuery>());
    if (handle == nullptr) return ERROR_NO_SYSTEM_RESOURCES;
    registry.hold();
    *query = handle;
    return ERROR_SUCCESS;
  });
}

ULONG PerfCloseQueryHandle(HANDLE query) {
  return with_consumer([&](Registry& registry, Consumer& consumer) -> LSTATUS {
    const auto closed = consumer.queries.remove(query);
    if (closed == nullptr) return ERROR_INVALID_HANDLE;
    closed->clear(consumer.source, registry.open_machine());
    registry.let_go();
    return ERROR_SUCCESS;
  });
}

ULONG PerfAddCounters(HANDLE query, PPERF_COUNTER_IDENTIFIER counters, DWORD size) {
  if (counters == nullptr) return ERROR_INVALID_PARAMETER;
  return with_reading_query(
      query, [&](CounterSetQuery& open, Consumer& consumer, LocalSource& source) {
        return win32_of(open.add(consumer.source, source, blocks_at(counters, size)));
      });
}

ULONG PerfDeleteCounters(HANDLE query, PPERF_COUNTER_IDENTIFIER counters, DWORD size) {
  if (counters == nullptr) return ERROR_INVALID_PARAMETER;
  return with_query(query, [&](CounterSetQuery& open, Registry& registry, Consumer& consumer) {
    return win32_of(
        open.remove(consumer.source, registry.open_machine(), blocks_at(counters, size)));
  });
}

ULONG PerfQueryCounterInfo(HANDLE query, PPERF_COUNTER_IDENTIFIER counters, DWORD size,
                           LPDWORD actual) {
  const Room room{counters, size, actual};
  if (!room.is_valid()) return ERROR_INVALID_PARAMETER;
  return with_query(query, [&](CounterSetQuery& open, Registry&, Consumer&) {
    return give_bytes(open.identifiers(), room);
  });
}

ULONG PerfQueryCounterData(HANDLE query, PPERF_DATA_HEADER buffer, DWORD size, LPDWORD actual) {
  const Room room{buffer, size, actual};
  if (!room.is_valid()) return ERROR_INVALID_PARAMETER;
  return with_reading_query(
      query, [&](CounterSetQuery& open, Consumer& consumer, LocalSource& source) -> LSTATUS {
        const auto needed = open.collect(consumer.source, source, room.bytes());
        if (!needed.has_value()) return win32_of(needed.error());
        *actual = *needed;
        return *needed > size ? ERROR_NOT_ENOUGH_MEMORY : ERROR_SUCCESS;
      });
}
