// Does what "Writing Performance Data to a Log File" does: write_log FILE SAMPLES PATH... writes
// the counters to a CSV file, or to a binary one where FILE ends with .blg.
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

CONST ULONG SAMPLE_INTERVAL_MS = 20;

static void DisplayError(LPCWSTR pFunction, PDH_STATUS status) {
  wprintf(L"%s failed with 0x%x.\n", pFunction, status);
}

int wmain(int argc, WCHAR* argv[]) {
  HQUERY hQuery = NULL;
  HLOG hLog = NULL;
  PDH_STATUS status;
  DWORD dwLogType = PDH_LOG_TYPE_CSV;
  HCOUNTER hCounter;
  DWORD dwSamples;
  int nResult = 1;
  int i;

  if (argc < 4) {
    wprintf(L"write_log FILE SAMPLES PATH...\n");
    return 2;
  }
  if (wcsstr(argv[1], L".blg") != NULL) dwLogType = PDH_LOG_TYPE_BINARY;

  status = PdhOpenQuery(NULL, 0, &hQuery);
  if (status != ERROR_SUCCESS) {
    DisplayError(L"PdhOpenQuery", status);
    goto cleanup;
  }
  for (i = 3; i < argc; i++) {
    status = PdhAddCounter(hQuery, argv[i], 0, &hCounter);
    if (status != ERROR_SUCCESS) {
      DisplayError(L"PdhAddCounter", status);
      goto cleanup;
    }
  }
  status = PdhOpenLog(argv[1], PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &dwLogType, hQuery, 0,
                      NULL, &hLog);
  if (status != ERROR_SUCCESS) {
    DisplayError(L"PdhOpenLog", status);
    goto cleanup;
  }
  for (dwSamples = _wtoi(argv[2]); dwSamples > 0; dwSamples--) {
    status = PdhUpdateLog(hLog, NULL);
    if (status != ERROR_SUCCESS) {
      DisplayError(L"PdhUpdateLog", status);
      goto cleanup;
    }
    Sleep(SAMPLE_INTERVAL_MS);
  }
  nResult = 0;

cleanup:
  if (hLog) PdhCloseLog(hLog, 0);
  if (hQuery) PdhCloseQuery(hQuery);
  return nResult;
}
