// OlderSeries: which series of a row are those of the row before, whatever their source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/binding/place_table.h"
#include "openperflib/query/catalog/series.h"

namespace openperflib {

// Resource: lists that are reused.
class OlderSeries {
 public:
  static constexpr std::uint32_t kNone = PlaceTable::kNone;

  // Series of one path with one identity are the same. Both lists are in the order of their paths.
  void assign(std::span<const Series> older, std::span<const Series> newer);
  // The same for series that have the places of older ones of the same paths: those of the new
  // identities. No path has two series with one identity.
  void assign_in_place(std::span<const Series> older, std::span<const std::uint64_t> identities);
  // None of `count` series continues one of before.
  void assign_none(std::size_t count) { positions_.assign(count, kNone); }

  // For each newer series the position of the same older one, or kNone.
  [[nodiscard]] std::span<const std::uint32_t> positions() const noexcept { return positions_; }

 private:
  // Makes by_identity_ that of these series: of several with one identity, the first.
  void note_identities(std::span<const Series> older);
  void match_path(std::span<const Series> older, std::size_t first_older,
                  std::span<const Series> newer, std::size_t first_newer);

  PlaceTable by_identity_;  // of the older series of one path; made when it is first needed
  std::vector<std::uint32_t> positions_;
  std::vector<std::uint32_t> changed_;  // the series whose identity differs
};

}  // namespace openperflib
