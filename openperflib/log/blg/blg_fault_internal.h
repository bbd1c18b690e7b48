// The fault of a stored number of a BLG, by its place.
#pragma once

#include <cstdint>
#include <expected>

#include "openperflib/log/blg/blg_layout.h"

namespace openperflib {

// `start`: where the member's structure begins, in bytes from the start of the parsed bytes.
[[nodiscard]] inline Error blg_error(Errc code, const blg::Member& member, std::uint64_t start,
                                     std::uint64_t stored) noexcept {
  return Error{code, static_cast<std::uint32_t>(stored), &member.field, start + member.offset};
}

[[nodiscard]] inline std::unexpected<Error> blg_fault(Errc code, const blg::Member& member,
                                                      std::uint64_t start,
                                                      std::uint64_t stored) noexcept {
  return std::unexpected(blg_error(code, member, start, stored));
}

}  // namespace openperflib
