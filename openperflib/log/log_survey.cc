#include "openperflib/log/log_survey.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace openperflib {

void LogSurvey::note_series(const Catalog& catalog) {
  generation_ = catalog.generation();
  std::unordered_map<std::uint64_t, std::uint64_t> occurrences;  // by name, in this catalog
  const auto note = [&](const Series& series) {
    const std::uint64_t name = hash_of_name(series);
    if (known_.insert(name + occurrences[name]++).second) series_.add(series);
  };
  if (!catalog.is_of_snapshot()) {
    for (const Series& series : catalog.series()) note(series);
    return;
  }
  for (const std::uint32_t number : order_.take(catalog)) {
    Series series = series_of(catalog, number);
    series.path = order_.place_of(series.object_title_index);
    note(series);
  }
}

void LogSurvey::add(const LogReader& reader, const LogRecord& record) {
  if (records_ == 0) first_local_ = record.time_local;
  last_local_ = record.time_local;
  has_other_clocks_ = has_other_clocks_ || record.is_on_another_clock;
  ++records_;
  const Catalog& catalog = reader.catalog();
  if (catalog.generation() != generation_) note_series(catalog);
}

// Only series that came with a later record may be out of order.
void LogSurvey::finish() {
  if (std::ranges::is_sorted(series_.series(), {}, &Series::path)) return;
  Catalog ordered;
  for (const Series& series : series()) ordered.add(series);
  series_ = std::move(ordered);
}

std::vector<Series> LogSurvey::series() const {
  const auto all = series_.series();
  std::vector<Series> sorted(all.begin(), all.end());
  std::ranges::stable_sort(sorted, {}, &Series::path);
  return sorted;
}

}  // namespace openperflib
