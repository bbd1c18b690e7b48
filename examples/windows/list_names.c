/* Lists names and help texts by their numbers: list_names [NUMBER]. A wide program, with wmain. */
#ifndef UNICODE
#define UNICODE
#define _UNICODE
#endif
/* clang-format off */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <tchar.h>
#include <strsafe.h>
/* clang-format on */

/* The texts of one kind in the language of the user; NULL if there are none. */
static LPWSTR ReadTexts(LPCWSTR kind) {
  WCHAR name[32];
  DWORD size = 0;
  LPWSTR texts = NULL;
  if (FAILED(StringCchPrintf(name, 32, L"%s %03x", kind, PRIMARYLANGID(GetUserDefaultLangID()))))
    return NULL;
  if (RegQueryValueEx(HKEY_PERFORMANCE_DATA, name, NULL, NULL, NULL, &size) != ERROR_SUCCESS)
    return NULL;
  texts = (LPWSTR)HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, size);
  if (texts == NULL) return NULL;
  if (RegQueryValueEx(HKEY_PERFORMANCE_DATA, name, NULL, NULL, (LPBYTE)texts, &size) !=
      ERROR_SUCCESS) {
    HeapFree(GetProcessHeap(), 0, texts);
    return NULL;
  }
  return texts;
}

/* The table is number, text, number, text, ..., and an empty text. */
static LPCWSTR TextOf(LPCWSTR texts, long number) {
  while (*texts != 0) {
    LPCWSTR text = texts + wcslen(texts) + 1;
    if (wcstol(texts, NULL, 10) == number) return text;
    texts = text + wcslen(text) + 1;
  }
  return NULL;
}

static void PrintAll(LPCWSTR names) {
  DWORD count = 0;
  while (*names != 0) {
    LPCWSTR text = names + wcslen(names) + 1;
    wprintf(L"%6s  %s\n", names, text);
    names = text + wcslen(text) + 1;
    ++count;
  }
  wprintf(L"%lu names\n", count);
}

int wmain(int argc, wchar_t* argv[]) {
  LPWSTR names = ReadTexts(L"Counter");
  LPWSTR help = ReadTexts(L"Help");
  if (names == NULL || help == NULL) {
    fputws(L"no texts\n", stderr);
    return 1;
  }
  if (argc < 2) {
    PrintAll(names);
  } else {
    const long number = wcstol(argv[1], NULL, 10);
    LPCWSTR name = TextOf(names, number);
    LPCWSTR text = TextOf(help, number + 1);
    wprintf(L"%s: %s\n", name != NULL ? name : L"?", text != NULL ? text : L"?");
  }
  HeapFree(GetProcessHeap(), 0, names);
  HeapFree(GetProcessHeap(), 0, help);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return 0;
}
