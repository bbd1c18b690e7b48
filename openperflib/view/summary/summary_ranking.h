// The largest instances of each counter: what summary --top shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "openperflib/view/summary/series_summary.h"

namespace openperflib {

// What instances are ranked by.
enum class RankedBy : std::uint8_t { average, maximum, growth };

// The `most` instances of each counter, the largest first, without those that have no such number.
// Counters stay in the order in which they came first. Totals and the process Idle are left out
// where others remain; series without instances stay.
[[nodiscard]] std::vector<SummaryOfSeries> largest_instances(std::vector<SummaryOfSeries> all,
                                                             RankedBy by, std::size_t most);

}  // namespace openperflib
