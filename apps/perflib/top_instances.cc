#include "apps/perflib/top_instances.h"

#include <algorithm>
#include <string_view>

#include "apps/perflib/value_text.h"
#include "openperflib/query/idle_process.h"

namespace openperflib::apps {
namespace {

// Positions of the series of path 0 that have a value, largest first.
std::vector<std::size_t> ranked(const Query& query) {
  const auto series = query.binding().series();
  const Row& row = query.row();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].path == 0 && row.values[i].usable()) order.push_back(i);
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return row.values[a].number > row.values[b].number;
  });
  return order;
}

}  // namespace

bool competes(const Series& series) noexcept {
  constexpr std::uint32_t kProcess = 230;
  constexpr std::uint32_t kProcessV2 = 100028;
  constexpr std::uint32_t kProcessorInformation = 100000;
  const std::string_view instance = series.instance.value_or("");
  if (instance == "_Total") return false;
  switch (series.object_title_index) {
    case kProcess:
    case kProcessV2:
      return !is_idle_process(instance);
    case kProcessorInformation:
      return !instance.ends_with(",_Total");
    default:
      return true;
  }
}

bool ShownSeries::update(const Query& query) {
  const bool same_layout = generation_ == query.binding().generation();
  if (top_ == 0 && same_layout) return false;
  before_.swap(indices_);
  indices_.clear();
  if (top_ == 0) {
    choose_all(query);
  } else {
    choose_top(query);
  }
  generation_ = query.binding().generation();
  return !same_layout || before_ != indices_;
}

void ShownSeries::choose_all(const Query& query) {
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) indices_.push_back(i);
}

void ShownSeries::choose_top(const Query& query) {
  const auto series = query.binding().series();
  const std::vector<std::size_t> order = ranked(query);
  const bool any = std::ranges::any_of(order, [&](std::size_t i) { return competes(series[i]); });
  std::uint32_t chosen = 0;
  for (const std::size_t first : order) {
    if (chosen == top_) break;
    if (any && !competes(series[first])) continue;
    ++chosen;
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (same_group(series[i], series[first])) indices_.push_back(i);
    }
  }
}

}  // namespace openperflib::apps
