// The series of a snapshot's catalog that lists and wildcards mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/catalog/catalog.h"

namespace openperflib {

// Series of one object whose numbers follow each other: all of the object's, or some of one
// instance. Value.
struct ListedRun {
  std::uint32_t object = 0;  // position in Catalog::objects()
  std::size_t first = 0;     // the number of its first series
  std::size_t count = 0;
  bool operator==(const ListedRun&) const = default;
};

// Returns the series of a snapshot's catalog that the log has when it is read by series, ascending:
// all listed counters of the instances that exist. Objects that only serve other ones have none.
[[nodiscard]] std::vector<ListedRun> listed_runs(const Catalog& catalog);
// Returns the numbers of the series of some runs, in the order of the runs.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(std::span<const ListedRun> runs);

}  // namespace openperflib
