// The last step of a function that fails: sets the code and returns the value that reports the
// failure.
#pragma once

#include "openperflib/compat/last_error.h"

namespace openperflib::compat {

template <typename Result>
Result fail(DWORD code, Result result) noexcept {
  SetLastError(code);
  return result;
}

}  // namespace openperflib::compat
