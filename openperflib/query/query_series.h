// QuerySeries: what a query reads from blocks, in the form of a source without blocks: a catalog
// that has each series once, and the readings in its order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Resource. Another Query, Analysis or RecordSurvey can take its catalog and sample, as those of a
// log. Its series are those that exist, in the order of object, instance and counter; one that
// several paths match is in it once. Their identities are those of the query.
class QuerySeries {
 public:
  // The title indices of objects.
  using Objects = std::span<const std::uint32_t>;

  // After query.take() of a block. Always of the same query. `objects`: the objects whose series it
  // has, in their order, in which Series::path numbers them; nullopt: all objects, by their title
  // indices, and Series::path is that of the query. They matter only when the series change.
  void take(const Query& query, std::optional<Objects> objects = std::nullopt);

  // The catalog has another generation after the series changed.
  [[nodiscard]] const Catalog& catalog() const noexcept { return catalog_; }
  [[nodiscard]] const Sample& sample() const noexcept { return sample_; }

 private:
  // A series of a query, by what it is in the order of the catalog.
  struct Cell {
    std::uint32_t object;    // its number
    std::uint32_t instance;  // its position
    std::uint32_t counter;   // its ordinal
    std::uint32_t source;    // position in the query's row
  };
  // Puts cells_ in the order of the catalog, each once.
  void sort_cells();
  // Makes the catalog and sources_ of another binding.
  void fill_catalog(const Binding& binding, const std::optional<Objects>& objects);

  Catalog catalog_;
  std::vector<Cell> cells_;             // while the catalog is made
  std::vector<std::uint32_t> sources_;  // by position in the catalog: positions in the query's row
  Sample sample_;
  std::uint64_t generation_ = 0;  // of the binding
};

}  // namespace openperflib
