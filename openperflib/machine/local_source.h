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

// What a LocalSource collects, and how.
struct LocalSourceOptions {
  // Folders with proc/ and sys/ to read instead of this machine, one collection each, in order.
  std::vector<std::string> roots = {};
  std::uint32_t page_size = 0;     // 0: that of this machine, or 4096 for a root folder
  unsigned kept_descriptors = 64;  // how many /proc files may stay open between collections
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;  // of Process
  NameFormat thread_names = NameFormat::name;   // of Thread
  // Whether each block ends with the objects that describe it: Counter Links, if it has counters of
  // sets with a clock or attributes, Titles, if the fixed table lacks one of its names, and
  // Collection Status. Otherwise a block has them only on request: by
  // ObjectRequest::add_description(), as queries do, or by their indices.
  bool collection_status = true;
  ProviderFactory providers = {};  // called once; not for root folders
  EventSink log_event = {};        // gets the events of each collection; empty: they are dropped
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
  // Returns whether this source collects this machine rather than root folders.
  [[nodiscard]] bool is_live() const noexcept override;
  // Returns the titles of everything that can be requested by name; their generation changes with
  // the objects of a provider.
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() override;
  // Returns the objects of all providers.
  [[nodiscard]] std::vector<const ObjectDescription*> describe() const override;
  // Returns the description of a counter, also for Collection Status, which describe() lacks.
  [[nodiscard]] const CounterDescription* describe_counter(TitleIndex object,
                                                           TitleIndex counter) const override;
  // Returns the answer of the first provider that knows the value; empty: none does.
  [[nodiscard]] std::string source_of(const SourceQuestion& value) const override;
  // Returns the services that providers ask, with their state after the last read().
  [[nodiscard]] std::vector<ServiceState> services() const;
  // Returns the counter sets of other processes, as of the last read(); null: no provider reads
  // them.
  [[nodiscard]] CounterSets* counter_sets() const noexcept;
  // Returns the events that providers reported in the last read(), for the log of the system. Valid
  // until the next read().
  [[nodiscard]] std::span<const ProviderEvent> events() const noexcept;
  // In a forked child of the process that opened it: closes the connections to other processes.
  // Afterwards it may only be destroyed.
  void forget() noexcept;
  // Returns the block of the last read(), as a registry query would return it. Valid until the next
  // read().
  [[nodiscard]] Bytes block() const noexcept;

 private:
  struct State;
  // Called only by open().
  explicit LocalSource(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
