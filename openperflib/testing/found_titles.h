// What tests find in a table of titles.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// The indices of the titles with this name, in the order in which a search gives them.
inline std::vector<TitleIndex> indices_of(const TitleTable& titles, std::string_view name) {
  std::vector<TitleIndex> indices;
  for (const std::uint32_t position : titles.positions(name)) {
    indices.push_back(titles.names()[position].index);
  }
  return indices;
}

}  // namespace openperflib
