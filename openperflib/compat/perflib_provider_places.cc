#include <algorithm>
#include <bit>

#include "openperflib/compat/perflib_provider_places_internal.h"

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
  const std::size_t size = std::bit_ceil(4 * counters.size());
  words_.resize(kTable + 2 * (size + counters.size()));
  words_[kHashShift] = static_cast<std::uint32_t>(32 - std::countr_zero(size));
  for (std::size_t i = 0; i < counters.size(); ++i) {
    std::size_t at = kTable + std::size_t{2} * (hash(counters[i].id) >> words_[kHashShift]);
    while (words_[at + 1] != 0) at += 2;
    words_[at] = counters[i].id;
    words_[at + 1] = place_bits(counters[i], i);
  }
}

}  // namespace openperflib::compat
