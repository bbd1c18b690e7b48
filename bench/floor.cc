#include "bench/floor.h"

#include <cstring>

namespace openperflib::bench {

void gather_floor(std::span<const ValuePlace> places, std::uint64_t* values) noexcept {
  for (const ValuePlace& place : places) {
    if (place.size == sizeof(std::uint64_t)) {
      std::memcpy(values, place.address, sizeof(std::uint64_t));
    } else {
      std::uint32_t narrow = 0;
      std::memcpy(&narrow, place.address, sizeof(narrow));
      *values = narrow;
    }
    ++values;
  }
}

}  // namespace openperflib::bench
