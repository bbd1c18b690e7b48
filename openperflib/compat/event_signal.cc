#include "openperflib/compat/event_signal_internal.h"

// Weak: the loader binds it if the program has libopenperflib-windows, or a SetEvent of its own
// with its own events; otherwise it stays NULL. Declared here and not in the header, so that it is
// an ordinary function for those who include synchronization.h.
extern "C" BOOL WINAPI SetEvent(HANDLE event) __attribute__((weak));

namespace openperflib::compat {

bool signal_event(HANDLE event) noexcept {
  return event != nullptr && SetEvent != nullptr && SetEvent(event) != 0;
}

}  // namespace openperflib::compat
