// OlderSeries: which series of a row are those of the row before, whatever their source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/catalog/series.h"

namespace openperflib {

// Resource: lists that are reused.
class OlderSeries {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Series of one path with one identity are the same. Both lists are in the order of their paths.
  void assign(std::span<const Series> older, std::span<const Series> newer);
  // None of `count` series continues one of before.
  void assign_none(std::size_t count) { positions_.assign(count, kNone); }

  // For each newer series the position of the same older one, or kNone.
  [[nodiscard]] std::span<const std::uint32_t> positions() const noexcept { return positions_; }

 private:
  // The older series of one path by their identities: a table with open addressing, because it is
  // made again for each layout, of all series.
  class ByIdentity {
   public:
    void clear() noexcept { is_made_ = false; }
    [[nodiscard]] bool is_made() const noexcept { return is_made_; }
    void make(std::span<const Series> older);
    // Returns the position of the first one with that identity, or kNone.
    [[nodiscard]] std::uint32_t find(std::uint64_t identity) const noexcept;

   private:
    struct Slot {
      std::uint64_t identity;
      std::uint32_t position;  // kNone: it is free
    };
    // Returns the slot of an identity, or the free one where it would be.
    [[nodiscard]] std::size_t slot_of(std::uint64_t identity) const noexcept;

    std::vector<Slot> slots_;  // a power of two, of which at least half are free
    std::size_t mask_ = 0;     // turns a hash into a position in it
    bool is_made_ = false;
  };
  void match_path(std::span<const Series> older, std::size_t first_older,
                  std::span<const Series> newer, std::size_t first_newer);

  ByIdentity by_identity_;  // of one path; made when it is first needed
  std::vector<std::uint32_t> positions_;
};

}  // namespace openperflib
