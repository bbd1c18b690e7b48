// as_stored(): a length as builders store it.
#pragma once

#include <cstdint>

namespace openperflib {

// Nobody sees the lengths of a block or reply beyond 32 bits: finish() refuses it.
[[nodiscard]] constexpr std::uint32_t as_stored(std::uint64_t length) noexcept {
  return static_cast<std::uint32_t>(length);
}

}  // namespace openperflib
