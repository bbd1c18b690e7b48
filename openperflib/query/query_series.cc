#include "openperflib/query/query_series.h"

#include <algorithm>
#include <tuple>

namespace openperflib {

void QuerySeries::fill_catalog(const Binding& binding, const std::optional<Objects>& objects) {
  const auto series = binding.series();
  const auto number_of = [&](const Series& one) {
    if (!objects.has_value()) return one.object_title_index;
    const auto place = std::ranges::find(*objects, one.object_title_index);
    return static_cast<std::uint32_t>(place - objects->begin());
  };
  sources_.clear();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (series[i].counter_ordinal == Series::kNoOrdinal) continue;
    const bool is_left_out = objects.has_value() && number_of(series[i]) == objects->size();
    if (!is_left_out) sources_.push_back(i);
  }
  const auto cell = [&](std::uint32_t i) {
    return std::tuple(number_of(series[i]), series[i].instance_position, series[i].counter_ordinal);
  };
  std::ranges::stable_sort(sources_, {}, cell);
  sources_.erase(std::ranges::unique(sources_, {}, cell).begin(), sources_.end());
  catalog_.clear();
  for (const std::uint32_t source : sources_) {
    Series one = series[source];
    if (one.machine.empty()) one.machine = binding.machine();
    if (objects.has_value()) one.path = number_of(one);
    catalog_.add(one);
  }
  generation_ = binding.generation();
}

void QuerySeries::take(const Query& query, std::optional<Objects> objects) {
  if (query.binding().generation() != generation_) fill_catalog(query.binding(), objects);
  sample_.time_utc = query.newer().time_utc;
  sample_.starts_anew = query.newer().starts_anew;
  sample_.counters.resize(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    sample_.counters[i] = query.newer().counters[sources_[i]];
  }
}

}  // namespace openperflib
