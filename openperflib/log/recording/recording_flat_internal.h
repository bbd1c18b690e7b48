// FlatSamples: the samples of a recording series by series, for callers that do not give each of
// them to a query.
//
// Source: docs/formats/perfrec.md, "What a reader returns".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/query.h"
#include "openperflib/query/record.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::recording {

// Resource.
class FlatSamples {
 public:
  // The texts of `titles` must outlive it.
  explicit FlatSamples(const TitleTable& titles);

  // Takes a sample; `objects`: the title indices of the objects whose series are in the catalog, in
  // the order that they have there.
  void take(const Record& record, std::span<const std::uint32_t> objects);
  // Returns the series of the sample taken last; another generation if they changed.
  [[nodiscard]] const Catalog& catalog() const noexcept { return catalog_; }
  // Writes the readings of that sample, in the order of the catalog, and whether nothing before is
  // comparable with them.
  void read(Sample& into) const;

 private:
  void fill_catalog(std::span<const std::uint32_t> objects);

  Query query_;  // everything, without calculating it
  Catalog catalog_;
  std::vector<std::uint32_t> sources_;  // by position in the catalog: positions in the query's row
  std::uint64_t generation_ = 0;        // of the binding
};

}  // namespace openperflib::recording
