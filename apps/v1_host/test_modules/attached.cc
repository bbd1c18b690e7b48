// A module of the tests with a DllMain: it prints each call, and whether it is loaded yet.
#include <stdio.h>

#include "openperflib/abi/windows_types.h"

extern "C" BOOL WINAPI DllMain(void* module, DWORD reason, LPVOID reserved) {
  printf("DllMain %u %d %d\n", reason, module != nullptr, reserved == nullptr);
  return reason == 1 ? 1 : 0;
}
extern "C" DWORD WINAPI Collect(LPWSTR, LPVOID*, LPDWORD bytes, LPDWORD objects) {
  *bytes = 0;
  *objects = 0;
  return 0;
}
