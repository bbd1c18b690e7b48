// What a log comes to in a window: what summary prints of one log, and diff of two.
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
  std::vector<SummaryOfSeries> series;  // in the order of the paths, then as they came
};

// Reads the log's window to its end, with progress on a terminal; without paths all of its series.
// An exit code after a message.
[[nodiscard]] std::expected<LogSummary, int> summary_of(LogSource& log,
                                                        const std::vector<std::string>& paths);

}  // namespace openperflib::apps
