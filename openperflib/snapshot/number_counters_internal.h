// The counters of the objects that describe their block: numbers of four bytes, one after another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// The counter at this place among those of its object.
[[nodiscard]] constexpr CounterDefinition number_counter(
    std::uint32_t title, std::uint32_t place, std::uint32_t type = PERF_COUNTER_RAWCOUNT) noexcept {
  constexpr std::uint32_t kSize = 4;
  constexpr std::uint32_t kFirstOffset = 8;  // after ByteLength, aligned
  return {.name_title_index = title,
          .help_title_index = title + 1,
          .type = type,
          .size = kSize,
          .offset = kFirstOffset + place * kSize};
}

// Returns the length of a counter block with such counters, a multiple of 8.
[[nodiscard]] constexpr std::uint32_t number_block_length(std::size_t counters) noexcept {
  const CounterDefinition end = number_counter(0, static_cast<std::uint32_t>(counters));
  return (end.offset + 7) & ~7U;
}

}  // namespace openperflib
