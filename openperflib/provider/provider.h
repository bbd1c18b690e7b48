// Provider: a component that writes objects into a block, and says which objects it has.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/time/clocks.h"
#include "openperflib/snapshot/missing_reason.h"
#include "openperflib/snapshot/object_description.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/provider_report.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// What to collect: all of a block's objects have one instant.
struct CollectTask {
  const ObjectRequest& request;
  const Instant& instant;
  // When the collection must be over; nullopt: when it is.
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
};

// Why a provider wrote none of its objects.
struct ProviderFault {
  MissingReason code = MissingReason::provider_failed;
  std::string text;  // for people, without the name of the provider
};

// One of the services that a provider asks, in other processes. Value.
struct ServiceState {
  std::string service;
  std::string lack;          // why its last request has no answer, for people; empty: it has one
  std::string confinement;   // what confines its process, for people; empty: it does not run
  bool offers_sets = false;  // it is the socket of a process that offers counter sets
};

class CounterSets;  // v2/counter_sets.h

// A provider never sees a query, only the requested objects. Raw values are absolute, so that
// callers may treat collect() as stateless. One thread at a time.
class Provider {
 public:
  virtual ~Provider() = default;
  // Its name in messages: "Linux", a service, a counter set.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  // Its objects: those that it collects in the order of a block, then the others. Valid until
  // generation() changes, which begin() and collect() may do.
  [[nodiscard]] virtual std::span<const ObjectDescription> describe() const noexcept = 0;
  // Where one value comes from, in words: the source of its description for that instance; empty:
  // not known. May contain any character of the instance's name.
  [[nodiscard]] virtual std::string source_of(const SourceQuestion& value) const;
  // The services that it asks, and how they are after the last collection.
  [[nodiscard]] virtual std::vector<ServiceState> services() const { return {}; }
  // Itself, if it has the counter sets that other processes publish; null otherwise.
  [[nodiscard]] virtual CounterSets* counter_sets() noexcept { return nullptr; }
  // Grows whenever describe() has another result.
  [[nodiscard]] virtual std::uint64_t generation() const noexcept { return 0; }
  // Called for all providers before the first collect(): a provider that asks another process sends
  // its request here, so that the others collect while it waits.
  virtual void begin(const CollectTask& /*task*/) {}
  // Writes the requested objects to `builder`, and what is missing from them to `report`. Errors:
  // it wrote nothing, and all of its requested objects are missing from the block.
  [[nodiscard]] virtual std::expected<void, ProviderFault> collect(const CollectTask& task,
                                                                   DataBlockBuilder& builder,
                                                                   ProviderReport& report) = 0;
  // In a forked child of the process that made it: lets go of other processes without ending them.
  // Afterwards it is only destroyed.
  virtual void forget() noexcept {}
};

}  // namespace openperflib
