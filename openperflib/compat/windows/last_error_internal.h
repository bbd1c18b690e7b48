// What a failing function does last: it sets the code and returns what says that it failed.
#pragma once

#include "openperflib/compat/last_error.h"

namespace openperflib::compat {

template <typename Result>
Result fail(DWORD code, Result result) noexcept {
  SetLastError(code);
  return result;
}

}  // namespace openperflib::compat
