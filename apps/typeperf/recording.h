// The run of typeperf that everybody knows: samples, row by row, until it is told to stop.
#pragma once

#include "apps/typeperf/options.h"

namespace openperflib::typeperf {

// Collects and writes as `options` say. Counters that cannot be added are named on standard error
// and left out. Errors: none could be added ("No valid counters."), or something could not be
// written.
[[nodiscard]] Outcome record(const Options& options);

}  // namespace openperflib::typeperf
