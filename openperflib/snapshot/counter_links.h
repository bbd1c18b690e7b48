// Counter Links: our object that says of the counters of sets what a V1 object cannot: which other
// counters are their clock, and how they are shown. Source: docs/perflib.md, section 8.
#pragma once

#include <cstdint>

namespace openperflib {

// Value: a row of the object. Ordinals are positions of definitions in the object.
struct CounterLink {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  std::uint32_t object_title_index = 0;
  std::uint32_t counter_ordinal = 0;
  std::uint32_t time_ordinal = kNone;       // the counter that is its clock
  std::uint32_t frequency_ordinal = kNone;  // the counter with the ticks per second of that
  std::uint32_t attributes = 0;             // PERF_ATTRIB_ flags
  std::uint32_t id = 0;                     // in its set; not read from blocks
  bool operator==(const CounterLink&) const = default;
};

}  // namespace openperflib
