#include <algorithm>
#include <bit>

#include "openperflib/query/binding/older_series_internal.h"

namespace openperflib {
namespace {

std::size_t end_of_path(std::span<const Series> series, std::size_t first, std::uint32_t path) {
  std::size_t end = first;
  while (end < series.size() && series[end].path == path) ++end;
  return end;
}

}  // namespace

std::size_t OlderSeries::ByIdentity::slot_of(std::uint64_t identity) const noexcept {
  // Identities are hashes, but those of logs come from their sources.
  std::size_t slot = static_cast<std::size_t>(identity * 0x9E3779B97F4A7C15ULL >> 32U) & mask_;
  while (slots_[slot].position != kNone && slots_[slot].identity != identity) {
    slot = (slot + 1) & mask_;
  }
  return slot;
}

void OlderSeries::ByIdentity::make(std::span<const Series> older) {
  const std::size_t size = std::bit_ceil(2 * older.size() + 1);
  slots_.assign(size, Slot{.identity = 0, .position = kNone});
  mask_ = size - 1;
  for (std::uint32_t i = 0; i < older.size(); ++i) {
    Slot& slot = slots_[slot_of(older[i].identity)];
    if (slot.position == kNone) slot = {.identity = older[i].identity, .position = i};
  }
  is_made_ = true;
}

std::uint32_t OlderSeries::ByIdentity::find(std::uint64_t identity) const noexcept {
  return slots_[slot_of(identity)].position;
}

// Most series follow the one that was before them; the others are looked up.
void OlderSeries::match_path(std::span<const Series> older, std::size_t first_older,
                             std::span<const Series> newer, std::size_t first_newer) {
  by_identity_.clear();
  std::size_t expected = 0;
  for (std::size_t i = 0; i < newer.size(); ++i) {
    if (expected == older.size() || older[expected].identity != newer[i].identity) {
      if (!by_identity_.is_made()) by_identity_.make(older);
      const std::uint32_t known = by_identity_.find(newer[i].identity);
      if (known == kNone) continue;
      expected = known;
    }
    positions_[first_newer + i] = static_cast<std::uint32_t>(first_older + expected);
    ++expected;
  }
}

void OlderSeries::assign(std::span<const Series> older, std::span<const Series> newer) {
  assign_none(newer.size());
  for (std::size_t first = 0, first_older = 0; first < newer.size();) {
    const std::uint32_t path = newer[first].path;
    while (first_older < older.size() && older[first_older].path < path) ++first_older;
    const std::size_t end_older = end_of_path(older, first_older, path);
    const std::size_t end = end_of_path(newer, first, path);
    match_path(older.subspan(first_older, end_older - first_older), first_older,
               newer.subspan(first, end - first), first);
    first_older = end_older;
    first = end;
  }
}

}  // namespace openperflib
