// What `perflib provider publish` and `perflib provider statsd` do until they end.
#pragma once

#include <chrono>
#include <string>

#include "apps/perflib/provider/statsd_sets.h"
#include "apps/perflib/run/failure.h"

namespace openperflib::apps {

// Publishes the sets of a JSON file, with what standard input says, until its end or a signal.
// Lines that cannot be applied are reported and skipped; the run has failed then.
[[nodiscard]] Outcome publish_lines(const std::string& file);

// Publishes what arrives at an address, until a signal. Prints the address.
[[nodiscard]] Outcome publish_statsd(const std::string& address, const StatsdLimits& limits);

}  // namespace openperflib::apps
