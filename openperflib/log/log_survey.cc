#include "openperflib/log/log_survey.h"

#include <algorithm>

namespace openperflib {

void LogSurvey::note_series(const SeriesCatalog& catalog) {
  generation_ = catalog.generation();
  for (const Series& series : catalog.series()) {
    if (known_.insert(series.identity).second) series_.add(series);
  }
}

void LogSurvey::add(const LogReader& reader, const LogRecord& record) {
  if (records_ == 0) first_local_ = record.time_local;
  last_local_ = record.time_local;
  ++records_;
  if (reader.catalog().generation() != generation_) note_series(reader.catalog());
}

std::vector<Series> LogSurvey::series() const {
  const auto all = series_.series();
  std::vector<Series> sorted(all.begin(), all.end());
  std::ranges::stable_sort(sorted, {}, &Series::path);
  return sorted;
}

}  // namespace openperflib
