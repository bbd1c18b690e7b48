/* <versionhelpers.h>: whether Windows has at least some version. Here it is Windows 10
   (version.h), so it is every version up to 10, and not a server. */
#pragma once

#include "openperflib/compat/windows/version.h"

/* Whether the given version is 10.0 or older. */
static inline BOOL IsWindowsVersionOrGreater(WORD major, WORD minor, WORD service_pack) {
  return major < 10 || (major == 10 && minor == 0 && service_pack == 0);
}
/* Always FALSE: this is a workstation. */
static inline BOOL IsWindowsServer(void) { return FALSE; }
#define OPENPERFLIB_IS_WINDOWS_OR_GREATER(version) \
  static inline BOOL IsWindows##version##OrGreater(void) { return TRUE; }
OPENPERFLIB_IS_WINDOWS_OR_GREATER(XP)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(XPSP1)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(XPSP2)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(XPSP3)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(Vista)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(VistaSP1)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(VistaSP2)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(7)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(7SP1)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(8)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(8Point1)
OPENPERFLIB_IS_WINDOWS_OR_GREATER(10)
#undef OPENPERFLIB_IS_WINDOWS_OR_GREATER
