// The axes of a report's charts.
#pragma once

#include "openperflib/view/chart/chart_axis.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib {

// From the first to the last sample of the report, in the log's local time.
[[nodiscard]] TimeAxis time_axis_of(const Report& report);

// The axis reaches limits of the finding, unless they are more than four times its maximum.
[[nodiscard]] ValueAxis value_axis_of(const Rule& rule, const Finding& finding, double height);

// Whether the limit can be shown on the axis of the values.
[[nodiscard]] bool has_place_on_axis(const FindingLevel& level);

}  // namespace openperflib
