// SeriesOrder: the series of a log's catalogs, in the same order whether the log is read by block
// or by series.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/series.h"

namespace openperflib {

// Value that is fed catalog by catalog. An object of blocks stays where it first appeared, whether
// or not it had instances then, and wherever it stands in later blocks.
class SeriesOrder {
 public:
  // Returns the numbers of the series that the log has in this catalog: all of its entries, or the
  // listed_runs() of a snapshot.
  [[nodiscard]] std::vector<std::uint32_t> take(const Catalog& catalog);
  // Returns how many objects of blocks appeared before this one, which a catalog had.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t object_title_index) const;

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // by title index of the object
};

// Returns whether the log has any series in this catalog.
[[nodiscard]] bool has_listed_series(const Catalog& catalog);

// Returns a series of a catalog by its number; of a snapshot as Catalog::series_at() has it.
[[nodiscard]] Series series_of(const Catalog& catalog, std::size_t number);

}  // namespace openperflib
