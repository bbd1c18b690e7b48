#include "openperflib/query/catalog/series_order.h"

#include <algorithm>
#include <numeric>

#include "openperflib/query/catalog/listed_series.h"

namespace openperflib {

std::uint32_t SeriesOrder::place_of(std::uint32_t object_title_index) const {
  return places_.find(object_title_index)->second;
}

std::vector<std::uint32_t> SeriesOrder::take(const Catalog& catalog) {
  if (!catalog.is_of_snapshot()) {
    std::vector<std::uint32_t> numbers(catalog.series_count());
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
  }
  std::vector<std::uint32_t> places;  // of the objects of this catalog
  for (const Catalog::Object& object : catalog.objects()) {
    const auto next = static_cast<std::uint32_t>(places_.size());
    places.push_back(places_.try_emplace(object.title_index, next).first->second);
  }
  std::vector<ListedRun> runs = listed_runs(catalog);
  std::ranges::stable_sort(runs, {}, [&](const ListedRun& run) { return places[run.object]; });
  return numbers_of(runs);
}

bool has_listed_series(const Catalog& catalog) {
  return catalog.is_of_snapshot() ? !listed_runs(catalog).empty() : !catalog.series().empty();
}

Series series_of(const Catalog& catalog, std::size_t number) {
  return catalog.is_of_snapshot() ? catalog.series_at(catalog.place_of(number))
                                  : catalog.series()[number];
}

}  // namespace openperflib
