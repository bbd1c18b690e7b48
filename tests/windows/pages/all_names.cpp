// Does what "Displaying Object, Instance, and Counter Names" does: prints every object by name, and
// the names of its instances and counters, in alphabetical order. Written like the page, in C++
// from before 2011: references as outputs, goto, qsort, and malloc.
#ifndef UNICODE
#define UNICODE
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <stdio.h>
#include <strsafe.h>
// clang-format on

#pragma comment(lib, "advapi32.lib")

#define FIRST_BUFFER 65536
#define BUFFER_STEP 16384
#define MAX_NAME 256
#define MAX_FULL_NAME 512

typedef struct _names_of_object {
  DWORD dwObject;
  LPDWORD pdwCounters;
  DWORD dwCounters;
  LPWSTR pInstances;  // MAX_FULL_NAME characters each
  DWORD dwInstances;
} NAMES_OF_OBJECT, *PNAMES_OF_OBJECT;

LPBYTE ReadPerformanceData(LPWSTR pwszSource, DWORD dwFirstSize);
BOOL ReadTexts(LPWSTR& pTexts, LPWSTR*& ppByIndex, DWORD* pdwCount);
BOOL ReadObject(PERF_DATA_BLOCK* pData, PERF_OBJECT_TYPE* pObject, PNAMES_OF_OBJECT pNames);
BOOL ToWide(UINT uCodePage, LPCSTR pName, DWORD dwLength, LPWSTR pWide);
LPCWSTR TextOf(DWORD dwIndex);
int __cdecl CompareObjects(const void* pFirst, const void* pSecond);
int __cdecl CompareCounters(const void* pFirst, const void* pSecond);
int __cdecl CompareInstances(const void* pFirst, const void* pSecond);

static LPWSTR* g_ppTexts = NULL;
static DWORD g_dwTexts = 0;

void wmain(void) {
  LPBYTE pData = NULL;
  LPWSTR pTexts = NULL;
  PNAMES_OF_OBJECT pObjects = NULL;
  PERF_DATA_BLOCK* pBlock = NULL;
  PERF_OBJECT_TYPE* pObject = NULL;
  DWORD dwObjects = 0;
  DWORD i = 0;
  DWORD j = 0;

  if (!ReadTexts(pTexts, g_ppTexts, &g_dwTexts)) {
    wprintf(L"The texts could not be read.\n");
    goto cleanup;
  }
  pData = ReadPerformanceData(L"Global", FIRST_BUFFER);
  if (NULL == pData) goto cleanup;

  pBlock = (PERF_DATA_BLOCK*)pData;
  dwObjects = pBlock->NumObjectTypes;
  pObjects = (PNAMES_OF_OBJECT)calloc(dwObjects, sizeof(NAMES_OF_OBJECT));
  if (NULL == pObjects) goto cleanup;
  pObject = (PERF_OBJECT_TYPE*)(pData + pBlock->HeaderLength);
  for (i = 0; i < dwObjects; i++) {
    if (!ReadObject(pBlock, pObject, &pObjects[i])) goto cleanup;
    pObject = (PERF_OBJECT_TYPE*)((PBYTE)pObject + pObject->TotalByteLength);
  }

  qsort(pObjects, dwObjects, sizeof(NAMES_OF_OBJECT), CompareObjects);
  for (i = 0; i < dwObjects; i++) {
    qsort(pObjects[i].pdwCounters, pObjects[i].dwCounters, sizeof(DWORD), CompareCounters);
    qsort(pObjects[i].pInstances, pObjects[i].dwInstances, MAX_FULL_NAME * sizeof(WCHAR),
          CompareInstances);
    wprintf(L"%s\n", TextOf(pObjects[i].dwObject));
    for (j = 0; j < pObjects[i].dwInstances; j++)
      wprintf(L"\tinstance %s\n", pObjects[i].pInstances + j * MAX_FULL_NAME);
    for (j = 0; j < pObjects[i].dwCounters; j++)
      wprintf(L"\tcounter %s\n", TextOf(pObjects[i].pdwCounters[j]));
  }

cleanup:
  for (i = 0; pObjects && i < dwObjects; i++) {
    free(pObjects[i].pdwCounters);
    free(pObjects[i].pInstances);
  }
  if (pObjects) free(pObjects);
  if (pData) free(pData);
  if (pTexts) free(pTexts);
  if (g_ppTexts) free(g_ppTexts);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
}

