// The handles of modules.
#pragma once

#include "openperflib/abi/windows_api_types.h"

namespace openperflib::compat {

// Whether a handle is that of pdh.dll, whose messages are those of PDH's codes.
[[nodiscard]] bool is_pdh_module(const void* handle) noexcept;

}  // namespace openperflib::compat
