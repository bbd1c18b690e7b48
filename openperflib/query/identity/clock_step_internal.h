// The time between two blocks, by their clocks.
#pragma once

#include <cstdint>

#include "openperflib/query/identity/instance_identity_internal.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// The clocks of a block's header.
struct BlockClocks {
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  FileTime perf_time_100ns = 0;
};
[[nodiscard]] BlockClocks clocks_of(const DataBlockView& view) noexcept;

// The time from one block to the next.
struct ClockStep {
  TimeStep time;
  bool grew = false;  // PerfTime grew
  // The two clocks of the blocks advanced differently: one of them was set, or the machine was
  // restarted.
  bool clocks_disagree = false;
  bool went_back = false;  // PerfTime fell: the machine was restarted, and nothing is comparable
  // Also if the clock was set by more than a second: nothing before is comparable in a log.
  bool starts_anew = false;
};
// The clock was set if PerfTime and PerfTime100nSec advance differently by more than 1 % + 10 ms
// (docs/objects.md, section 5).
[[nodiscard]] ClockStep step_between(const BlockClocks& older, const BlockClocks& newer) noexcept;

}  // namespace openperflib
