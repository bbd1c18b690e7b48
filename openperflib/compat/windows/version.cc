#include "openperflib/compat/windows/version.h"

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/registry/windows_version.h"

namespace openperflib::compat {
namespace {

template <typename Long, typename Short>
BOOL give_version(Short* version) {
  if (version == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const DWORD size = version->dwOSVersionInfoSize;
  if (size != sizeof(Short) && size != sizeof(Long)) return fail(ERROR_INSUFFICIENT_BUFFER, FALSE);
  *version = {.dwOSVersionInfoSize = size,
              .dwMajorVersion = kWindowsMajor,
              .dwMinorVersion = kWindowsMinor,
              .dwBuildNumber = kWindowsBuild,
              .dwPlatformId = VER_PLATFORM_WIN32_NT,
              .szCSDVersion = {}};
  if (size == sizeof(Short)) return TRUE;
  auto* whole = reinterpret_cast<Long*>(version);
  whole->wServicePackMajor = whole->wServicePackMinor = whole->wSuiteMask = 0;
  whole->wProductType = VER_NT_WORKSTATION;
  whole->wReserved = 0;
  return TRUE;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

DWORD GetVersion() {
  return openperflib::kWindowsMajor | openperflib::kWindowsMinor << 8 |
         openperflib::kWindowsBuild << 16;
}
BOOL GetVersionExA(LPOSVERSIONINFOA version) { return give_version<OSVERSIONINFOEXA>(version); }
BOOL GetVersionExW(LPOSVERSIONINFOW version) { return give_version<OSVERSIONINFOEXW>(version); }
