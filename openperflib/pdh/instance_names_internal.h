// InstanceNames: the names of a counter's instances, packed as the arrays of PDH have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/query/catalog/series.h"

namespace openperflib {

// Resource: keeps its memory for the next names.
struct InstanceNames {
  // Takes the instances of these series, in their order.
  void assign(std::span<const Series> series);

  std::string utf8;      // one after the other, each with its NUL
  std::u16string utf16;  // the same
  std::vector<std::uint32_t> utf8_offsets;
  std::vector<std::uint32_t> utf16_offsets;
};

}  // namespace openperflib
