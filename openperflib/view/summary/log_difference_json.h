// The difference of two logs, as JSON (docs/perflib.md, section 7d).
#pragma once

#include <string_view>
#include <vector>

#include "openperflib/view/summary/log_difference.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// A series that both logs have: an element of "series". `rows`: what the first log has.
void write_change(JsonWriter& out, const SeriesChange& change, RowsOf rows);

// The member `name`: the instances that only one log has.
void write_lone_instances(JsonWriter& out, std::string_view name,
                          const std::vector<LoneInstance>& instances);

// The members after "series": what only one log has, and what has no average.
void write_what_is_not_in_both(JsonWriter& out, const LogDifference& difference);

}  // namespace openperflib