LPBYTE ReadPerformanceData(LPWSTR pwszSource, DWORD dwFirstSize) {
  LPBYTE pBuffer = (LPBYTE)malloc(dwFirstSize);
  LPBYTE pLarger = NULL;
  DWORD dwRoom = dwFirstSize;
  DWORD dwSize = dwRoom;
  LONG lStatus = ERROR_SUCCESS;

  if (NULL == pBuffer) return NULL;
  while (ERROR_MORE_DATA == (lStatus = RegQueryValueEx(HKEY_PERFORMANCE_DATA, pwszSource, NULL,
                                                       NULL, pBuffer, &dwSize))) {
    dwRoom += BUFFER_STEP;
    pLarger = (LPBYTE)realloc(pBuffer, dwRoom);
    if (NULL == pLarger) {
      wprintf(L"No memory for %u bytes.\n", dwRoom);
      free(pBuffer);
      return NULL;
    }
    pBuffer = pLarger;
    dwSize = dwRoom;  // the value that the call left there has no meaning
  }
  if (ERROR_SUCCESS != lStatus) {
    wprintf(L"RegQueryValueEx failed with 0x%x.\n", lStatus);
    free(pBuffer);
    pBuffer = NULL;
  }
  return pBuffer;
}

// The language of the user: names by their index, in an array that is large enough for the last
// one.
BOOL ReadTexts(LPWSTR& pTexts, LPWSTR*& ppByIndex, DWORD* pdwCount) {
  BOOL fSuccess = FALSE;
  HKEY hKey = NULL;
  DWORD dwLast = 0;
  DWORD dwSize = sizeof(DWORD);
  LPWSTR p = NULL;
  DWORD dwIndex = 0;

  if (ERROR_SUCCESS != RegOpenKeyEx(HKEY_LOCAL_MACHINE,
                                    L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib", 0,
                                    KEY_READ, &hKey))
    goto cleanup;
  if (ERROR_SUCCESS != RegQueryValueEx(hKey, L"Last Help", NULL, NULL, (LPBYTE)&dwLast, &dwSize))
    goto cleanup;
  if (ERROR_SUCCESS !=
      RegQueryValueEx(HKEY_PERFORMANCE_NLSTEXT, L"Counter", NULL, NULL, NULL, &dwSize))
    goto cleanup;
  pTexts = (LPWSTR)malloc(dwSize);
  ppByIndex = (LPWSTR*)calloc(dwLast + 1, sizeof(LPWSTR));
  if (NULL == pTexts || NULL == ppByIndex) goto cleanup;
  if (ERROR_SUCCESS !=
      RegQueryValueEx(HKEY_PERFORMANCE_NLSTEXT, L"Counter", NULL, NULL, (LPBYTE)pTexts, &dwSize))
    goto cleanup;
  *pdwCount = dwLast + 1;
  for (p = pTexts; *p; p += wcslen(p) + 1) {
    dwIndex = (DWORD)_wtoi(p);
    p += wcslen(p) + 1;
    if (dwIndex < *pdwCount) ppByIndex[dwIndex] = p;
  }
  fSuccess = TRUE;

cleanup:
  if (hKey) RegCloseKey(hKey);
  return fSuccess;
}

LPCWSTR TextOf(DWORD dwIndex) {
  return dwIndex < g_dwTexts && g_ppTexts[dwIndex] ? g_ppTexts[dwIndex] : L"(no name)";
}

// The instance at that position of an object; NULL if there are fewer.
PERF_INSTANCE_DEFINITION* InstanceAt(PERF_OBJECT_TYPE* pObject, DWORD dwPosition) {
  PERF_INSTANCE_DEFINITION* pInstance =
      (PERF_INSTANCE_DEFINITION*)((PBYTE)pObject + pObject->DefinitionLength);
  PERF_COUNTER_BLOCK* pCounters = NULL;
  if (pObject->NumInstances < 0 || dwPosition >= (DWORD)pObject->NumInstances) return NULL;
  while (dwPosition-- > 0) {
    pCounters = (PERF_COUNTER_BLOCK*)((PBYTE)pInstance + pInstance->ByteLength);
    pInstance = (PERF_INSTANCE_DEFINITION*)((PBYTE)pCounters + pCounters->ByteLength);
  }
  return pInstance;
}

// The name is in UTF-16 or in the code page of the object.
BOOL NameOf(PERF_OBJECT_TYPE* pObject, PERF_INSTANCE_DEFINITION* pInstance, LPWSTR pName) {
  if (0 == pInstance->NameLength) {
    return SUCCEEDED(StringCchPrintf(pName, MAX_NAME, L"%d", pInstance->UniqueID));
  }
  if (0 == pObject->CodePage) {
    return SUCCEEDED(StringCchCopyN(pName, MAX_NAME,
                                    (LPWSTR)((PBYTE)pInstance + pInstance->NameOffset),
                                    pInstance->NameLength / sizeof(WCHAR)));
  }
  return ToWide(pObject->CodePage, (LPCSTR)((PBYTE)pInstance + pInstance->NameOffset),
                pInstance->NameLength, pName);
}

BOOL ToWide(UINT uCodePage, LPCSTR pName, DWORD dwLength, LPWSTR pWide) {
  int nNeeded = MultiByteToWideChar(uCodePage, 0, pName, (int)dwLength, NULL, 0);
  if (0 == nNeeded || nNeeded >= MAX_NAME) return FALSE;
  if (0 == MultiByteToWideChar(uCodePage, 0, pName, (int)dwLength, pWide, nNeeded)) return FALSE;
  pWide[nNeeded] = L'\0';
  return TRUE;
}

