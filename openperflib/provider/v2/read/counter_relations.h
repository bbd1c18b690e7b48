// CounterRelations: which counters of a set belong together.
//
// Source: docs/formats/offer.md, "As an object".
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/provider/v2/counter_set_template.h"

namespace openperflib {

// Value: the counters that one counter needs, as positions in its set.
struct CounterRelations {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;  // it needs none, or the set lacks it
  std::uint32_t base = kNone;  // its denominator, for PERF_PRECISION_OBJECT_TIMER perhaps its clock
  std::uint32_t multiplier = kNone;
  std::uint32_t time = kNone;       // its own clock
  std::uint32_t frequency = kNone;  // ticks per second of that
  bool operator==(const CounterRelations&) const = default;
};

// Returns the relations of each counter of a valid set. A base or multiplier that the set does not
// name, as in templates of perflib.h, is the counter that follows.
[[nodiscard]] std::vector<CounterRelations> relations_of(const CounterSetTemplate& set);

// Returns for each counter of a valid set how the values of several instances become one:
// PERF_AGGREGATE_TOTAL, ...; PERF_AGGREGATE_UNDEFINED: they do not. A base has the function of its
// counter, a multiplier without one too; a clock without one has the maximum.
[[nodiscard]] std::vector<std::uint32_t> aggregate_functions_of(const CounterSetTemplate& set);

}  // namespace openperflib
