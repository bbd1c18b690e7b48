// SetStatus: how a question about a counter set ended, as the Win32 code that replies carry. It may
// also be any other code, which a callback of the set returned.
#pragma once

#include <cstdint>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

namespace openperflib {

enum class SetStatus : std::uint32_t {
  success = ERROR_SUCCESS,
  instance_unknown = ERROR_PATH_NOT_FOUND,  // no active instance has the name that was given
  no_access = ERROR_ACCESS_DENIED,
  out_of_memory = ERROR_OUTOFMEMORY,  // more than a query may have
  read_failed = ERROR_GEN_FAILURE,    // the machine could not be read
  invalid = ERROR_INVALID_PARAMETER,  // it is corrupt, or there is no such entry to remove
  exists = ERROR_ALREADY_EXISTS,      // the query has it
  no_value = ERROR_NO_DATA,           // an instance has no value of the counter
  too_late = ERROR_TIMEOUT,           // its provider did not answer in time
  language_unknown = ERROR_RESOURCE_LANG_NOT_FOUND,
  set_unknown = ERROR_WMI_GUID_NOT_FOUND,
  no_instance = ERROR_WMI_INSTANCE_NOT_FOUND,  // none is active
  counter_unknown = ERROR_WMI_ITEMID_NOT_FOUND,
  described_otherwise = ERROR_WMI_INVALID_REGINFO,  // it runs in another way than it is registered
};

// Returns the Win32 code that is written to replies.
[[nodiscard]] constexpr std::uint32_t code_of(SetStatus status) noexcept {
  return static_cast<std::uint32_t>(status);
}

}  // namespace openperflib
