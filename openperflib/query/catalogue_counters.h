// What the catalogue knows of counters that a block does not define.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/counter/known_counter.h"
#include "openperflib/query/catalog/series.h"

namespace openperflib {

// For QueryOptions::undefined_counters: type, scale and size of a counter of the catalogue, also
// where this machine does not have it. nullopt: the catalogue has no such counter.
[[nodiscard]] std::optional<KnownCounter> counter_in_catalogue(
    std::uint32_t object_title_index, std::uint32_t counter_title_index) noexcept;

// What a counter of any machine measures, in our own words, by its indices or, if only they are
// known, by its names; empty: the catalogue has no such counter.
[[nodiscard]] std::string_view summary_by_indices(const Series& series) noexcept;
[[nodiscard]] std::string_view summary_by_names(const Series& series);

}  // namespace openperflib
