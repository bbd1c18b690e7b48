// A counter set with a counter that is not listed, as the clocks of other counters are not.
#pragma once

#include <cstdint>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/snapshot/counter_links.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {

// Adds the set with two instances and three counters, and Counter Links, by which the second one is
// not listed. For tests.
inline void add_set_with_a_clock(TestBlock& block) {
  constexpr std::uint32_t kSet = 2000;
  constexpr std::uint32_t kNone = CounterLink::kNone;
  block.object(kSet, {{2002}, {2004}, {2006}}).instance("a", {1, 2, 3}).instance("b", {4, 5, 6});
  block.object(title::kCounterLinks, {{title::kObjectTitleIndex, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kCounterOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kTimeOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kFrequencyOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kAttributes, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("a link", {kSet, 1, kNone, kNone, PERF_ATTRIB_NO_DISPLAYABLE});
}

}  // namespace openperflib
