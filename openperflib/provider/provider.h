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
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/provider_report.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// Whether a machine of this kind has the values of a counter: usually, with rights or a device that
// it may lack, or never.
enum class Availability : std::uint8_t { usual, optional, never };

// One counter of an object, whether or not this machine has a value of it.
struct CounterDescription {
  TitleIndex name_index = 0;
  TitleIndex help_index = 0;
  std::string_view name;
  std::string_view summary;  // what it measures, in one phrase; empty: not known
  std::uint32_t type = 0;
  Availability availability = Availability::usual;
  std::uint32_t size = 0;  // bytes; 0: not known
  // Where its value comes from, with {} for the instance (see source_of); empty: not known.
  std::string_view source;
  std::string_view closeness;       // how close it is to the counter of Windows; or empty
  std::string_view private_state;   // kept for it by the collecting process; or empty
  std::string_view missing_reason;  // why it has no definition where it has none; or empty
  bool is_listed = true;            // false: it is for other counters, such as a clock
};

// A value whose source is asked for.
struct SourceQuestion {
  TitleIndex object = 0;
  TitleIndex counter = 0;
  std::string_view instance;  // its name, UTF-8; empty: none
  std::string_view shown;     // the same as people see it: with its parent or number
  std::uint32_t process_id = 0;
};

// Which requests include an object besides those by its index: Global, Costly, or both, where
// Costly adds counters to those of Global.
enum class ObjectCost : std::uint8_t { global, also_costly, costly };

// An object is collected with the objects that its instances refer to: of those, at least this
// counter; all counters if all of the object are requested.
struct ObjectNeed {
  TitleIndex object = 0;
  TitleIndex counter = 0;
};

// One object. All texts are UTF-8.
struct ObjectDescription {
  TitleIndex name_index = 0;
  TitleIndex help_index = 0;
  std::string_view name;
  std::string_view help;
  bool has_instances = false;  // of its kind; there may be none now
  ObjectCost cost = ObjectCost::global;
  bool is_collected = true;     // false: known by name, but never written
  bool is_counter_set = false;  // of another program
  std::span<const ObjectNeed> needs;
  std::span<const CounterDescription> counters;  // bases are not counted
};

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

// The description of a counter; null: the object does not have it.
[[nodiscard]] const CounterDescription* find_counter(const ObjectDescription& object,
                                                     TitleIndex counter) noexcept;
// Puts an instance into a source text.
[[nodiscard]] std::string fill_source(std::string_view text, std::string_view instance);
// Whether a request includes the object.
[[nodiscard]] bool is_requested(const ObjectDescription& object,
                                const ObjectRequest& request) noexcept;

}  // namespace openperflib
