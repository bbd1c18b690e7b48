// What `logman query` prints, to the byte.
//
// Source: docs/logman.md, "What it prints".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "apps/logman/collection_set.h"

namespace openperflib::logman {

// A line of the list.
struct ListedCollection {
  std::string name;
  std::string_view type;
  std::string_view status;
};

// All of them, with the lines above and below; lines end CR LF.
[[nodiscard]] std::string collection_list(std::span<const ListedCollection> rows);

// One collection: the set, then its collector. `output`: the log written last; empty: none was.
[[nodiscard]] std::string collection_detail(const CollectionSet& set, std::string_view status,
                                            std::string_view user, std::string_view output);

}  // namespace openperflib::logman
