// SeriesPlaces: the series of a catalog, by object, instance and counter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/catalog/catalog.h"

namespace openperflib {

// A place and the number of the series there.
struct PlacedSeries {
  Catalog::Place place;
  std::uint32_t number = 0;  // in the catalog
};

// Resource. Those of a snapshot are calculated; those of a log's entries are sorted when the first
// ones are looked for.
class SeriesPlaces {
 public:
  // The catalog lives until the next call.
  void assign(const Catalog& catalog);

  // Appends the series of one instance (Place::kNone: of none) that have one of these counters
  // (positions in the object, ascending), in that order.
  void find(std::uint32_t object, std::uint32_t instance, std::span<const std::uint32_t> counters,
            std::vector<PlacedSeries>& found);

 private:
  void sort_entries();
  void find_entries(Catalog::Place place, std::span<const std::uint32_t> counters,
                    std::vector<PlacedSeries>& found);

  const Catalog* catalog_ = nullptr;
  std::vector<PlacedSeries> entries_;  // of a log: sorted by place, then by number; empty: not made
};

}  // namespace openperflib
