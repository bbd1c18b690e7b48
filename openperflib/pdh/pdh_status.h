// PDH's statuses, and which of them stands for what the layers below say.
#pragma once

#include <cstdint>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/query/binding/path_match.h"

namespace openperflib {

// A code of pdhmsg.h, or 0; its top two bits are the severity.
using PdhStatus = std::uint32_t;
inline constexpr PdhStatus kPdhSuccess = 0;

// What a path that matches nothing lacks; kPdhSuccess if it matches, or if its counter exists but
// has no definition on this machine now.
[[nodiscard]] PdhStatus status_of(PathMatch match) noexcept;

}  // namespace openperflib
