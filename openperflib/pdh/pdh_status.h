// PDH's statuses, and which of them stands for what the layers below say.
#pragma once

#include <cstdint>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/query/binding/path_match.h"

namespace openperflib {

// A code of pdhmsg.h, or 0; its top two bits are the severity.
using PdhStatus = std::uint32_t;
inline constexpr PdhStatus kPdhSuccess = 0;

// What a path that matches nothing lacks; kPdhSuccess if it matches, or if its counter exists but
// has no definition on this machine now.
[[nodiscard]] PdhStatus status_of(PathMatch match) noexcept;
// What a function returns where there is no value for this reason: PDH_INVALID_DATA, or
// PDH_CALC_NEGATIVE_... if the readings went back.
[[nodiscard]] PdhStatus status_of_missing_value(CStatus status) noexcept;
// The same for any value: kPdhSuccess if it is one.
[[nodiscard]] inline PdhStatus status_of_value(CStatus status) noexcept {
  return usable(status) ? kPdhSuccess : status_of_missing_value(status);
}

}  // namespace openperflib
