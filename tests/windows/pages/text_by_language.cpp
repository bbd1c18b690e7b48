// Does what the second program of "Retrieving Counter Names and Help Text" does: finds the language
// identifier for HKEY_PERFORMANCE_DATA, which depends on the language and on the version of
// Windows.
#ifndef UNICODE
#define UNICODE
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <Windows.h>
#include <stdio.h>
#include <strsafe.h>
// clang-format on

#pragma comment(lib, "advapi32.lib")

_Success_(return != FALSE) BOOL
    GetLanguage(_Out_writes_(cchLanguage) LPWSTR pwszLanguage, _In_ size_t cchLanguage);
_Ret_maybenull_ LPWSTR GetText(_In_z_ LPCWSTR pwszWhat, _In_z_ LPCWSTR pwszLanguage);

int wmain(int argc, _In_reads_(argc) WCHAR* argv[]) {
  WCHAR szLanguage[8];
  LPWSTR pText = NULL;
  LPCWSTR p = NULL;
  int nIndex = argc > 1 ? _wtoi(argv[1]) : 2;

  if (!GetLanguage(szLanguage, _countof(szLanguage))) {
    wprintf(L"The language is not known.\n");
    return 1;
  }
  wprintf(L"language %s\n", szLanguage);
  pText = GetText(nIndex % 2 ? L"Help" : L"Counter", szLanguage);
  if (NULL == pText) return 1;
  for (p = pText; *p; p += wcslen(p) + 1) {
    const int nFound = _wtoi(p);
    p += wcslen(p) + 1;
    if (nFound == nIndex) wprintf(L"%d %s\n", nFound, p);
  }
  free(pText);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return 0;
}

// Three hexadecimal digits; for most languages, of the primary language only.
BOOL GetLanguage(LPWSTR pwszLanguage, size_t cchLanguage) {
  OSVERSIONINFO version;
  BOOL fBeforeVista = FALSE;
  LANGID lang = GetUserDefaultUILanguage();
  LANGID wanted = PRIMARYLANGID(lang);

  ZeroMemory(&version, sizeof(OSVERSIONINFO));
  version.dwOSVersionInfoSize = sizeof(OSVERSIONINFO);
  if (!GetVersionEx(&version)) {
    wprintf(L"GetVersionEx failed with %lu.\n", GetLastError());
    return FALSE;
  }
  fBeforeVista = version.dwMajorVersion < 6;

  switch (PRIMARYLANGID(lang)) {
    case LANG_PORTUGUESE:
      if (fBeforeVista) break;
      __fallthrough;
    case LANG_CHINESE:
      wanted = lang == MAKELANGID(LANG_CHINESE, SUBLANG_CHINESE_HONGKONG)
                   ? MAKELANGID(LANG_CHINESE, SUBLANG_CHINESE_TRADITIONAL)
                   : MAKELANGID(PRIMARYLANGID(lang), SUBLANGID(lang));
      break;
    default:
      break;
  }
  return SUCCEEDED(StringCchPrintf(pwszLanguage, cchLanguage, L"%03x", wanted));
}

LPWSTR GetText(LPCWSTR pwszWhat, LPCWSTR pwszLanguage) {
  WCHAR szName[64];
  DWORD dwSize = 0;
  LPWSTR pText = NULL;
  LONG lStatus = ERROR_SUCCESS;
  if (FAILED(StringCchPrintf(szName, _countof(szName), L"%s %s", pwszWhat, pwszLanguage)))
    return NULL;
  lStatus = RegQueryValueEx(HKEY_PERFORMANCE_DATA, szName, NULL, NULL, NULL, &dwSize);
  if (ERROR_SUCCESS != lStatus) goto failed;
  pText = (LPWSTR)malloc(dwSize);
  if (NULL == pText) return NULL;
  lStatus = RegQueryValueEx(HKEY_PERFORMANCE_DATA, szName, NULL, NULL, (LPBYTE)pText, &dwSize);
  if (ERROR_SUCCESS == lStatus) return pText;
failed:
  wprintf(L"%s: RegQueryValueEx failed with 0x%lx.\n", szName, lStatus);
  if (pText) free(pText);
  return NULL;
}
