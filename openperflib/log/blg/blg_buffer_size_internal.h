// The size of the buffers of a binary log, as its first bytes say it.
#pragma once

#include <cstdint>

#include "openperflib/base/bytes.h"
#include "openperflib/log/blg/blg_layout.h"

namespace openperflib {

// The 32-bit number at a place; 0 where the bytes end before it does.
[[nodiscard]] inline std::uint32_t blg_word_at(Bytes bytes, std::uint64_t offset) noexcept {
  return contains(bytes.size(), offset, sizeof(std::uint32_t)) ? load<std::uint32_t>(bytes, offset)
                                                               : 0;
}

// Whether event tracing makes buffers of this size.
[[nodiscard]] constexpr bool is_blg_buffer_size(std::uint32_t size) noexcept {
  using namespace blg::buffer;
  return size >= kLeastSize && size <= kMostSize && size % kLeastSize == 0;
}

}  // namespace openperflib
