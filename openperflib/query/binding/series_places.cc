#include <algorithm>
#include <tuple>

#include "openperflib/query/binding/series_places_internal.h"

namespace openperflib {
namespace {

auto order(const PlacedSeries& one) noexcept {
  return std::tuple(one.place.object, one.place.instance, one.place.counter, one.number);
}

auto cell(const PlacedSeries& one) noexcept {
  return std::tuple(one.place.object, one.place.instance, one.place.counter);
}

}  // namespace

void SeriesPlaces::assign(const Catalog& catalog) {
  catalog_ = &catalog;
  entries_.clear();
  for (std::uint32_t i = 0; i < catalog.series().size(); ++i) {
    entries_.push_back({.place = catalog.place_of(i), .number = i});
  }
  if (!std::ranges::is_sorted(entries_, {}, order)) std::ranges::sort(entries_, {}, order);
}

// Each range is short, or few counters are wanted of it.
void SeriesPlaces::find_entries(Catalog::Place place, std::span<const std::uint32_t> counters,
                                std::vector<PlacedSeries>& found) const {
  const auto before = [&](std::uint32_t counter) {
    return std::ranges::lower_bound(entries_, std::tuple(place.object, place.instance, counter), {},
                                    cell);
  };
  auto entry = before(counters.front());
  for (const std::uint32_t counter : counters) {
    const auto is_before = [&] {
      return cell(*entry) < std::tuple(place.object, place.instance, counter);
    };
    for (int steps = 0; entry != entries_.end() && is_before() && steps < 8; ++steps) ++entry;
    if (entry != entries_.end() && is_before()) entry = before(counter);
    const auto wanted = std::tuple(place.object, place.instance, counter);
    for (; entry != entries_.end() && cell(*entry) == wanted; ++entry) found.push_back(*entry);
  }
}

void SeriesPlaces::find(std::uint32_t object, std::uint32_t instance,
                        std::span<const std::uint32_t> counters,
                        std::vector<PlacedSeries>& found) const {
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
