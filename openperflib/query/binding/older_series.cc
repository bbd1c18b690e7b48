#include "openperflib/query/binding/older_series_internal.h"

namespace openperflib {
namespace {

std::size_t end_of_path(std::span<const Series> series, std::size_t first, std::uint32_t path) {
  std::size_t end = first;
  while (end < series.size() && series[end].path == path) ++end;
  return end;
}

}  // namespace

void OlderSeries::note_identities(std::span<const Series> older) {
  by_identity_.restart(older.size());
  for (std::uint32_t i = 0; i < older.size(); ++i) {
    std::uint32_t& position = by_identity_.place_of(older[i].identity);
    if (position == kNone) position = i;
  }
}

// Most series follow the one that was before them; the others are looked up.
void OlderSeries::match_path(std::span<const Series> older, std::size_t first_older,
                             std::span<const Series> newer, std::size_t first_newer) {
  bool are_noted = false;
  std::size_t expected = 0;
  for (std::size_t i = 0; i < newer.size(); ++i) {
    if (expected == older.size() || older[expected].identity != newer[i].identity) {
      if (!are_noted) note_identities(older);
      are_noted = true;
      const std::uint32_t known = by_identity_.place_of(newer[i].identity);
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

// Where an instance stays, so does its series: the others can only be among those that changed.
void OlderSeries::assign_in_place(std::span<const Series> older,
                                  std::span<const std::uint64_t> identities) {
  positions_.resize(older.size());
  changed_.clear();
  for (std::uint32_t i = 0; i < older.size(); ++i) {
    positions_[i] = i;
    if (older[i].identity != identities[i]) changed_.push_back(i);
  }
  if (changed_.empty()) return;
  by_identity_.restart(2 * changed_.size());
  for (const std::uint32_t i : changed_) {
    by_identity_.place_of(older[i].identity, older[i].path) = i;
  }
  for (const std::uint32_t i : changed_) {
    positions_[i] = by_identity_.place_of(identities[i], older[i].path);
  }
}

}  // namespace openperflib
