#include "openperflib/query/query_series.h"

#include <algorithm>
#include <tuple>

namespace openperflib {

// Most sources have them in their order already.
void QuerySeries::sort_cells() {
  const auto order = [](const Cell& one) {
    return std::tuple(one.object, one.instance, one.counter);
  };
  if (!std::ranges::is_sorted(cells_, {}, order)) std::ranges::stable_sort(cells_, {}, order);
  cells_.erase(std::ranges::unique(cells_, {}, order).begin(), cells_.end());
}

void QuerySeries::fill_catalog(const Binding& binding, const std::optional<Objects>& objects) {
  const auto series = binding.series();
  const auto number_of = [&](std::uint32_t title_index) {
    if (!objects.has_value()) return title_index;
    const auto place = std::ranges::find(*objects, title_index);
    return static_cast<std::uint32_t>(place - objects->begin());
  };
  cells_.clear();
  std::uint32_t title_index = 0;  // of the series before, and its number
  std::uint32_t number = number_of(title_index);
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (series[i].counter_ordinal == Series::kNoOrdinal) continue;
    if (series[i].object_title_index != title_index) {
      title_index = series[i].object_title_index;
      number = number_of(title_index);
    }
    const bool is_left_out = objects.has_value() && number == objects->size();
    if (is_left_out) continue;
    cells_.push_back({.object = number,
                      .instance = series[i].instance_position,
                      .counter = series[i].counter_ordinal,
                      .source = i});
  }
  sort_cells();
  sources_.clear();
  catalog_.clear();
  Series before;
  for (const Cell& cell : cells_) {
    Series one = series[cell.source];
    if (one.machine.empty()) one.machine = binding.machine();
    if (objects.has_value()) one.path = cell.object;
    if (sources_.empty()) {
      catalog_.add(one);
    } else {
      catalog_.add_after(before, one);
    }
    sources_.push_back(cell.source);
    before = one;
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
