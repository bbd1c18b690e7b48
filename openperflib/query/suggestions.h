// What to say to somebody who asked for what is not there.
// Source: docs/perflib.md, section 1.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/catalog.h"
#include "openperflib/query/series_catalog.h"

namespace openperflib {

// The names of `names` that are nearest to `wanted`, best first, at most `most`: those that differ
// from it, case ignored, by few letters, or that contain it. None where nothing is near.
[[nodiscard]] std::vector<std::string_view> nearest_names(std::string_view wanted,
                                                          std::span<const std::string_view> names,
                                                          std::size_t most = 3);

// One phrase about a path that stands for nothing in the snapshot: the nearest objects or counters
// (`did you mean "Processor"?`), or the instances that exist (`there are: 0, 1, _Total`). Empty
// where there is nothing to say. For paths that match nothing. Where the snapshot lacks the object,
// names come from the titles. `decode` as for catalog_of.
[[nodiscard]] std::string suggestion_for(std::string_view path, const Snapshot& snapshot,
                                         const TitleTable& titles,
                                         CodePageDecoder decode = nullptr);

// The same of a source without blocks; names come from its series alone.
[[nodiscard]] std::string suggestion_for(std::string_view path, const SeriesCatalog& catalog);

}  // namespace openperflib
