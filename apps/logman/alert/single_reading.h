// One reading of what the counters of a set have on this machine, before the set runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "apps/collection/environment.h"
#include "openperflib/machine_jobs/path_reading.h"
#include "openperflib/query/query.h"

namespace openperflib::logman {

// Who named the counters: each of those that a user has just typed has to exist here, while a set
// that comes from elsewhere may have some that do not.
enum class Named : std::uint8_t { typed, kept };

// Returns nullopt where the machine cannot be read, which is reported when the set is started.
[[nodiscard]] std::optional<PathReading> read_once(const apps::Environment& environment,
                                                   std::span<const std::string> paths);

// Returns whether a path matches something, or an instance that has yet to come can.
[[nodiscard]] bool can_match(Query::Match match);

}  // namespace openperflib::logman
