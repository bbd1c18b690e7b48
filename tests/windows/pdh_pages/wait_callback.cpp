// wait_callback PATH SAMPLES: as event_thread.cpp, but the event calls a function, as programs do
// that compute a load average: RegisterWaitForSingleObject on the event of PdhCollectQueryDataEx.
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

static HCOUNTER g_hCounter = NULL;
static HANDLE g_hDone = NULL;
static LONG g_lLeft = 0;

static VOID CALLBACK OnSample(PVOID pContext, BOOLEAN fTimedOut) {
  PDH_FMT_COUNTERVALUE value;

  UNREFERENCED_PARAMETER(pContext);
  if (fTimedOut) return;
  if (ERROR_SUCCESS == PdhGetFormattedCounterValue(g_hCounter, PDH_FMT_DOUBLE, NULL, &value))
    wprintf(L"%.2f\n", value.doubleValue);
  if (0 == InterlockedDecrement(&g_lLeft)) SetEvent(g_hDone);
}

int wmain(int argc, WCHAR* argv[]) {
  HQUERY hQuery = NULL;
  HANDLE hSample = NULL;
  HANDLE hWait = NULL;
  PDH_STATUS status;
  int nResult = 1;

  if (argc != 3) {
    wprintf(L"wait_callback PATH SAMPLES\n");
    return 2;
  }
  g_lLeft = _wtoi(argv[2]);
  g_hDone = CreateEvent(NULL, TRUE, FALSE, NULL);
  hSample = CreateEvent(NULL, FALSE, FALSE, L"WaitCallbackSample");
  if (NULL == g_hDone || NULL == hSample) goto cleanup;
  if (ERROR_SUCCESS != (status = PdhOpenQuery(NULL, 0, &hQuery)) ||
      ERROR_SUCCESS != (status = PdhAddEnglishCounter(hQuery, argv[1], 0, &g_hCounter)) ||
      ERROR_SUCCESS != (status = PdhCollectQueryDataEx(hQuery, 1, hSample))) {
    wprintf(L"The collection could not be started: 0x%x.\n", status);
    goto cleanup;
  }
  if (!RegisterWaitForSingleObject(&hWait, hSample, OnSample, NULL, INFINITE, WT_EXECUTEDEFAULT))
    goto cleanup;
  if (WAIT_OBJECT_0 == WaitForSingleObject(g_hDone, 60000)) nResult = 0;
  if (!UnregisterWaitEx(hWait, INVALID_HANDLE_VALUE)) nResult = 1;

cleanup:
  if (hQuery) PdhCloseQuery(hQuery);
  if (hSample) CloseHandle(hSample);
  if (g_hDone) CloseHandle(g_hDone);
  return nResult;
}
