// A chart as JSON (docs/perflib.md, section 7n).
#pragma once

#include <string>

#include "openperflib/view/chart/chart.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// Writes the members of an object.
void write_chart(JsonWriter& out, const Chart& chart);

// Returns the whole document.
[[nodiscard]] std::string chart_json(const Chart& chart);

}  // namespace openperflib
