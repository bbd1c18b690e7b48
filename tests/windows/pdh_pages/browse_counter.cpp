// Does what "Browsing Performance Counters" does: lets the user choose one counter, collects it
// COUNT times (default 10), and prints each value with its time. Written like the page: wmain,
// goto, and a buffer of PDH_MAX_COUNTER_PATH characters.
#ifndef UNICODE
#define UNICODE
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <stdio.h>
#include <conio.h>
#include <pdh.h>
#include <pdhmsg.h>
// clang-format on

#pragma comment(lib, "pdh.lib")

CONST ULONG ulInterval = 20;  // milliseconds between two samples

void wmain(int argc, WCHAR* argv[]) {
  PDH_STATUS status;
  HQUERY hQuery = NULL;
  HCOUNTER hCounter;
  PDH_FMT_COUNTERVALUE value;
  DWORD dwType;
  SYSTEMTIME time;
  PDH_BROWSE_DLG_CONFIG config;
  WCHAR szPath[PDH_MAX_COUNTER_PATH];
  int nCount = argc > 1 ? _wtoi(argv[1]) : 10;

  status = PdhOpenQuery(NULL, NULL, &hQuery);
  if (status != ERROR_SUCCESS) {
    wprintf(L"PdhOpenQuery failed with 0x%x.\n", status);
    goto cleanup;
  }

  ZeroMemory(szPath, sizeof(szPath));
  ZeroMemory(&config, sizeof(config));
  config.bIncludeInstanceIndex = FALSE;
  config.bSingleCounterPerAdd = TRUE;
  config.bSingleCounterPerDialog = TRUE;
  config.bLocalCountersOnly = FALSE;
  config.bWildCardInstances = TRUE;
  config.bHideDetailBox = TRUE;
  config.bInitializePath = FALSE;
  config.bDisableMachineSelection = FALSE;
  config.bIncludeCostlyObjects = FALSE;
  config.bShowObjectBrowser = FALSE;
  config.hWndOwner = NULL;
  config.szReturnPathBuffer = szPath;
  config.cchReturnPathLength = PDH_MAX_COUNTER_PATH;
  config.pCallBack = NULL;
  config.dwCallBackArg = 0;
  config.CallBackStatus = ERROR_SUCCESS;
  config.dwDefaultDetailLevel = PERF_DETAIL_WIZARD;
  config.szDialogBoxCaption = (LPWSTR)L"Select a counter";

  status = PdhBrowseCounters(&config);
  if (status != ERROR_SUCCESS) {
    if (status == PDH_DIALOG_CANCELLED)
      wprintf(L"Nothing was selected.\n");
    else
      wprintf(L"PdhBrowseCounters failed with 0x%x.\n", status);
    goto cleanup;
  }
  if (wcslen(szPath) == 0) {
    wprintf(L"No counter was selected.\n");
    goto cleanup;
  }
  wprintf(L"Counter: %s\n", szPath);

  status = PdhAddCounter(hQuery, szPath, 0, &hCounter);
  if (status != ERROR_SUCCESS) {
    wprintf(L"PdhAddCounter failed with 0x%x.\n", status);
    goto cleanup;
  }
  // Most counters need two samples.
  status = PdhCollectQueryData(hQuery);
  if (status != ERROR_SUCCESS) {
    wprintf(L"PdhCollectQueryData failed with 0x%x.\n", status);
    goto cleanup;
  }

  while (nCount-- > 0 && !_kbhit()) {
    Sleep(ulInterval);
    GetLocalTime(&time);
    status = PdhCollectQueryData(hQuery);
    if (status != ERROR_SUCCESS) wprintf(L"PdhCollectQueryData failed with 0x%x.\n", status);
    status = PdhGetFormattedCounterValue(hCounter, PDH_FMT_DOUBLE, &dwType, &value);
    if (status != ERROR_SUCCESS) {
      wprintf(L"PdhGetFormattedCounterValue failed with 0x%x.\n", status);
      goto cleanup;
    }
    wprintf(L"%2.2d:%2.2d:%2.2d.%3.3d %.20g\n", time.wHour, time.wMinute, time.wSecond,
            time.wMilliseconds, value.doubleValue);
  }

cleanup:
  if (hQuery) PdhCloseQuery(hQuery);
}
