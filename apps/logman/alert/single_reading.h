// One reading of what the counters of a set have on this machine, before the set runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/collection/environment.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::logman {

// Who named the counters: each of those that a user has just typed has to exist here, while a set
// that comes from elsewhere may have some that do not.
enum class Named : std::uint8_t { typed, kept };

struct SingleReading {
  std::unique_ptr<LocalSource> source;
  Query query;  // has taken the snapshot
  Snapshot snapshot;
  std::vector<std::string>
      paths;  // those that can be paths; their places are their numbers in the query
};

// Returns nullopt where the machine cannot be read, which is reported when the set is started.
[[nodiscard]] std::optional<SingleReading> read_once(const apps::Environment& environment,
                                                     std::span<const std::string> paths);

// Returns whether a path matches something, or an instance that has yet to come can.
[[nodiscard]] bool can_match(Query::Match match);

}  // namespace openperflib::logman
