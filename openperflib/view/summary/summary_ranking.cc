#include "openperflib/view/summary/summary_ranking.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/view/summary/series_by_name.h"

namespace openperflib {
namespace {

// A process that grew until another one took its name over grew all the same.
std::optional<double> number_of(const SummaryOfSeries& one, RankedBy by) {
  if (by == RankedBy::growth) return std::max(one.trend.growth(), one.largest_growth);
  const Value& value = by == RankedBy::maximum ? one.maximum : one.average;
  return value.usable() ? std::optional(value.number) : std::nullopt;
}

// A series of a counter. Value.
struct RankedSeries {
  std::size_t place = 0;  // in all series
  double number = 0;
  bool is_total = false;
};

// Returns the series that are shown, in their order.
std::vector<RankedSeries> chosen(std::vector<RankedSeries> candidates, std::size_t most) {
  const bool has_others =
      std::ranges::any_of(candidates, [](const RankedSeries& one) { return !one.is_total; });
  if (has_others) std::erase_if(candidates, [](const RankedSeries& one) { return one.is_total; });
  std::ranges::stable_sort(candidates, std::greater<>(), &RankedSeries::number);
  if (candidates.size() > most) candidates.resize(most);
  return candidates;
}

}  // namespace

std::vector<SummaryOfSeries> largest_instances(std::vector<SummaryOfSeries> all, RankedBy by,
                                               std::size_t most) {
  std::vector<std::vector<RankedSeries>> counters;
  std::unordered_map<std::string, std::size_t> places;  // in counters
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto path = CounterPath::parse(all[i].path);
    const bool has_instance = path.has_value() && path->instance.has_value();
    const auto number = number_of(all[i], by);
    if (has_instance && !number.has_value()) continue;
    const std::string key = has_instance ? counter_key(all[i].path) : all[i].path;
    const auto [place, is_new] = places.try_emplace(key, counters.size());
    if (is_new) counters.emplace_back();
    counters[place->second].push_back({.place = i,
                                       .number = number.value_or(0),
                                       .is_total = path.has_value() && is_total(*path)});
  }
  std::vector<SummaryOfSeries> shown;
  for (std::vector<RankedSeries>& counter : counters) {
    for (const RankedSeries& one : chosen(std::move(counter), most)) {
      shown.push_back(std::move(all[one.place]));
    }
  }
  return shown;
}

}  // namespace openperflib
