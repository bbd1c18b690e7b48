// The parts of a counter type that affect how bytes are read. Sizes and offsets come only from the
// definition.
#pragma once

#include <cstdint>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {

inline constexpr std::uint32_t kKindBits = 0x00000C00;     // number, counter, text, zero
inline constexpr std::uint32_t kSubtypeBits = 0x000F0000;  // of that kind

// A base: the definition that divides the one before it.
[[nodiscard]] constexpr bool is_base_type(std::uint32_t type) noexcept {
  return (type & (kKindBits | kSubtypeBits)) == (PERF_TYPE_COUNTER | PERF_COUNTER_BASE);
}

[[nodiscard]] constexpr bool is_text_type(std::uint32_t type) noexcept {
  return (type & kKindBits) == PERF_TYPE_TEXT;
}

// Text in the object's code page instead of UTF-16.
[[nodiscard]] constexpr bool is_ascii_text_type(std::uint32_t type) noexcept {
  return is_text_type(type) && (type & kSubtypeBits) == PERF_TEXT_ASCII;
}

}  // namespace openperflib
