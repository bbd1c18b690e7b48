/* What a program for Windows needs to read a block, in either character set, and no more. */
#include <stdio.h>
#include <winperf.h>
#include <winreg.h>

static BYTE data[1 << 20];

int main(void) {
  DWORD size = sizeof(data);
  const TCHAR* name = TEXT("2 4");
  const LSTATUS status = RegQueryValueEx(HKEY_PERFORMANCE_DATA, name, NULL, NULL, data, &size);
  const PERF_DATA_BLOCK* block = (const PERF_DATA_BLOCK*)data;
  printf("%d: %u objects\n", (int)status, (unsigned)block->NumObjectTypes);
  return status == ERROR_SUCCESS && block->NumObjectTypes == 2 ? 0 : 1;
}
