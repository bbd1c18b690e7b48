#include "openperflib/query/query_series.h"

#include <algorithm>
#include <tuple>

namespace openperflib {

void QuerySeries::fill_catalog(const Binding& binding) {
  const auto series = binding.series();
  sources_.clear();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (series[i].counter_ordinal != Series::kNoOrdinal) sources_.push_back(i);
  }
  const auto cell = [&](std::uint32_t i) {
    return std::tuple(series[i].object_title_index, series[i].instance_position,
                      series[i].counter_ordinal);
  };
  std::ranges::stable_sort(sources_, {}, cell);
  sources_.erase(std::ranges::unique(sources_, {}, cell).begin(), sources_.end());
  catalog_.clear();
  for (const std::uint32_t source : sources_) {
    Series one = series[source];
    if (one.machine.empty()) one.machine = binding.machine();
    catalog_.add(one);
  }
  generation_ = binding.generation();
}

void QuerySeries::take(const Query& query) {
  if (query.binding().generation() != generation_) fill_catalog(query.binding());
  sample_.time_utc = query.newer().time_utc;
  sample_.starts_anew = query.newer().starts_anew;
  sample_.counters.resize(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    sample_.counters[i] = query.newer().counters[sources_[i]];
  }
}

}  // namespace openperflib
