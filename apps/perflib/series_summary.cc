#include "apps/perflib/series_summary.h"

#include <algorithm>

#include "apps/perflib/value_text.h"

namespace openperflib::apps {
namespace {

Value number(double value) { return {.number = value, .status = CStatus::valid_data}; }

}  // namespace

// A series that its path names is the path's, whoever has the name.
void SeriesSummary::map_series(const Query& query) {
  const Binding& binding = query.binding();
  generation_ = binding.generation();
  places_.clear();
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    const Series& series = binding.series()[i];
    const std::uint64_t identity = series.is_named ? 0 : series.identity;
    const auto [place, is_new] = by_identity_.try_emplace({identity, series.path}, entries_.size());
    if (is_new) {
      SummaryOfSeries names;
      names.path = binding.path_of(i);
      names.title = group_title(series);
      names.counter = series.counter;
      names.type = series.type;
      names.path_number = series.path;
      entries_.push_back({.names = std::move(names),
                          .statistics = RangeStatistics(formula_of(series.type)),
                          .distribution = ValueDistribution(exact_values_),
                          .trend = {}});
    }
    if (series.counter_ordinal != Series::kNoOrdinal)
      entries_[place->second].names.was_there = true;
    places_.push_back(place->second);
  }
}

void SeriesSummary::add_reading(Entry& entry, const RawCounter& older, const RawCounter& newer) {
  if (!usable(older.status)) entry.statistics.restart();
  (void)entry.statistics.add(newer);
}

void SeriesSummary::add_value(Entry& entry, const Value& value) {
  if (!value.usable()) {
    entry.trend.add_missing();
    return;
  }
  const bool is_first = entry.distribution.count() == 0;
  entry.minimum = is_first ? value.number : std::min(entry.minimum, value.number);
  entry.maximum = is_first ? value.number : std::max(entry.maximum, value.number);
  entry.sum += value.number;
  entry.distribution.add(value.number);
  entry.trend.add(value.number);
}

void SeriesSummary::add(const Query& query, LogContent content) {
  content_ = content;
  if (query.binding().generation() != generation_) map_series(query);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Entry& entry = entries_[places_[i]];
    const Value& value = query.row().values[i];
    add_value(entry, value);
    if (content == LogContent::readings) {
      add_reading(entry, query.older().counters[i], query.newer().counters[i]);
    } else if (!value.usable() && entry.distribution.count() != 0) {
      ++entry.gaps;
    }
  }
}

bool has_series_of(std::uint32_t path_number, const std::vector<SummaryOfSeries>& series) {
  return std::ranges::any_of(series, [&](const SummaryOfSeries& one) {
    return one.path_number == path_number && one.was_there;
  });
}

std::vector<SummaryOfSeries> SeriesSummary::result() const {
  std::vector<SummaryOfSeries> all;
  std::vector<const Entry*> sorted;
  for (const Entry& entry : entries_) sorted.push_back(&entry);
  std::ranges::stable_sort(sorted, {}, [](const Entry* entry) { return entry->names.path_number; });
  for (const Entry* entry : sorted) {
    SummaryOfSeries& one = all.emplace_back(entry->names);
    one.count = entry->distribution.count();
    one.trend = entry->trend;
    one.gaps = content_ == LogContent::readings ? entry->statistics.result().gaps : entry->gaps;
    one.percentiles_are_exact = entry->distribution.is_exact();
    one.p50 = entry->distribution.percentile(50);
    one.p95 = entry->distribution.percentile(95);
    one.p99 = entry->distribution.percentile(99);
    if (one.count == 0) continue;
    one.minimum = number(entry->minimum);
    one.maximum = number(entry->maximum);
    one.average = content_ == LogContent::readings
                      ? entry->statistics.result().average
                      : number(entry->sum / static_cast<double>(one.count));
  }
  return all;
}

}  // namespace openperflib::apps
