// CounterPlaces: where the value of each counter is in an instance, by its id.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/provider/v2/counter_set_template.h"

namespace openperflib::compat {

inline constexpr std::uint32_t kInstanceHeader = 32;  // PERF_COUNTERSET_INSTANCE
inline constexpr std::uint32_t kValueRoom = 8;        // of each value that follows it

// What may be done with a counter.
enum class PlaceKind : std::uint32_t {
  unknown = 0,    // no counter has the id
  value4 = 1,     // has 4 bytes
  value8 = 2,     // has 8
  reference = 3,  // is read through a pointer
  text = 4,       // has none
};

// Value: the offset from the start of a PERF_COUNTERSET_INSTANCE, which is a multiple of 8, and in
// its low bits the kind.
struct CounterPlace {
  std::uint32_t bits = 0;
  [[nodiscard]] PlaceKind kind() const noexcept { return static_cast<PlaceKind>(bits & 7U); }
  [[nodiscard]] std::uint32_t offset() const noexcept { return bits & ~7U; }
  // In the template.
  [[nodiscard]] std::uint32_t position() const noexcept {
    return (offset() - kInstanceHeader) / kValueRoom;
  }
};

// Value, immutable: any number of threads may call find(). The value functions of perflib.h go
// through it each time, so it is one load for ids up to a few times the number of counters, and one
// more for others: those are in a hash table that is never more than an eighth full, by the one of
// several multipliers that keeps most of them at their own places.
class CounterPlaces {
 public:
  explicit CounterPlaces(const CounterSetTemplate& set);
  // The table for find_in(), as long as this lives.
  [[nodiscard]] const std::uint32_t* words() const noexcept { return words_.data(); }

  [[nodiscard]] static CounterPlace find_in(const std::uint32_t* words, std::uint32_t id) noexcept {
    if (id < words[kDirectCount]) return {words[kTable + id]};
    if (words[kHashShift] == 0) return {};
    std::size_t at = kTable + std::size_t{2} * (id * words[kMultiplier] >> words[kHashShift]);
    while (words[at + 1] != 0 && words[at] != id) at += 2;
    return {words[at + 1]};
  }

 private:
  static constexpr std::size_t kDirectCount = 0, kHashShift = 1, kMultiplier = 2, kTable = 4;
  void write_direct(const std::vector<CounterTemplate>& counters, std::uint32_t count);
  void write_hashed(const std::vector<CounterTemplate>& counters);

  // The number of ids that are positions in the table, or 0; the shift of the hash, or 0; its
  // multiplier; a word that fills up; then the places, or pairs of id and place, which end with one
  // without a place.
  std::vector<std::uint32_t> words_;
};

}  // namespace openperflib::compat
