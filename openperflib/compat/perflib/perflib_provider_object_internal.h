// PerflibProvider: what a handle of PerfStartProvider stands for: its sets and their instances.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "openperflib/abi/perflib_types.h"
#include "openperflib/base/guid.h"
#include "openperflib/compat/perflib/perflib_provider_memory_internal.h"
#include "openperflib/compat/perflib/perflib_provider_places_internal.h"
#include "openperflib/provider/v2/publish/publisher.h"

namespace openperflib::compat {

struct ProvidedSet;

// An instance: where it is published. It lies in memory of the program's own functions.
struct ProvidedInstance {
  ProvidedSet* set = nullptr;
  PublishedInstance published = {};
  PERF_COUNTERSET_INSTANCE* block = nullptr;
};

// Destroys an instance and gives its memory back.
struct InstanceDeleter {
  ProviderMemory memory = {};
  void* start = nullptr;  // what the memory function gave
  void operator()(ProvidedInstance* instance) const;
};
using InstancePointer = std::unique_ptr<ProvidedInstance, InstanceDeleter>;

// By what a set knows its instances. The text is that of the instance.
struct InstanceName {
  std::u16string_view text;
  std::uint32_t id = 0;
  bool operator==(const InstanceName&) const = default;
};
struct InstanceNameHash {
  std::size_t operator()(const InstanceName& name) const noexcept {
    return std::hash<std::u16string_view>()(name.text) + name.id;
  }
};
using ProvidedInstances = std::unordered_map<InstanceName, InstancePointer, InstanceNameHash>;

struct ProvidedSet {
  explicit ProvidedSet(const CounterSetTemplate& set) : places(set) {}
  PublishedSet* published = nullptr;  // the publisher's
  CounterPlaces places;
  ProvidedInstances instances = {};
};

struct ProviderOptions {
  Guid provider = {};
  PERFLIBREQUEST callback = nullptr;
  ProviderMemory memory = {};
};

// Resource. Any number of threads may call all functions; each answers ERROR_INVALID_HANDLE once
// withdraw() was called. Errors are codes of Windows; after std::bad_alloc
// everything is as before.
class PerflibProvider {
 public:
  template <typename Value>
  using Result = std::expected<Value, DWORD>;
  using Block = PERF_COUNTERSET_INSTANCE*;

  // Outlived by the publisher until it is withdrawn.
  PerflibProvider(Publisher& publisher, ProviderOptions options);
  PerflibProvider(const PerflibProvider&) = delete;
  PerflibProvider& operator=(const PerflibProvider&) = delete;

  [[nodiscard]] Result<void> describe(CounterSetTemplate set);
  // `self`: the handle of this provider, which the value functions get too.
  [[nodiscard]] Result<Block> create(HANDLE self, const Guid& set, const InstanceName& name);
  [[nodiscard]] Result<Block> query(const Guid& set, const InstanceName& name);
  // `block`: any pointer of the program.
  [[nodiscard]] Result<void> remove(HANDLE self, Block block);
  // Has the value of a counter read at `address`, or nowhere.
  [[nodiscard]] Result<void> refer(HANDLE self, Block block, ULONG counter, const void* address);
  // Whether the caller is the callback of this provider.
  [[nodiscard]] bool is_in_callback();
  // Ends everything that it publishes, and waits for a callback that runs. Not to be called in it.
  void withdraw();

 private:
  // What can be said of an instance before there is memory for it.
  [[nodiscard]] Result<void> check_new(const Guid& set, const InstanceName& name);
  // Finds a described set. The mutex is held.
  [[nodiscard]] Result<ProvidedSet*> find(const Guid& set);
  // Finds the instance of any pointer. The mutex is held.
  [[nodiscard]] Result<ProvidedInstance*> find(HANDLE self, Block block);

  Publisher& publisher_;
  ProviderOptions options_;
  std::mutex mutex_;
  bool is_open_ = true;
  std::map<Guid, ProvidedSet> sets_;
};

}  // namespace openperflib::compat
