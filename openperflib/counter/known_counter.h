// KnownCounter: what a counter is, for readers of data that do not say.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/counter/counter_type.h"

namespace openperflib {

// A counter as its provider would define it.
struct KnownCounter {
  CounterType type;
  std::int32_t default_scale = 0;
  std::uint32_t size = 0;  // bytes of the stored value
};
// The counter of two title indices; nullopt if nobody knows it.
using CounterLookup = std::optional<KnownCounter> (*)(std::uint32_t object_title_index,
                                                      std::uint32_t counter_title_index);

}  // namespace openperflib
