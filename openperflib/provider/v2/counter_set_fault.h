// What is wrong with a counter set, an instance or a value function that a provider asks for.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib {

// One comment per code. The layer `compat` turns them into the codes of Windows: those of a
// template and of arguments are 87, but for those at the end.
enum class CounterSetFault : std::uint8_t {
  template_too_short,     // it ends before its counters do
  no_counters,            // a set has at least one
  too_many_counters,      // more than kMaxCounters
  unknown_instance_type,  // not one of the six
  repeated_counter,       // two counters have one id
  text_too_long,          // a name or help text has more than kMaxTextBytes, or a name 1,023 units
  too_large,              // an instance or the texts do not fit into the largest segment
  name_missing,           // an instance of a set of several needs a name
  name_too_long,          // more than kMaxNameUnits
  second_instance,        // of a set of one instance
  wrong_width,            // a 4-byte function on an 8-byte counter, the reverse, or a text counter
  is_reference,           // a value function on a counter that is read through a pointer
  is_not_reference,       // a pointer for a counter that has a value of its own
  set_exists,             // the provider has described the set already: 183
  instance_exists,        // an instance has the name and the id already: 183
  not_found,              // no such set, instance or counter: 1168
  in_callback,            // a callback would wait for itself: 1131
  no_memory,              // the system refuses a segment, or the provider's allocator a block: 8
};

// "two counters have the same id": for messages of the C++ interface.
[[nodiscard]] std::string_view describe(CounterSetFault fault) noexcept;

}  // namespace openperflib
