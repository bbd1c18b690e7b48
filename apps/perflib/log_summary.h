// Statistics of a log in a window: printed by summary for one log, compared by diff for two.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/log_source.h"
#include "apps/perflib/series_summary.h"
#include "apps/perflib/summary_text.h"

namespace openperflib::apps {

// Value.
struct LogSummary {
  SummaryExtent extent;
  std::vector<SummaryOfSeries> series;  // in the order of the paths, then of their appearance
};

// Reads the log's window to its end, with progress on a terminal; without paths all of its series.
// An exit code after a message.
[[nodiscard]] std::expected<LogSummary, int> summary_of(LogSource& log,
                                                        const std::vector<std::string>& paths);

// Puts the machine before the title of each series where they are of several machines.
void name_machines(std::vector<SummaryOfSeries>& all);

}  // namespace openperflib::apps
