// wildcard_array PATH: adds a path with * in the place of the instance, and prints the value of
// each instance, like the programs that read all processors or processes by
// PdhGetFormattedCounterArray.
#ifndef UNICODE
#define UNICODE
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <stdio.h>
#include <pdh.h>
#include <pdhmsg.h>
// clang-format on

#pragma comment(lib, "pdh.lib")

int wmain(int argc, WCHAR* argv[]) {
  PDH_HQUERY hQuery = NULL;
  PDH_HCOUNTER hCounter = NULL;
  PDH_FMT_COUNTERVALUE_ITEM* pItems = NULL;
  DWORD dwBufferSize = 0;
  DWORD dwItemCount = 0;
  PDH_STATUS status;
  int nResult = 1;

  if (argc != 2) {
    wprintf(L"wildcard_array PATH\n");
    return 2;
  }
  if (ERROR_SUCCESS != (status = PdhOpenQuery(NULL, 0, &hQuery)) ||
      ERROR_SUCCESS != (status = PdhAddEnglishCounter(hQuery, argv[1], 0, &hCounter)) ||
      ERROR_SUCCESS != (status = PdhCollectQueryData(hQuery)))
    goto cleanup;
  Sleep(50);
  if (ERROR_SUCCESS != (status = PdhCollectQueryData(hQuery))) goto cleanup;

  status = PdhGetFormattedCounterArray(hCounter, PDH_FMT_DOUBLE, &dwBufferSize, &dwItemCount, NULL);
  if (PDH_MORE_DATA != status) goto cleanup;
  pItems = (PDH_FMT_COUNTERVALUE_ITEM*)malloc(dwBufferSize);
  if (NULL == pItems) goto cleanup;
  status =
      PdhGetFormattedCounterArray(hCounter, PDH_FMT_DOUBLE, &dwBufferSize, &dwItemCount, pItems);
  if (ERROR_SUCCESS != status) goto cleanup;
  for (DWORD i = 0; i < dwItemCount; i++) {
    if (PDH_CSTATUS_NEW_DATA == pItems[i].FmtValue.CStatus ||
        PDH_CSTATUS_VALID_DATA == pItems[i].FmtValue.CStatus)
      wprintf(L"%s: %.20g\n", pItems[i].szName, pItems[i].FmtValue.doubleValue);
    else
      wprintf(L"%s: status 0x%x\n", pItems[i].szName, pItems[i].FmtValue.CStatus);
  }
  nResult = 0;

cleanup:
  if (0 != nResult) wprintf(L"Failed with 0x%x.\n", status);
  free(pItems);
  if (hQuery) PdhCloseQuery(hQuery);
  return nResult;
}
