// The instant of a block: all clocks, read together.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value. CLOCK_REALTIME, CLOCK_BOOTTIME and CLOCK_MONOTONIC_RAW at one moment. A clock is nullopt
// for a recorded root folder without uptime or btime; values that need it then have no data.
struct Instant {
  std::optional<FileTime> realtime;             // UTC
  std::optional<std::int64_t> boottime_100ns;   // since boot, including suspend
  std::optional<std::int64_t> monotonic_100ns;  // PerfTime, in 10 MHz ticks
  bool operator==(const Instant&) const = default;
};

// This machine's clocks, read together.
[[nodiscard]] Instant read_clocks() noexcept;

}  // namespace openperflib
