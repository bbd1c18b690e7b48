// Statistics of a log in a window: printed by summary for one log, compared by diff for two.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/sources/log_reading.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib::apps {

// Value.
struct LogStatistics {
  SummaryExtent extent;
  std::vector<SummaryOfSeries> series;  // in the order of the paths, then of their appearance
};

// Reads the log's window to its end, with progress on a terminal; without paths all of its series.
[[nodiscard]] std::expected<LogStatistics, Failure> statistics_of(
    LogCursor& log, const std::vector<std::string>& paths, const TitleTable& titles);

// Puts the machine before the title of each series where they are of several machines.
void name_machines(std::vector<SummaryOfSeries>& all);

}  // namespace openperflib::apps
