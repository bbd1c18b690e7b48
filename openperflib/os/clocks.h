// The one instant of a block: all clocks, read together.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. CLOCK_REALTIME, CLOCK_BOOTTIME and CLOCK_MONOTONIC_RAW at one moment. A recorded root
// folder that lacks uptime or btime has none of a kind: nullopt, and what needs it has no data.
struct Instant {
  std::optional<FileTime> realtime;             // UTC
  std::optional<std::int64_t> boottime_100ns;   // since boot, suspend included
  std::optional<std::int64_t> monotonic_100ns;  // PerfTime, in 10 MHz ticks
  bool operator==(const Instant&) const = default;
};

// This machine's clocks, read together.
[[nodiscard]] Instant read_clocks() noexcept;

}  // namespace openperflib
