// load_average SAMPLES [SECONDS]: a load average, which Windows does not have: what libraries make
// of the processor queue. It is sampled each SECONDS (5 if they are not given) in the background;
// the event of each sample calls a function, which keeps the averages of 1, 5 and 15 minutes,
// weighted exponentially. Prints the length of the queue and the three averages of each sample.
#ifndef UNICODE
#define UNICODE
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <math.h>
#include <stdio.h>
#include <pdh.h>
#include <pdhmsg.h>
// clang-format on

#pragma comment(lib, "pdh.lib")

static CONST DWORD dwDefaultInterval = 5;
static CONST double dMinutes[] = {1, 5, 15};

typedef struct _LOAD {
  HCOUNTER hCounter;
  HANDLE hDone;
  DWORD dwLeft;
  double dFactors[3];  // what remains of an average after an interval
  double dAverages[3];
} LOAD, *PLOAD;

static VOID CALLBACK OnSample(PVOID pContext, BOOLEAN fTimedOut) {
  PLOAD pLoad = (PLOAD)pContext;
  PDH_FMT_COUNTERVALUE value;

  if (fTimedOut || 0 == pLoad->dwLeft) return;
  if (ERROR_SUCCESS != PdhGetFormattedCounterValue(pLoad->hCounter, PDH_FMT_DOUBLE, NULL, &value))
    return;
  for (int i = 0; i < 3; i++)
    pLoad->dAverages[i] =
        pLoad->dAverages[i] * pLoad->dFactors[i] + value.doubleValue * (1.0 - pLoad->dFactors[i]);
  wprintf(L"%.17g %.17g %.17g %.17g\n", value.doubleValue, pLoad->dAverages[0], pLoad->dAverages[1],
          pLoad->dAverages[2]);
  fflush(stdout);
  if (0 == --pLoad->dwLeft) SetEvent(pLoad->hDone);
}

int wmain(int argc, WCHAR* argv[]) {
  HQUERY hQuery = NULL;
  HANDLE hSample = NULL;
  HANDLE hWait = NULL;
  LOAD load = {NULL, NULL, 0, {0, 0, 0}, {0, 0, 0}};
  DWORD dwInterval = argc > 2 ? (DWORD)_wtoi(argv[2]) : dwDefaultInterval;
  WCHAR szName[64];
  PDH_STATUS status;
  int nResult = 1;

  if (argc < 2) {
    wprintf(L"load_average SAMPLES [SECONDS]\n");
    return 2;
  }
  load.dwLeft = (DWORD)_wtoi(argv[1]);
  for (int i = 0; i < 3; i++) load.dFactors[i] = exp(-(double)dwInterval / (dMinutes[i] * 60));
  load.hDone = CreateEvent(NULL, TRUE, FALSE, NULL);
  swprintf(szName, sizeof(szName) / sizeof(szName[0]), L"LoadAverage%lu", GetCurrentProcessId());
  hSample = CreateEvent(NULL, FALSE, FALSE, szName);
  if (NULL == load.hDone || NULL == hSample) goto cleanup;
  if (ERROR_SUCCESS != (status = PdhOpenQuery(NULL, 0, &hQuery)) ||
      ERROR_SUCCESS != (status = PdhAddEnglishCounter(hQuery, L"\\System\\Processor Queue Length",
                                                      0, &load.hCounter)) ||
      ERROR_SUCCESS != (status = PdhCollectQueryDataEx(hQuery, dwInterval, hSample))) {
    wprintf(L"The collection could not be started: 0x%x.\n", status);
    goto cleanup;
  }
  if (!RegisterWaitForSingleObject(&hWait, hSample, OnSample, &load, INFINITE, WT_EXECUTEDEFAULT))
    goto cleanup;
  if (WAIT_OBJECT_0 == WaitForSingleObject(load.hDone, INFINITE)) nResult = 0;
  if (!UnregisterWaitEx(hWait, INVALID_HANDLE_VALUE)) nResult = 1;

cleanup:
  if (hQuery) PdhCloseQuery(hQuery);
  if (hSample) CloseHandle(hSample);
  if (load.hDone) CloseHandle(load.hDone);
  return nResult;
}
