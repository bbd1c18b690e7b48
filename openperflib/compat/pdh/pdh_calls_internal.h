// What the functions of pdh.h have in common: finding what a handle stands for, and the statuses.
#pragma once

#include <expected>
#include <new>
#include <utility>

#include "openperflib/compat/pdh/pdh_handles_internal.h"

namespace openperflib::compat {

[[nodiscard]] inline PDH_STATUS pdh_status(PdhStatus status) noexcept {
  return static_cast<PDH_STATUS>(status);
}
template <typename Value>
[[nodiscard]] PDH_STATUS pdh_status(const std::expected<Value, PdhStatus>& result) noexcept {
  return pdh_status(result.has_value() ? kPdhSuccess : result.error());
}

// Empties the place of a handle that a call is to make, so that it is NULL if the call fails:
// cleanup code tests it. False: there is no place.
template <typename Handle>
[[nodiscard]] bool begin_handle(Handle* handle) noexcept {
  if (handle != nullptr) *handle = nullptr;
  return handle != nullptr;
}

// Calls work(), which returns a PdhStatus. No exception leaves a C function.
template <typename Work>
[[nodiscard]] PDH_STATUS pdh_call(Work work) noexcept {
  try {
    return pdh_status(work());
  } catch (const std::bad_alloc&) {
    return pdh_status(PDH_MEMORY_ALLOCATION_FAILURE);
  }
}

// The same: work(open query).
template <typename Work>
[[nodiscard]] PDH_STATUS with_pdh_query(PDH_HQUERY handle, Work work) noexcept {
  return pdh_call([&]() -> PdhStatus {
    const auto open = PdhHandles::instance().queries().find(handle);
    return open == nullptr ? PDH_INVALID_HANDLE : work(open);
  });
}

// The same: work(open counter, its query).
template <typename Work>
[[nodiscard]] PDH_STATUS with_pdh_counter(PDH_HCOUNTER handle, Work work) noexcept {
  return pdh_call([&]() -> PdhStatus {
    const auto open = PdhHandles::instance().counters().find(handle);
    return open == nullptr ? PDH_INVALID_HANDLE : work(*open, *open->query);
  });
}

}  // namespace openperflib::compat
