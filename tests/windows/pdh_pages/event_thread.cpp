// Does what "Collecting Performance Data" says of PdhCollectQueryDataEx: event_thread PATH SAMPLES
// collects once a second in the background; a thread waits for the named event and prints each
// value.
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

typedef struct _collection {
  HANDLE hNewDataEvent;
  HCOUNTER hCounter;
  DWORD dwSamples;
  DWORD dwPrinted;
} COLLECTION, *PCOLLECTION;

DWORD WINAPI DisplayValues(LPVOID pContext) {
  PCOLLECTION pCollection = (PCOLLECTION)pContext;
  PDH_FMT_COUNTERVALUE value;
  DWORD i;

  for (i = 0; i < pCollection->dwSamples; i++) {
    if (WAIT_OBJECT_0 != WaitForSingleObject(pCollection->hNewDataEvent, 60000)) break;
    if (ERROR_SUCCESS ==
        PdhGetFormattedCounterValue(pCollection->hCounter, PDH_FMT_LARGE, NULL, &value)) {
      wprintf(L"%I64d\n", value.largeValue);
      pCollection->dwPrinted++;
    }
  }
  return 0;
}

int wmain(int argc, WCHAR* argv[]) {
  HQUERY hQuery = NULL;
  HANDLE hThread = NULL;
  COLLECTION collection = {NULL, NULL, 0, 0};
  WCHAR szName[64];
  PDH_STATUS status;
  int nResult = 1;

  if (argc != 3) {
    wprintf(L"event_thread PATH SAMPLES\n");
    return 2;
  }
  collection.dwSamples = _wtoi(argv[2]);
  if (ERROR_SUCCESS != (status = PdhOpenQuery(NULL, 0, &hQuery)) ||
      ERROR_SUCCESS != (status = PdhAddCounter(hQuery, argv[1], 0, &collection.hCounter))) {
    wprintf(L"The counter could not be added: 0x%x.\n", status);
    goto cleanup;
  }
  swprintf(szName, sizeof(szName) / sizeof(szName[0]), L"PdhEvent%lu", GetCurrentProcessId());
  collection.hNewDataEvent = CreateEvent(NULL, FALSE, FALSE, szName);
  if (NULL == collection.hNewDataEvent) {
    wprintf(L"CreateEvent failed with %lu.\n", GetLastError());
    goto cleanup;
  }
  hThread = CreateThread(NULL, 0, DisplayValues, &collection, 0, NULL);
  if (NULL == hThread) goto cleanup;
  status = PdhCollectQueryDataEx(hQuery, 1, collection.hNewDataEvent);
  if (ERROR_SUCCESS != status) {
    wprintf(L"PdhCollectQueryDataEx failed with 0x%x.\n", status);
    goto cleanup;
  }
  WaitForSingleObject(hThread, INFINITE);
  if (collection.dwPrinted == collection.dwSamples) nResult = 0;

cleanup:
  if (hQuery) PdhCloseQuery(hQuery);
  if (hThread) CloseHandle(hThread);
  if (collection.hNewDataEvent) CloseHandle(collection.hNewDataEvent);
  return nResult;
}
