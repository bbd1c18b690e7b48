// Does what the pages on data sources do together: blg_to_csv BLG CSV binds a binary log, expands
// \*(*)\* in it, adds every counter, and copies the records to a CSV file.
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

int AddAll(HLOG hSource, HQUERY hQuery, LPCWSTR pPattern);

int wmain(int argc, WCHAR* argv[]) {
  HLOG hSource = NULL;
  HQUERY hQuery = NULL;
  HLOG hTarget = NULL;
  DWORD dwType = PDH_LOG_TYPE_CSV;
  DWORD dwRecords = 0;
  PDH_STATUS status;
  WCHAR szFiles[PDH_MAX_DATASOURCE_PATH];
  int nResult = 1;

  if (argc != 3) {
    wprintf(L"blg_to_csv BLG CSV\n");
    return 2;
  }
  ZeroMemory(szFiles, sizeof(szFiles));  // a list of names ends with an empty one
  wcsncpy(szFiles, argv[1], PDH_MAX_DATASOURCE_PATH - 2);
  if (ERROR_SUCCESS != (status = PdhBindInputDataSource(&hSource, szFiles))) {
    wprintf(L"PdhBindInputDataSource failed with 0x%x.\n", status);
    goto cleanup;
  }
  if (ERROR_SUCCESS != (status = PdhOpenQueryH(hSource, 0, &hQuery))) {
    wprintf(L"PdhOpenQueryH failed with 0x%x.\n", status);
    goto cleanup;
  }
  // Objects with instances, and objects without.
  if (AddAll(hSource, hQuery, L"\\*(*)\\*") + AddAll(hSource, hQuery, L"\\*\\*") == 0) {
    wprintf(L"The log has no counters.\n");
    goto cleanup;
  }
  if (ERROR_SUCCESS != (status = PdhOpenLog(argv[2], PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS,
                                            &dwType, hQuery, 0, NULL, &hTarget))) {
    wprintf(L"PdhOpenLog failed with 0x%x.\n", status);
    goto cleanup;
  }
  while (ERROR_SUCCESS == (status = PdhUpdateLog(hTarget, NULL))) dwRecords++;
  if (PDH_NO_MORE_DATA != status) {
    wprintf(L"PdhUpdateLog failed with 0x%x.\n", status);
    goto cleanup;
  }
  wprintf(L"%lu records\n", dwRecords);
  nResult = 0;

cleanup:
  if (hTarget) PdhCloseLog(hTarget, 0);
  if (hQuery) PdhCloseQuery(hQuery);
  if (hSource) PdhCloseLog(hSource, 0);
  return nResult;
}

// Returns the number of counters that were added: none if the log has no object of that kind.
int AddAll(HLOG hSource, HQUERY hQuery, LPCWSTR pPattern) {
  LPWSTR pPaths = NULL;
  LPWSTR pPath = NULL;
  DWORD dwLength = 0;
  HCOUNTER hCounter;
  PDH_STATUS status;
  int nAdded = 0;

  status = PdhExpandWildCardPathH(hSource, pPattern, NULL, &dwLength, 0);
  if (PDH_MORE_DATA != status) return 0;
  pPaths = (LPWSTR)malloc(dwLength * sizeof(WCHAR));
  if (NULL == pPaths) return 0;
  status = PdhExpandWildCardPathH(hSource, pPattern, pPaths, &dwLength, 0);
  if (ERROR_SUCCESS != status) {
    wprintf(L"The second PdhExpandWildCardPathH failed with 0x%x.\n", status);
    goto cleanup;
  }
  for (pPath = pPaths; *pPath; pPath += wcslen(pPath) + 1) {
    status = PdhAddCounter(hQuery, pPath, 0, &hCounter);
    if (ERROR_SUCCESS != status) {
      wprintf(L"PdhAddCounter of %s failed with 0x%x.\n", pPath, status);
      goto cleanup;
    }
    nAdded++;
  }

cleanup:
  free(pPaths);
  return nAdded;
}
