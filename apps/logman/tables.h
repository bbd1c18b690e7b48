// What `logman query` prints, to the byte.
//
// Source: docs/logman.md, "What it prints".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// What is known of a collection beside its set.
struct CollectionState {
  std::string_view status;
  std::string user;
  std::string unit;                  // the file of its unit; empty: it is none
  std::vector<std::string> outputs;  // of each collector the log written last; empty: none was
};

// One collection: the set, then its collectors.
[[nodiscard]] std::string collection_detail(const CollectionSet& set, const CollectionState& state);

}  // namespace openperflib::logman
