// PlaceTable: the places of series, by a key.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace openperflib {

// Resource: memory that is reused. A table with open addressing, because it is made again for each
// binding, of all of its series. Call restart() first.
class PlaceTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Removes all places, and makes room for `most`.
  void restart(std::size_t most) { slots_.assign(std::bit_ceil(2 * most + 1), Slot{}); }

  // Returns the place of a key in a path, or kNone, which the caller replaces to add one. Valid
  // until the next call. Where all keys are of one path, its number does not matter.
  [[nodiscard]] std::uint32_t& place_of(std::uint64_t key, std::uint32_t path = 0) noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = first_slot(key, path) & mask;
    while (slots_[at].place != kNone && (slots_[at].key != key || slots_[at].path != path)) {
      at = (at + 1) & mask;
    }
    slots_[at].key = key;
    slots_[at].path = path;
    return slots_[at].place;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t path = 0;
    std::uint32_t place = kNone;  // kNone: it is free
  };
  // Keys are often hashes, but those of logs come from their sources: all bits count.
  [[nodiscard]] static std::size_t first_slot(std::uint64_t key, std::uint32_t path) noexcept {
    return static_cast<std::size_t>((key + path) * 0x9E3779B97F4A7C15ULL >> 32U);
  }

  std::vector<Slot> slots_;  // a power of two, of which at least half stay free
};

}  // namespace openperflib
