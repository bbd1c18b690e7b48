// How two logs differ: the averages of the series that both have, the largest change first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/view/summary/lone_series.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib {

// A series that both logs have, with an average in both. Value.
struct SeriesChange {
  std::string path;  // without the machine if each log has a single one
  SummaryOfSeries first;
  SummaryOfSeries second;
  double difference = 0;       // second - first
  std::optional<double> part;  // difference divided by the size of the first; nullopt if that is 0
  double weight = 0;           // the sort key, from 0 to 1: docs/perflib.md, 7d
  std::string duplicate_of;    // path of an earlier change that says the same; empty: none does
};

// Value.
struct LogDifference {
  std::vector<SeriesChange> changes;  // by weight, the largest first; then by path
  LoneSeries only_in_first;
  LoneSeries only_in_second;
  std::vector<std::string> without_values;  // in both, but one has no average
  std::string first_machine;                // of the first log; empty: several, or none is named
  std::string second_machine;
  std::uint64_t first_records = 0;  // of what was compared; 0: unknown
  std::uint64_t second_records = 0;
};

// Series are matched by their names, ignoring case. For several that had one name in turn, such as
// consecutive processes, the averages are weighted by their numbers of values, and percentiles are
// unknown. Ids, addresses, ages, priorities and states are left out.
[[nodiscard]] LogDifference difference_of(std::vector<SummaryOfSeries> first,
                                          std::vector<SummaryOfSeries> second);

}  // namespace openperflib
