/* Does what "Retrieving Data from the Registry" does: enlarges a buffer until the block fits.
   Uses only <windows.h> and <stdio.h>, and a main of the old kind. */
/* clang-format off */
#include <windows.h>
#include <stdio.h>
/* clang-format on */

#define FIRST_SIZE 512
#define STEP 1024

void main() {
  DWORD dwBufferSize = FIRST_SIZE;
  DWORD cbData = dwBufferSize;
  DWORD dwTries = 1;
  LSTATUS dwRet;
  PPERF_DATA_BLOCK pData = (PPERF_DATA_BLOCK)malloc(dwBufferSize);

  dwRet =
      RegQueryValueEx(HKEY_PERFORMANCE_DATA, TEXT("Global"), NULL, NULL, (LPBYTE)pData, &cbData);
  while (dwRet == ERROR_MORE_DATA) {
    dwBufferSize += STEP;
    pData = (PPERF_DATA_BLOCK)realloc(pData, dwBufferSize);
    cbData = dwBufferSize;
    ++dwTries;
    dwRet =
        RegQueryValueEx(HKEY_PERFORMANCE_DATA, TEXT("Global"), NULL, NULL, (LPBYTE)pData, &cbData);
  }
  if (dwRet == ERROR_SUCCESS)
    printf("after %lu tries: %lu objects, %s\n", dwTries, pData->NumObjectTypes,
           cbData == pData->TotalByteLength ? "all of it" : "a part of it");
  else
    printf("RegQueryValueEx failed with %ld\n", dwRet);
  free(pData);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
}
