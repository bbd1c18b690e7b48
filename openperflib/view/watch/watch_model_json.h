// What watch shows of one row, as JSON (docs/perflib.md, section 3g).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/query/query.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/watch/watch_model.h"

namespace openperflib {

// An object with the groups of WatchModel::groups() for the newest row of the query. `time`: that
// of the row as it is shown; nullopt: the source has none. `remainder`: WatchModel::remainder().
void write_watch(JsonWriter& out, const Query& query, const std::optional<std::string>& time,
                 std::span<const WatchGroup> groups,
                 const std::optional<CpuRemainder>& remainder = std::nullopt);

// The member "groups" of that object.
void write_groups(JsonWriter& out, const Query& query, std::span<const WatchGroup> groups);

}  // namespace openperflib
