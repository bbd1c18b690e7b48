// The part of a list that counter paths select.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "openperflib/view/list/source_list.h"

namespace openperflib {

// Returns the objects that the paths name, with the instances and counters that they name. What is
// not a path names nothing. A path without an instance names all instances.
[[nodiscard]] std::vector<ListedObject> selected_by_paths(std::vector<ListedObject> objects,
                                                          std::span<const std::string> paths);

}  // namespace openperflib
