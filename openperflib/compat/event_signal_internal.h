// Sets an event of <windows.h> from this library, which does not link libopenperflib-windows: the
// program has SetEvent if it could create an event at all.
#pragma once

#include "openperflib/abi/windows_types.h"

namespace openperflib::compat {

// Sets the event behind the handle, as SetEvent does, from any thread. False: the handle is NULL,
// is not open (any more) or is not an event, or the program has no events. Does no harm then, since
// the number of a closed handle is never used again.
bool signal_event(HANDLE event) noexcept;

}  // namespace openperflib::compat
