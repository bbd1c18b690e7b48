/* A performance module of the kind that Microsoft's pages describe, in our own words: <windows.h>,
   a packed definition that is filled in once, DllMain, the query in lower case and its numbers as
   texts. It is built unchanged as a .so and, with mingw-w64, as a .dll. */
/* clang-format off */
#include <windows.h>
#include <string.h>
#include <stdlib.h>
#include <winperf.h>
#include "mailroom.h"
/* clang-format on */

#define ALIGN8(x) (((x) + 7) & ~7u)
#define DIGITS 11

#pragma pack(push, 8)
typedef struct _MAILROOM_DEFINITION {
  PERF_OBJECT_TYPE Object;
  PERF_COUNTER_DEFINITION Waiting;
  PERF_COUNTER_DEFINITION Sorted;
} MAILROOM_DEFINITION, *PMAILROOM_DEFINITION;

typedef struct _MAILROOM_VALUES {
  PERF_COUNTER_BLOCK Block;
  DWORD dwWaiting;
  ULONGLONG ullSorted;
} MAILROOM_VALUES, *PMAILROOM_VALUES;
#pragma pack(pop)

static MAILROOM_DEFINITION g_Definition;
static DWORD g_dwOpens = 0;
static ULONGLONG g_ullSorted = 0;
static WCHAR g_szIndex[DIGITS];

BOOL WINAPI DllMain(HINSTANCE hModule, DWORD dwReason, LPVOID lpReserved) {
  (void)hModule;
  (void)lpReserved;
  switch (dwReason) {
    case DLL_PROCESS_ATTACH:
    case DLL_PROCESS_DETACH:
      g_dwOpens = 0;
      break;
    case DLL_THREAD_ATTACH:
    case DLL_THREAD_DETACH:
      break;
  }
  return TRUE;
}

static VOID DefineCounter(PPERF_COUNTER_DEFINITION pCounter, DWORD dwName, DWORD dwHelp,
                          DWORD dwType, DWORD dwSize, DWORD dwOffset) {
  pCounter->ByteLength = sizeof(PERF_COUNTER_DEFINITION);
  pCounter->CounterNameTitleIndex = dwName;
  pCounter->CounterHelpTitleIndex = dwHelp;
  pCounter->DefaultScale = 0;
  pCounter->DetailLevel = PERF_DETAIL_NOVICE;
  pCounter->CounterType = dwType;
  pCounter->CounterSize = dwSize;
  pCounter->CounterOffset = dwOffset;
}

static VOID DefineObject(DWORD dwFirstCounter, DWORD dwFirstHelp) {
  PPERF_OBJECT_TYPE pObject = &g_Definition.Object;
  ZeroMemory(&g_Definition, sizeof(g_Definition));
  pObject->TotalByteLength = sizeof(MAILROOM_DEFINITION) + ALIGN8(sizeof(MAILROOM_VALUES));
  pObject->DefinitionLength = sizeof(MAILROOM_DEFINITION);
  pObject->HeaderLength = sizeof(PERF_OBJECT_TYPE);
  pObject->ObjectNameTitleIndex = dwFirstCounter + MAILROOM_OBJECT;
  pObject->ObjectHelpTitleIndex = dwFirstHelp + MAILROOM_OBJECT;
  pObject->DetailLevel = PERF_DETAIL_NOVICE;
  pObject->NumCounters = 2;
  pObject->DefaultCounter = 0;
  pObject->NumInstances = PERF_NO_INSTANCES;
  DefineCounter(&g_Definition.Waiting, dwFirstCounter + FIRST_COUNTER, dwFirstHelp + FIRST_COUNTER,
                PERF_COUNTER_RAWCOUNT, sizeof(DWORD), FIELD_OFFSET(MAILROOM_VALUES, dwWaiting));
  DefineCounter(&g_Definition.Sorted, dwFirstCounter + LETTERS_SORTED, dwFirstHelp + LETTERS_SORTED,
                PERF_COUNTER_BULK_COUNT, sizeof(ULONGLONG),
                FIELD_OFFSET(MAILROOM_VALUES, ullSorted));
}

