#include "openperflib/query/catalog/series_order.h"

#include <algorithm>
#include <numeric>

#include "openperflib/query/catalog/listed_series.h"

namespace openperflib {

std::uint32_t SeriesOrder::place_of(std::uint32_t object_title_index) const {
  const auto known = std::ranges::find(objects_, object_title_index);
  return static_cast<std::uint32_t>(known - objects_.begin());
}

std::vector<std::uint32_t> SeriesOrder::take(const Catalog& catalog) {
  std::vector<std::uint32_t> numbers;
  if (!catalog.is_of_snapshot()) {
    numbers.resize(catalog.series_count());
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
  }
  for (const Catalog::Object& object : catalog.objects()) {
    if (place_of(object.title_index) == objects_.size()) objects_.push_back(object.title_index);
  }
  std::vector<ListedRun> runs = listed_runs(catalog);
  std::ranges::stable_sort(runs, {}, [&](const ListedRun& run) {
    return place_of(catalog.objects()[run.object].title_index);
  });
  for (const ListedRun& run : runs) {
    for (std::size_t i = 0; i < run.count; ++i) {
      numbers.push_back(static_cast<std::uint32_t>(run.first + i));
    }
  }
  return numbers;
}

bool has_listed_series(const Catalog& catalog) {
  return catalog.is_of_snapshot() ? !listed_runs(catalog).empty() : !catalog.series().empty();
}

Series series_of(const Catalog& catalog, std::size_t number) {
  return catalog.is_of_snapshot() ? catalog.series_at(catalog.place_of(number))
                                  : catalog.series()[number];
}

}  // namespace openperflib
