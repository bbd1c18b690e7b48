#include <algorithm>
#include <tuple>
#include <utility>

#include "openperflib/query/binding/series_places_internal.h"

namespace openperflib {
namespace {

auto order(const PlacedSeries& one) noexcept {
  return std::tuple(one.place.object, one.place.instance, one.place.counter, one.number);
}

auto row_of(const PlacedSeries& one) noexcept {
  return std::pair(one.place.object, one.place.instance);
}

std::uint32_t placed_counter(const PlacedSeries& one) noexcept { return one.place.counter; }

}  // namespace

void SeriesPlaces::assign(const Catalog& catalog) {
  catalog_ = &catalog;
  entries_.clear();
}

void SeriesPlaces::sort_entries() {
  for (std::uint32_t i = 0; i < catalog_->series().size(); ++i) {
    entries_.push_back({.place = catalog_->place_of(i), .number = i});
  }
  if (!std::ranges::is_sorted(entries_, {}, order)) std::ranges::sort(entries_, {}, order);
}

void SeriesPlaces::find_entries(Catalog::Place place, std::span<const std::uint32_t> counters,
                                std::vector<PlacedSeries>& found) {
  if (entries_.empty()) sort_entries();
  const auto of_instance =
      std::ranges::equal_range(entries_, std::pair(place.object, place.instance), {}, row_of);
  for (const std::uint32_t counter : counters) {
    const auto same = std::ranges::equal_range(of_instance, counter, {}, placed_counter);
    found.insert(found.end(), same.begin(), same.end());
  }
}

void SeriesPlaces::find(std::uint32_t object, std::uint32_t instance,
                        std::span<const std::uint32_t> counters, std::vector<PlacedSeries>& found) {
  Catalog::Place place{.object = object, .instance = instance};
  if (counters.empty()) return;
  if (!catalog_->is_of_snapshot()) {
    find_entries(place, counters, found);
    return;
  }
  const auto first = static_cast<std::uint32_t>(catalog_->first_series(place));
  for (const std::uint32_t counter : counters) {
    place.counter = counter;
    found.push_back({.place = place, .number = first + counter});
  }
}

}  // namespace openperflib
