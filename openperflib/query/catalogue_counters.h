// The catalogue's description of counters that a block does not define.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/counter/known_counter.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/titles/object_catalogue.h"

namespace openperflib {

// Returns type, scale and size of a counter of the catalogue, even if this machine does not have
// it, for QueryOptions::undefined_counters. nullopt: the catalogue does not have it.
[[nodiscard]] std::optional<KnownCounter> counter_in_catalogue(
    std::uint32_t object_title_index, std::uint32_t counter_title_index) noexcept;

// Returns what a counter of any machine measures, in our own words. The counter is given by its
// indices or, if these are unknown, by its names; empty: the catalogue does not have it.
[[nodiscard]] std::string_view summary_by_indices(const Series& series) noexcept;
[[nodiscard]] std::string_view summary_by_names(const Series& series);
// Returns the row of the catalogue with these names, ignoring case; null: it has none.
[[nodiscard]] const CatalogueCounter* catalogue_counter(std::string_view object,
                                                        std::string_view counter);

}  // namespace openperflib
