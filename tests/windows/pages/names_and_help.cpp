// Does what the first program of "Retrieving Counter Names and Help Text" does: names_and_help
// INDEX... prints the name of each index and the help text after it, in the language of the user.
// It uses an array of pointers into both tables.
#ifndef UNICODE
#define UNICODE
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <stdio.h>
// clang-format on

#pragma comment(lib, "advapi32.lib")

LPWSTR GetTable(LPCWSTR pwszValueName);
BOOL GetTexts(LPWSTR& pNames, LPWSTR& pHelps, LPWSTR*& ppTexts, DWORD* pdwTexts);
void AddTexts(LPWSTR pTable, LPWSTR* ppTexts, DWORD dwTexts);

int wmain(int argc, WCHAR* argv[]) {
  LPWSTR pNames = NULL;
  LPWSTR pHelps = NULL;
  LPWSTR* ppTexts = NULL;
  DWORD dwTexts = 0;
  int nResult = 1;

  if (GetTexts(pNames, pHelps, ppTexts, &dwTexts)) {
    nResult = 0;
    for (int i = 1; i < argc; i++) {
      const DWORD dwIndex = (DWORD)_wtoi(argv[i]);
      if (dwIndex + 1 >= dwTexts || NULL == ppTexts[dwIndex]) {
        wprintf(L"%u has no name\n", dwIndex);
        continue;
      }
      wprintf(L"%u %s\n%u %s\n", dwIndex, ppTexts[dwIndex], dwIndex + 1,
              ppTexts[dwIndex + 1] ? ppTexts[dwIndex + 1] : L"(no text)");
    }
  }
  if (pNames) free(pNames);
  if (pHelps) free(pHelps);
  if (ppTexts) free(ppTexts);
  return nResult;
}

// The caller frees it.
LPWSTR GetTable(LPCWSTR pwszValueName) {
  DWORD dwSize = 0;
  LPWSTR pTable = NULL;
  LONG lStatus =
      RegQueryValueExW(HKEY_PERFORMANCE_NLSTEXT, pwszValueName, NULL, NULL, NULL, &dwSize);
  if (ERROR_SUCCESS != lStatus) {
    wprintf(L"%s: RegQueryValueEx failed with %ld.\n", pwszValueName, lStatus);
    return NULL;
  }
  pTable = (LPWSTR)malloc(dwSize);
  if (NULL == pTable) return NULL;
  lStatus = RegQueryValueExW(HKEY_PERFORMANCE_NLSTEXT, pwszValueName, NULL, NULL, (LPBYTE)pTable,
                             &dwSize);
  if (ERROR_SUCCESS == lStatus) return pTable;
  wprintf(L"%s: RegQueryValueEx failed with %ld.\n", pwszValueName, lStatus);
  free(pTable);
  return NULL;
}

BOOL GetTexts(LPWSTR& pNames, LPWSTR& pHelps, LPWSTR*& ppTexts, DWORD* pdwTexts) {
  HKEY hKey = NULL;
  DWORD dwLast = 0;
  DWORD dwSize = sizeof(dwLast);
  LONG lStatus =
      RegOpenKeyEx(HKEY_LOCAL_MACHINE, L"Software\\Microsoft\\Windows NT\\CurrentVersion\\Perflib",
                   0, KEY_READ, &hKey);
  if (ERROR_SUCCESS == lStatus) {
    lStatus = RegQueryValueEx(hKey, L"Last Help", NULL, 0, (LPBYTE)&dwLast, &dwSize);
    RegCloseKey(hKey);
  }
  if (ERROR_SUCCESS != lStatus) return FALSE;
  *pdwTexts = dwLast + 1;
  ppTexts = (LPWSTR*)malloc(*pdwTexts * sizeof(LPWSTR));
  pNames = GetTable(L"Counter");
  pHelps = GetTable(L"Help");
  if (NULL == ppTexts || NULL == pNames || NULL == pHelps) return FALSE;
  ZeroMemory(ppTexts, *pdwTexts * sizeof(LPWSTR));
  AddTexts(pNames, ppTexts, *pdwTexts);
  AddTexts(pHelps, ppTexts, *pdwTexts);
  return TRUE;
}

void AddTexts(LPWSTR pTable, LPWSTR* ppTexts, DWORD dwTexts) {
  while (*pTable) {
    const DWORD dwIndex = (DWORD)_wtoi(pTable);
    pTable += wcslen(pTable) + 1;
    if (dwIndex < dwTexts) ppTexts[dwIndex] = pTable;
    pTable += wcslen(pTable) + 1;
  }
}
