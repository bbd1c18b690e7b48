// A module of the tests whose DllMain does not let it be loaded.
#include "openperflib/abi/windows_types.h"

extern "C" BOOL WINAPI DllMain(void*, DWORD, LPVOID) { return 0; }
extern "C" DWORD WINAPI Collect(LPWSTR, LPVOID*, LPDWORD, LPDWORD) { return 0; }
