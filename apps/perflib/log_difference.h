// How two logs differ: the averages of the series that both have, the largest change first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/series_summary.h"
#include "openperflib/log/log_conversion.h"

namespace openperflib::apps {

// Which parts of two logs are compared. Value.
struct ComparedWindows {
  LogWindow first;
  LogWindow second;
};

// The moments that mean the same in both logs, as each stores its times (local). Value.
struct Alignment {
  FileTime first = 0;
  FileTime second = 0;
  // From those moments on; nothing: as much before and behind them as both logs have.
  std::optional<std::int64_t> length;  // 100 ns
};

// Nothing where one of the logs has nothing to compare then. The extents have records.
[[nodiscard]] std::optional<ComparedWindows> aligned_windows(const LogExtent& first,
                                                             const LogExtent& second,
                                                             const Alignment& alignment) noexcept;

// A series that both logs have, with an average in both. Value.
struct SeriesChange {
  std::string path;  // without the machine where each log has a single one
  SummaryOfSeries first;
  SummaryOfSeries second;
  double difference = 0;       // second - first
  std::optional<double> part;  // difference by the first's size; nothing where that is 0
  double weight = 0;           // what they are sorted by, from 0 up: docs/perflib.md, 7d
};

// Value.
struct LogDifference {
  std::vector<SeriesChange> changes;       // by weight, the largest first; then by path
  std::vector<std::string> only_in_first;  // paths, in the log's order
  std::vector<std::string> only_in_second;
  std::vector<std::string> without_values;  // in both, but one has no average
};

// Series are the same by their names, case ignored. Of several that had one name in turn, a process
// after another, the averages are weighed by their values and percentiles are not known. Ids,
// addresses and ages are left out.
[[nodiscard]] LogDifference difference_of(const std::vector<SummaryOfSeries>& first,
                                          const std::vector<SummaryOfSeries>& second);

}  // namespace openperflib::apps
