// SeriesCatalog: the series of a source without blocks: a log of single counters, or a CSV. It is a
// flat list in the order of the readings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "openperflib/query/catalog/series.h"
#include "openperflib/text/string_pool.h"

namespace openperflib {

// Resource: owns its texts (UTF-8), which live until clear(). Reused from layout to layout.
class SeriesCatalog {
 public:
  SeriesCatalog() = default;
  SeriesCatalog(SeriesCatalog&&) = default;
  SeriesCatalog& operator=(SeriesCatalog&&) = default;
  SeriesCatalog(const SeriesCatalog&) = delete;
  SeriesCatalog& operator=(const SeriesCatalog&) = delete;

  // Removes all series and their texts; the next ones belong to another generation.
  void clear() noexcept;

  // Adds a series and copies its texts. `machine` has no backslashes. If `identity` is 0, it is
  // derived from the names, so that the same series has the same identity in the next layout; each
  // of several equal names gets its own.
  void add(const Series& series);

  // In the order of add(), which is also that of the readings; valid until the next add() or
  // clear().
  [[nodiscard]] std::span<const Series> series() const noexcept { return series_; }
  // Grows with every clear(); readings of one generation have the same series. 0: never filled.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  StringPool texts_;
  std::vector<Series> series_;
  std::unordered_map<std::uint64_t, std::uint32_t>
      occurrences_;  // occurrences of one identity by name
  std::uint64_t generation_ = 0;
};

}  // namespace openperflib
