// Lookups in a table of missing values, which is sorted by object, ordinal and first instance, and
// in which no run is covered by the one before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>

#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// Returns the key by which the table is sorted.
[[nodiscard]] constexpr auto place_of(const MissingRun& run) noexcept {
  return std::tuple(run.object_title_index, run.counter_ordinal, run.first_instance);
}

// Returns the last run of that object and ordinal that starts at or before `instance`; null: none.
[[nodiscard]] inline const MissingRun* last_run_before(std::span<const MissingRun> missing,
                                                       std::uint32_t object, std::uint32_t ordinal,
                                                       std::uint32_t instance) noexcept {
  const auto after =
      std::ranges::upper_bound(missing, std::tuple(object, ordinal, instance), {}, place_of);
  if (after == missing.begin()) return nullptr;
  const MissingRun& run = *(after - 1);
  return run.object_title_index == object && run.counter_ordinal == ordinal ? &run : nullptr;
}

// Returns the run that contains a stored value; null: the value is not missing.
[[nodiscard]] inline const MissingRun* find_missing(std::span<const MissingRun> missing,
                                                    std::uint32_t object, std::uint32_t ordinal,
                                                    std::uint32_t instance) noexcept {
  if (ordinal == MissingRun::kLeftOut) return nullptr;
  const MissingRun* run = last_run_before(missing, object, ordinal, instance);
  if (run == nullptr || instance - run->first_instance >= run->instance_count) return nullptr;
  return run;
}

// Returns the run with the reason why a counter has no definition: its own, or that of its object,
// which is missing as a whole; null: none.
[[nodiscard]] inline const MissingRun* find_left_out(std::span<const MissingRun> missing,
                                                     std::uint32_t object,
                                                     std::uint32_t counter_title) noexcept {
  for (const std::uint32_t title : {counter_title, 0U}) {
    const MissingRun* run = last_run_before(missing, object, MissingRun::kLeftOut, title);
    if (run != nullptr && run->first_instance == title) return run;
  }
  return nullptr;
}

}  // namespace openperflib
