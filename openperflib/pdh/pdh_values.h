// What PDH calculates without a counter: from a type and readings that the caller has.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/formatted_value.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib {

// The value of a counter, or why it has none: status is then PDH_INVALID_DATA or
// PDH_CALC_NEGATIVE_..., and value.status says more. Value.
struct PdhValue {
  PdhStatus status = PDH_INVALID_DATA;
  CounterType type{};
  FormattedValue value = {};
};

// The value that readings of a type make, in the plain form of PERF_COUNTER_MULTI_TIMER.
// `time_base` in ticks per second; its own in the readings is ignored. PDH_INVALID_ARGUMENT: the
// type never has a value, or needs `time_base`, which is nullopt. PDH_CSTATUS_INVALID_DATA: it
// needs `older`, which is nullopt.
[[nodiscard]] std::expected<PdhValue, PdhStatus> format_readings(
    CounterType type, ValueFormat format, std::optional<std::uint64_t> time_base, RawCounter newer,
    std::optional<RawCounter> older);

}  // namespace openperflib
