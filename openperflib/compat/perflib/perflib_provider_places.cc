#include <algorithm>
#include <bit>

#include "openperflib/compat/perflib/perflib_provider_places_internal.h"

namespace openperflib::compat {
namespace {

PlaceKind kind_of(const CounterTemplate& counter) noexcept {
  const std::uint32_t width = counter.value_width();
  if (width == 0) return PlaceKind::text;
  if (counter.is_reference()) return PlaceKind::reference;
  return width == 4 ? PlaceKind::value4 : PlaceKind::value8;
}

std::uint32_t place_bits(const CounterTemplate& counter, std::size_t position) noexcept {
  const auto offset = kInstanceHeader + kValueRoom * static_cast<std::uint32_t>(position);
  return offset | static_cast<std::uint32_t>(kind_of(counter));
}

// How many counters would find their own place taken.
std::size_t collisions_of(const std::vector<CounterTemplate>& counters, std::uint32_t multiplier,
                          unsigned bits) {
  std::vector<bool> is_taken(std::size_t{1} << bits);
  std::size_t collisions = 0;
  for (const CounterTemplate& counter : counters) {
    const std::size_t at = counter.id * multiplier >> (32 - bits);
    if (is_taken[at]) ++collisions;
    is_taken[at] = true;
  }
  return collisions;
}

// For few counters, a collision-free multiplier is found quickly.
std::uint32_t best_multiplier(const std::vector<CounterTemplate>& counters, unsigned bits) {
  constexpr std::uint32_t kFirst = 0x9E37'79B1, kStep = 0x85EB'CA6A;  // odd; all that follow are
  constexpr int kTries = 16;
  std::uint32_t best = kFirst;
  std::size_t fewest = counters.size();
  for (std::uint32_t multiplier = kFirst; fewest > 0 && multiplier != kFirst + kTries * kStep;
       multiplier += kStep) {
    const std::size_t collisions = collisions_of(counters, multiplier, bits);
    if (collisions >= fewest) continue;
    fewest = collisions;
    best = multiplier;
  }
  return best;
}

}  // namespace

CounterPlaces::CounterPlaces(const CounterSetTemplate& set) {
  constexpr std::size_t kSpare = 64, kMostPerCounter = 4;
  const std::uint32_t highest = std::ranges::max(set.counters, {}, &CounterTemplate::id).id;
  if (highest < kSpare + kMostPerCounter * set.counters.size()) {
    write_direct(set.counters, highest + 1);
  } else {
    write_hashed(set.counters);
  }
}

void CounterPlaces::write_direct(const std::vector<CounterTemplate>& counters,
                                 std::uint32_t count) {
  words_.resize(kTable + count);
  words_[kDirectCount] = count;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    words_[kTable + counters[i].id] = place_bits(counters[i], i);
  }
}

// Behind the places that a hash can have there is room for all counters, so that no search has to
// begin again at the start.
void CounterPlaces::write_hashed(const std::vector<CounterTemplate>& counters) {
  const std::size_t size = std::bit_ceil(8 * counters.size());
  words_.resize(kTable + 2 * (size + counters.size()));
  const auto bits = static_cast<unsigned>(std::countr_zero(size));
  words_[kHashShift] = 32 - bits;
  words_[kMultiplier] = best_multiplier(counters, bits);
  for (std::size_t i = 0; i < counters.size(); ++i) {
    std::size_t at =
        kTable + std::size_t{2} * (counters[i].id * words_[kMultiplier] >> words_[kHashShift]);
    while (words_[at + 1] != 0) at += 2;
    words_[at] = counters[i].id;
    words_[at + 1] = place_bits(counters[i], i);
  }
}

}  // namespace openperflib::compat
