// A counter set whose instances have clocks of their own, in a block. For tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {

// The bytes of `block` with that set as object 2000, and with the object that says so. `time`: of
// the first instance's clock.
inline std::vector<std::byte> with_clocks(TestBlock block, std::uint64_t value,
                                          std::uint64_t time) {
  block.object(2000, {{2002, PERF_OBJ_TIME_TIMER}, {2004}, {2006}});
  block.instance("slow", {value, time, 1000}).instance("fast", {value, 2 * time, 2000});
  block.object(title::kCounterLinks, {{title::kObjectTitleIndex, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kCounterOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kTimeOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kFrequencyOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kAttributes, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("1", {2000, 0, 1, 2, 0}).instance("2", {2000, 1, ~0U, ~0U, 2});
  block.instance("3", {2000, 2, ~0U, ~0U, 2});
  const Bytes bytes = block.bytes();
  return {bytes.begin(), bytes.end()};
}

}  // namespace openperflib
