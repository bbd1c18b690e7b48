// Whether the counters of a collection exist on this machine.
#pragma once

#include <span>
#include <string>

#include "apps/collection/environment.h"
#include "apps/logman/alert/single_reading.h"
#include "apps/logman/run/failure.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::logman {

// Checks the paths that the query, which has taken the snapshot, was given in this order. Errors:
// none of them can ever match here, be it an instance that has yet to come; the nearest names of
// the first.
[[nodiscard]] Outcome check_some_can_match(const Query& query, const Snapshot& snapshot,
                                           std::span<const std::string> paths);

// Checks a set that is not running: reads its counters once, and names those that are missing on
// standard error. Errors: only of typed ones.
[[nodiscard]] Outcome check_counters(const apps::Environment& environment,
                                     std::span<const std::string> paths, Named named);

}  // namespace openperflib::logman
