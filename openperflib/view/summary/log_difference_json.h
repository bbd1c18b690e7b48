// The difference of two logs, as JSON (docs/perflib.md, section 7d).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/summary/log_difference.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// A series that both logs have: an element of "series". `rows`: what the first log has.
void write_change(JsonWriter& out, const SeriesChange& change, RowsOf rows);

// The member `name`: the instances that only one log has.
void write_lone_instances(JsonWriter& out, std::string_view name,
                          const std::vector<LoneInstance>& instances);

// Members of an object, after "series": what only one log has, and what has no average.
void write_what_is_not_in_both(JsonWriter& out, const LogDifference& difference);

// A log that was compared. Value.
struct ComparedLog {
  std::string file;
  SummaryExtent extent;  // of what was compared
};

// The whole document. `rows`: what the first log has. `write` gets the document piece by piece:
// only one change is in memory as text.
void write_difference_json(const LogDifference& difference, const ComparedLog& before,
                           const ComparedLog& after, RowsOf rows,
                           const std::function<void(std::string_view piece)>& write);

}  // namespace openperflib
