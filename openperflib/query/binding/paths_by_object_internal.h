// PathsByObject: which paths of a query may name an object, without a look at each path.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/query/paths/path_pattern.h"

namespace openperflib {

// Resource: an index of paths, by their numbers. The paths must outlive it.
class PathsByObject {
 public:
  void assign(std::span<const PathPattern> paths);

  // Every path that names the object by one of its names (folded) or by its title index, and every
  // path whose object has wildcards: these, and the readings of shell paths, must still be matched.
  // A path may be in it several times.
  void find(std::string_view name, std::string_view original_name, std::uint32_t title_index,
            std::vector<std::uint32_t>& found) const;

 private:
  using Paths = std::vector<std::uint32_t>;
  std::unordered_map<std::string_view, Paths> by_name_;
  std::unordered_map<std::uint32_t, Paths> by_title_;
  Paths with_wildcards_;
};

}  // namespace openperflib
