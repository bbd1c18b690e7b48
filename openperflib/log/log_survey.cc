#include "openperflib/log/log_survey.h"

#include <algorithm>
#include <unordered_map>

namespace openperflib {

void LogSurvey::note_series(const Catalog& catalog) {
  generation_ = catalog.generation();
  std::unordered_map<std::uint64_t, std::uint64_t> occurrences;  // in this catalog
  for (const Series& series : catalog.series()) {
    const std::uint64_t name = hash_of_name(series);
    if (known_.insert(name + occurrences[name]++).second) series_.add(series);
  }
}

void LogSurvey::add(const LogReader& reader, const LogRecord& record) {
  if (records_ == 0) first_local_ = record.time_local;
  last_local_ = record.time_local;
  has_other_clocks_ = has_other_clocks_ || record.is_on_another_clock;
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
