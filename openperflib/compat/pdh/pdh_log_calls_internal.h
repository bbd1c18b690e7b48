// What the functions of pdh.h that take an HLOG have in common.
#pragma once

#include "openperflib/compat/pdh/pdh_calls_internal.h"

namespace openperflib::compat {

// Calls work(open log), which returns a PdhStatus.
template <typename Work>
[[nodiscard]] PDH_STATUS with_pdh_log(PDH_HLOG handle, Work work) noexcept {
  return pdh_call([&]() -> PdhStatus {
    const auto open = PdhHandles::instance().logs().find(handle);
    return open == nullptr ? PDH_INVALID_HANDLE : work(*open);
  });
}

}  // namespace openperflib::compat
