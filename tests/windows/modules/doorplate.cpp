// The mailroom with a DllMain as the wizards of Windows write it: in C++ and without extern "C". It
// finds the file of the module, and Open fails if it was not called or found another one.
#include <windows.h>

extern "C" DWORD APIENTRY OpenMailroom(LPWSTR lpDeviceNames);

static BOOL g_bFound = FALSE;

BOOL APIENTRY DllMain(HMODULE hModule, DWORD dwReason, LPVOID lpReserved) {
  WCHAR szPath[MAX_PATH];
  (void)lpReserved;
  if (dwReason == DLL_PROCESS_ATTACH &&
      GetModuleFileNameW(hModule, szPath, ARRAYSIZE(szPath)) > 0 && szPath[0] == L'/') {
    g_bFound = wcscmp(wcsrchr(szPath, L'/'), L"/doorplate.so") == 0;
  }
  return TRUE;
}

extern "C" DWORD APIENTRY OpenDoorplate(LPWSTR lpDeviceNames) {
  return g_bFound ? OpenMailroom(lpDeviceNames) : ERROR_DLL_INIT_FAILED;
}
