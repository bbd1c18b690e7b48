// The texts in a BLG: UTF-16 with a terminating NUL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"

namespace openperflib {

inline constexpr std::size_t kNulSize = sizeof(char16_t);

// The text at byte 0 of `bytes`, without its NUL; nullopt if it has none.
[[nodiscard]] inline std::optional<Bytes> text_of(Bytes bytes) noexcept {
  for (std::size_t at = 0; contains(bytes.size(), at, kNulSize); at += kNulSize) {
    if (load<std::uint16_t>(bytes, at) == 0) return bytes.first(at);
  }
  return std::nullopt;
}

// The end of the last NUL that can end a text at an even offset; 0: there is none. A text that
// begins before it is terminated, so its end need not be searched for.
[[nodiscard]] inline std::size_t end_of_last_text(Bytes bytes) noexcept {
  std::size_t end = bytes.size() / kNulSize * kNulSize;
  while (end != 0 && load<std::uint16_t>(bytes, end - kNulSize) != 0) end -= kNulSize;
  return end;
}

}  // namespace openperflib
