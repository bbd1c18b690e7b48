#include "openperflib/log/log_survey.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "openperflib/titles/title_indices.h"

namespace openperflib {

void LogSurvey::note_series(const Catalog& catalog) {
  generation_ = catalog.generation();
  if (catalog.is_of_snapshot()) return note_block(catalog);
  std::unordered_map<std::uint64_t, std::uint64_t> occurrences;  // in this catalog
  for (const Series& series : catalog.series()) note(series, occurrences);
}

void LogSurvey::note(const Series& series,
                     std::unordered_map<std::uint64_t, std::uint64_t>& occurrences) {
  const std::uint64_t name = hash_of_name(series);
  if (known_.insert(name + occurrences[name]++).second) series_.add(series);
}

std::uint32_t LogSurvey::number_of(std::uint32_t object_title_index) {
  const auto known = std::ranges::find(objects_, object_title_index);
  const auto number = static_cast<std::uint32_t>(known - objects_.begin());
  if (known == objects_.end()) objects_.push_back(object_title_index);
  return number;
}

// As an entry of the log would have them: all listed counters of all instances of an object.
void LogSurvey::note_block(const Catalog& catalog) {
  std::unordered_map<std::uint64_t, std::uint64_t> occurrences;
  for (std::size_t i = 0; i < catalog.series_count(); ++i) {
    const Catalog::Place place = catalog.place_of(i);
    const Catalog::Object& object = catalog.objects()[place.object];
    const bool is_of_others =
        object.title_index == title::kTitles || object.title_index == title::kCounterLinks;
    if (is_of_others || !object.counters[place.counter].is_listed || !object.has_data) continue;
    Series series = catalog.series_at(place);
    series.path = number_of(object.title_index);
    note(series, occurrences);
  }
}

void LogSurvey::add(const LogReader& reader, const LogRecord& record) {
  if (records_ == 0) first_local_ = record.time_local;
  last_local_ = record.time_local;
  has_other_clocks_ = has_other_clocks_ || record.is_on_another_clock;
  ++records_;
  if (reader.catalog().generation() != generation_) note_series(reader.catalog());
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
