// ObjectDescription: how a source or a provider describes its objects and counters, whether or not
// it has values of them now.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"

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

// A question where a value comes from.
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

// Returns the description of a counter; null: the object does not have it.
[[nodiscard]] const CounterDescription* find_counter(const ObjectDescription& object,
                                                     TitleIndex counter) noexcept;
// Puts an instance into a source text.
[[nodiscard]] std::string fill_source(std::string_view text, std::string_view instance);
// Returns whether a request includes the object.
[[nodiscard]] bool is_requested(const ObjectDescription& object,
                                const ObjectRequest& request) noexcept;

}  // namespace openperflib
