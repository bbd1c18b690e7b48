// Suggestions for requested names that do not exist. Source: docs/perflib.md, section 1.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/catalog/catalog.h"

namespace openperflib {

// Returns the names in `names` that are nearest to `wanted`, best first, at most `most`: those that
// differ from it, ignoring case, by few letters, or contain it. Empty if none is near.
[[nodiscard]] std::vector<std::string_view> nearest_names(std::string_view wanted,
                                                          std::span<const std::string_view> names,
                                                          std::size_t most = 3);

// Returns one phrase about a path that matches nothing in the snapshot: the nearest objects or
// counters (`did you mean "Processor"?`), or the existing instances (`existing instances: 0, 1,
// _Total`), of many only the nearest. Empty if there is nothing to suggest. If the snapshot lacks
// the object, names come from the titles. `decode` as for catalog_of.
[[nodiscard]] std::string suggestion_for(std::string_view path, const Snapshot& snapshot,
                                         const TitleTable& titles,
                                         CodePageDecoder decode = nullptr);

// Returns such a phrase for a source without blocks; names come from its series only.
[[nodiscard]] std::string suggestion_for(std::string_view path, const Catalog& catalog);

}  // namespace openperflib
