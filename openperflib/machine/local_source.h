// LocalSource: collects this machine, or a recorded root folder, into one block, as a query of
// HKEY_PERFORMANCE_DATA does.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/linux/table/kernel_threads.h"
#include "openperflib/linux/table/name_format.h"
#include "openperflib/snapshot/provider_event.h"
#include "openperflib/snapshot/source.h"

namespace openperflib {

class CounterSets;    // provider/v2/read/counter_sets.h
class Provider;       // provider/provider.h
struct ServiceState;  // as Provider

// Makes the providers of this machine besides Linux, in the order of their objects in a block.
using ProviderFactory = std::function<std::vector<std::unique_ptr<Provider>>()>;

// What to collect, and how many descriptors to keep open for it.
struct LocalSourceOptions {
  // Folders with proc/ and sys/ to read instead of this machine, one collection each, in order.
  std::vector<std::string> roots = {};
  std::uint32_t page_size = 0;     // 0: that of this machine, or 4096 for a root folder
  unsigned kept_descriptors = 64;  // how many /proc files may stay open between collections
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;  // of Process
  NameFormat thread_names = NameFormat::name;   // of Thread
  // Whether each block ends with what describes it: Counter Links, if it has counters of sets with
  // a clock or attributes, Titles, if the fixed table lacks one of its names, and Collection
  // Status. Otherwise it has them if they are requested: by ObjectRequest::add_description(), as
  // queries do, or by their indices.
  bool collection_status = true;
  ProviderFactory providers = {};  // called once; not for root folders
  EventSink log_event = {};        // gets what providers report in each collection; empty: nobody
  // How long a collection may take before providers that wait for others give up; nullopt: no
  // limit.
  std::optional<std::chrono::milliseconds> time_limit = std::nullopt;
};

// Resource. One collection at a time. Keeps the collectors' state (clamps, peaks), so that raw
// values never decrease within one LocalSource.
class LocalSource final : public Source {
 public:
  // `fixed`: the titles that are the same on every machine; their texts must live as long as the
  // source. Errors: a root folder cannot be opened.
  [[nodiscard]] static std::expected<std::unique_ptr<LocalSource>, SourceFault> open(
      const TitleTable& fixed, LocalSourceOptions options);
  ~LocalSource() override;

  // Reads one block with the requested objects. Returns end after the last root folder; a live
  // source never ends. At the deadline, providers that wait for others give up; nullopt: after
  // LocalSourceOptions::time_limit. Errors: the next folder cannot be opened; over_limit for a
  // block beyond Limits.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                            Deadline deadline,
                                                            Snapshot& into) override;
  using Source::read;
  // Whether this source collects this machine rather than root folders.
  [[nodiscard]] bool is_live() const noexcept override;
  // What can be asked for by name; another generation after a provider's objects changed.
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() override;
  // The objects of all providers.
  [[nodiscard]] std::vector<const ObjectDescription*> describe() const override;
  // Also of Collection Status, which describe() lacks.
  [[nodiscard]] const CounterDescription* describe_counter(TitleIndex object,
                                                           TitleIndex counter) const override;
  // Returns the answer of the first provider that knows the value; empty: none does.
  [[nodiscard]] std::string source_of(const SourceQuestion& value) const override;
  // The services that providers ask, and how they are after the last read().
  [[nodiscard]] std::vector<ServiceState> services() const;
  // The counter sets that other processes publish; null: no provider has them. What they have is
  // that of the last read(), until the next one.
  [[nodiscard]] CounterSets* counter_sets() const noexcept;
  // What providers reported in the last read() for the system's log. Valid until the next read().
  [[nodiscard]] std::span<const ProviderEvent> events() const noexcept;
  // In a forked child of the process that opened it: lets go of other processes. Afterwards it is
  // only destroyed.
  void forget() noexcept;
  // The block of the last read(), as a registry query would return it. Valid until the next read().
  [[nodiscard]] Bytes block() const noexcept;

 private:
  struct State;
  // Called only by open().
  explicit LocalSource(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
