// GUIDs that a program passes by pointer.
#pragma once

#include <span>

#include "openperflib/abi/windows_types.h"
#include "openperflib/base/guid.h"

namespace openperflib::compat {

// Reads the GUID at `guid`, which is not NULL.
[[nodiscard]] inline Guid guid_at(const GUID* guid) noexcept {
  return load_guid(std::as_bytes(std::span(guid, 1)), 0);
}

}  // namespace openperflib::compat