DWORD APIENTRY OpenMailroom(LPWSTR lpDeviceNames) {
  HKEY hKey = NULL;
  DWORD dwFirstCounter = 0, dwFirstHelp = 0, dwSize = sizeof(DWORD), dwType = 0;
  LONG lStatus;
  (void)lpDeviceNames;
  if (g_dwOpens++ > 0) return ERROR_SUCCESS;
  lStatus = RegOpenKeyEx(HKEY_LOCAL_MACHINE,
                         TEXT("SYSTEM\\CurrentControlSet\\Services\\Mailroom\\Performance"), 0,
                         KEY_READ, &hKey);
  if (lStatus == ERROR_SUCCESS) {
    lStatus = RegQueryValueEx(hKey, TEXT("First Counter"), NULL, &dwType, (LPBYTE)&dwFirstCounter,
                              &dwSize);
    dwSize = sizeof(DWORD);
    if (lStatus == ERROR_SUCCESS)
      lStatus =
          RegQueryValueEx(hKey, TEXT("First Help"), NULL, &dwType, (LPBYTE)&dwFirstHelp, &dwSize);
    RegCloseKey(hKey);
  }
  if (lStatus != ERROR_SUCCESS) {
    g_dwOpens = 0;
    return (DWORD)lStatus;
  }
  DefineObject(dwFirstCounter, dwFirstHelp);
  _ultow_s(dwFirstCounter + MAILROOM_OBJECT, g_szIndex, DIGITS, 10);
  return ERROR_SUCCESS;
}

/* "global", or a list of numbers with ours among them. */
static BOOL IsWanted(LPWSTR lpValueName) {
  BOOL bWanted = FALSE;
  size_t cch;
  LPWSTR szQuery, szWord, szNext = NULL;
  if (lpValueName == NULL || *lpValueName == 0) return TRUE;
  cch = wcslen(lpValueName) + 1;
  szQuery = (LPWSTR)malloc(cch * sizeof(WCHAR));
  if (szQuery == NULL) return FALSE;
  memcpy(szQuery, lpValueName, cch * sizeof(WCHAR));
  _wcslwr_s(szQuery, cch);
  bWanted = wcscmp(szQuery, L"global") == 0;
  for (szWord = wcstok_s(szQuery, L" ", &szNext); szWord != NULL && !bWanted;
       szWord = wcstok_s(NULL, L" ", &szNext)) {
    bWanted = wcscmp(szWord, g_szIndex) == 0;
  }
  free(szQuery);
  return bWanted;
}

DWORD APIENTRY CollectMailroom(LPWSTR lpValueName, LPVOID* lppData, LPDWORD lpcbTotalBytes,
                               LPDWORD lpNumObjectTypes) {
  PBYTE pData = (PBYTE)*lppData;
  PMAILROOM_VALUES pValues;
  DWORD cbNeeded = g_Definition.Object.TotalByteLength;
  DWORD cbRoom = *lpcbTotalBytes;
  *lpcbTotalBytes = 0;
  *lpNumObjectTypes = 0;
  if (g_dwOpens == 0 || !IsWanted(lpValueName)) return ERROR_SUCCESS;
  if (cbRoom < cbNeeded) return ERROR_MORE_DATA;
  CopyMemory(pData, &g_Definition, sizeof(g_Definition));
  pValues = (PMAILROOM_VALUES)(pData + sizeof(g_Definition));
  ZeroMemory(pValues, ALIGN8(sizeof(MAILROOM_VALUES)));
  pValues->Block.ByteLength = ALIGN8(sizeof(MAILROOM_VALUES));
  pValues->dwWaiting = 7;
  pValues->ullSorted = ++g_ullSorted;
  *lppData = pData + cbNeeded;
  *lpcbTotalBytes = cbNeeded;
  *lpNumObjectTypes = 1;
  return ERROR_SUCCESS;
}

DWORD APIENTRY CloseMailroom(VOID) {
  if (g_dwOpens > 0) --g_dwOpens;
  return ERROR_SUCCESS;
}
