// The usual run of typeperf: samples, row by row, until it is stopped.
#pragma once

#include "apps/typeperf/options.h"

namespace openperflib::typeperf {

// Collects and writes as `options` say. Counters that cannot be added are reported on standard
// error and left out. Errors: no counter could be added ("No valid counters."), or something could
// not be written.
[[nodiscard]] Outcome record(const Options& options);

}  // namespace openperflib::typeperf