PERF_OBJECT_TYPE* FindObject(PERF_DATA_BLOCK* pData, DWORD dwIndex) {
  PERF_OBJECT_TYPE* pObject = (PERF_OBJECT_TYPE*)((PBYTE)pData + pData->HeaderLength);
  for (DWORD i = 0; i < pData->NumObjectTypes; i++) {
    if (pObject->ObjectNameTitleIndex == dwIndex) return pObject;
    pObject = (PERF_OBJECT_TYPE*)((PBYTE)pObject + pObject->TotalByteLength);
  }
  return NULL;
}

// parent/name#n
BOOL FullNameOf(PERF_DATA_BLOCK* pData, PERF_OBJECT_TYPE* pObject,
                PERF_INSTANCE_DEFINITION* pInstance, PNAMES_OF_OBJECT pNames, LPWSTR pFull) {
  WCHAR szName[MAX_NAME + 1];
  WCHAR szParent[MAX_NAME + 1];
  WCHAR szPlain[MAX_FULL_NAME];
  PERF_OBJECT_TYPE* pParentObject = NULL;
  PERF_INSTANCE_DEFINITION* pParent = NULL;
  DWORD dwTwins = 0;
  size_t cch = 0;

  if (!NameOf(pObject, pInstance, szName)) return FALSE;
  if (pInstance->ParentObjectTitleIndex) {
    pParentObject = FindObject(pData, pInstance->ParentObjectTitleIndex);
    pParent = pParentObject ? InstanceAt(pParentObject, pInstance->ParentObjectInstance) : NULL;
    if (NULL == pParent || !NameOf(pParentObject, pParent, szParent)) return FALSE;
    if (FAILED(StringCchPrintf(szPlain, MAX_FULL_NAME, L"%s/%s", szParent, szName))) return FALSE;
  } else {
    if (FAILED(StringCchCopy(szPlain, MAX_FULL_NAME, szName))) return FALSE;
  }
  if (FAILED(StringCchLength(szPlain, MAX_FULL_NAME, &cch))) return FALSE;
  for (DWORD i = 0; i < pNames->dwInstances; i++) {
    LPCWSTR pOther = pNames->pInstances + i * MAX_FULL_NAME;
    if (0 == _wcsnicmp(pOther, szPlain, cch) && (pOther[cch] == L'\0' || pOther[cch] == L'#'))
      ++dwTwins;
  }
  if (0 == dwTwins) return SUCCEEDED(StringCchCopy(pFull, MAX_FULL_NAME, szPlain));
  return SUCCEEDED(StringCchPrintf(pFull, MAX_FULL_NAME, L"%s#%lu", szPlain, dwTwins));
}

BOOL ReadObject(PERF_DATA_BLOCK* pData, PERF_OBJECT_TYPE* pObject, PNAMES_OF_OBJECT pNames) {
  PERF_COUNTER_DEFINITION* pCounter =
      (PERF_COUNTER_DEFINITION*)((PBYTE)pObject + pObject->HeaderLength);
  const DWORD dwInstances = pObject->NumInstances > 0 ? (DWORD)pObject->NumInstances : 0;

  pNames->dwObject = pObject->ObjectNameTitleIndex;
  pNames->pdwCounters = (LPDWORD)malloc((pObject->NumCounters + 1) * sizeof(DWORD));
  pNames->pInstances = (LPWSTR)malloc((dwInstances + 1) * MAX_FULL_NAME * sizeof(WCHAR));
  if (NULL == pNames->pdwCounters || NULL == pNames->pInstances) return FALSE;
  for (DWORD i = 0; i < pObject->NumCounters; i++) {
    if (PERF_COUNTER_BASE != (pCounter->CounterType & PERF_COUNTER_BASE))  // bases are not shown
      pNames->pdwCounters[pNames->dwCounters++] = pCounter->CounterNameTitleIndex;
    pCounter = (PERF_COUNTER_DEFINITION*)((PBYTE)pCounter + pCounter->ByteLength);
  }
  for (DWORD i = 0; i < dwInstances; i++) {
    if (!FullNameOf(pData, pObject, InstanceAt(pObject, i), pNames,
                    pNames->pInstances + i * MAX_FULL_NAME))
      return FALSE;
    ++pNames->dwInstances;
  }
  return TRUE;
}

int __cdecl CompareObjects(const void* pFirst, const void* pSecond) {
  return _wcsicmp(TextOf(((PNAMES_OF_OBJECT)pFirst)->dwObject),
                  TextOf(((PNAMES_OF_OBJECT)pSecond)->dwObject));
}
int __cdecl CompareCounters(const void* pFirst, const void* pSecond) {
  return _wcsicmp(TextOf(*(LPDWORD)pFirst), TextOf(*(LPDWORD)pSecond));
}
int __cdecl CompareInstances(const void* pFirst, const void* pSecond) {
  return _wcsicmp((LPCWSTR)pFirst, (LPCWSTR)pSecond);
}
