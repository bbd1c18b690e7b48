// Does what "Retrieving Counter Data" and "Calculating Counter Values" do together: counter_values
// OBJECT COUNTER [INSTANCE] finds a counter by its indices, reads what its type needs twice, and
// prints the value, for every type of winperf.h.
#ifndef UNICODE
#define UNICODE
#endif
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <stdio.h>
#include <strsafe.h>
// clang-format on

#pragma comment(lib, "advapi32.lib")

#define FIRST_BUFFER 49152
#define BUFFER_STEP 16384
#define MAX_NAME 256

typedef struct _rawdata {
  DWORD CounterType;
  ULONGLONG Data;
  LONGLONG Time;           // a time, or the base
  DWORD MultiCounterData;  // of a multi-timer
  LONGLONG Frequency;
} RAW_DATA, *PRAW_DATA;

LPBYTE GetPerformanceData(LPWSTR pwszSource, DWORD dwInitialSize);
BOOL GetCounterValues(DWORD dwObject, DWORD dwCounter, LPCWSTR pInstance, RAW_DATA* pRawData);
BOOL GetValue(PERF_DATA_BLOCK* pData, PERF_OBJECT_TYPE* pObject, PERF_COUNTER_DEFINITION* pCounter,
              PERF_COUNTER_BLOCK* pBlock, PRAW_DATA pRawData);
BOOL DisplayCalculatedValue(RAW_DATA* pFirst, RAW_DATA* pSecond);

int wmain(int argc, WCHAR* argv[]) {
  RAW_DATA first;
  RAW_DATA second;
  const BOOL fNeeded = argc > 2;
  LPCWSTR pInstance = argc > 3 ? argv[3] : NULL;
  int nResult = 1;

  if (!fNeeded) {
    wprintf(L"counter_values OBJECT COUNTER [INSTANCE]\n");
    return 2;
  }
  if (GetCounterValues(_wtoi(argv[1]), _wtoi(argv[2]), pInstance, &first)) {
    Sleep(20);
    if (GetCounterValues(_wtoi(argv[1]), _wtoi(argv[2]), pInstance, &second))
      nResult = DisplayCalculatedValue(&first, &second) ? 0 : 1;
  }
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return nResult;
}

LPBYTE GetPerformanceData(LPWSTR pwszSource, DWORD dwInitialSize) {
  LPBYTE pBuffer = (LPBYTE)malloc(dwInitialSize);
  DWORD dwRoom = dwInitialSize;
  DWORD dwSize = dwRoom;
  LONG lStatus = ERROR_NOT_ENOUGH_MEMORY;

  while (pBuffer && ERROR_MORE_DATA == (lStatus = RegQueryValueEx(HKEY_PERFORMANCE_DATA, pwszSource,
                                                                  NULL, NULL, pBuffer, &dwSize))) {
    LPBYTE pLarger = (LPBYTE)realloc(pBuffer, dwRoom += BUFFER_STEP);
    if (NULL == pLarger) free(pBuffer);
    pBuffer = pLarger;
    dwSize = dwRoom;
  }
  if (ERROR_SUCCESS == lStatus) return pBuffer;
  wprintf(L"RegQueryValueEx failed with 0x%x.\n", lStatus);
  if (pBuffer) free(pBuffer);
  return NULL;
}

// Whether the instance has that name, ignoring case, in any code page.
static BOOL IsNamed(PERF_OBJECT_TYPE* pObject, PERF_INSTANCE_DEFINITION* pInstance, LPCWSTR pName) {
  WCHAR szName[MAX_NAME];
  LPWSTR pWide = (LPWSTR)((PBYTE)pInstance + pInstance->NameOffset);
  if (0 != pObject->CodePage) {
    int nLength = MultiByteToWideChar(pObject->CodePage, 0, (LPCSTR)pWide, pInstance->NameLength,
                                      szName, MAX_NAME - 1);
    if (0 == nLength) return FALSE;
    szName[nLength] = 0;
    pWide = szName;
  }
  return wcslen(pWide) == wcslen(pName) && 0 == _wcsnicmp(pWide, pName, wcslen(pName));
}

static PERF_COUNTER_BLOCK* FindBlock(PERF_OBJECT_TYPE* pObject, LPCWSTR pName) {
  PERF_COUNTER_BLOCK* pBlock = (PERF_COUNTER_BLOCK*)((PBYTE)pObject + pObject->DefinitionLength);
  PERF_INSTANCE_DEFINITION* pInstance = (PERF_INSTANCE_DEFINITION*)pBlock;
  if (PERF_NO_INSTANCES == pObject->NumInstances) return pBlock;
  for (LONG i = 0; i < pObject->NumInstances; i++) {
    pBlock = (PERF_COUNTER_BLOCK*)((PBYTE)pInstance + pInstance->ByteLength);
    if (NULL == pName || IsNamed(pObject, pInstance, pName)) return pBlock;
    pInstance = (PERF_INSTANCE_DEFINITION*)((PBYTE)pBlock + pBlock->ByteLength);
  }
  return NULL;
}

BOOL GetCounterValues(DWORD dwObject, DWORD dwCounter, LPCWSTR pInstance, RAW_DATA* pRawData) {
  BOOL fSuccess = FALSE;
  WCHAR szObject[11];
  LPBYTE pData = NULL;
  PERF_OBJECT_TYPE* pObject = NULL;
  PERF_COUNTER_DEFINITION* pCounter = NULL;
  PERF_COUNTER_BLOCK* pBlock = NULL;

  ZeroMemory(pRawData, sizeof(RAW_DATA));
  StringCchPrintf(szObject, 11, L"%u", dwObject);
  pData = GetPerformanceData(szObject, FIRST_BUFFER);
  if (NULL == pData) goto cleanup;
  pObject = (PERF_OBJECT_TYPE*)(pData + ((PERF_DATA_BLOCK*)pData)->HeaderLength);
  if (0 == ((PERF_DATA_BLOCK*)pData)->NumObjectTypes || pObject->ObjectNameTitleIndex != dwObject) {
    wprintf(L"There is no object %lu.\n", dwObject);
    goto cleanup;
  }
  pBlock = FindBlock(pObject, pInstance);
  if (NULL == pBlock) {
    wprintf(L"There is no instance %s.\n", pInstance ? pInstance : L"at all");
    goto cleanup;
  }
  pCounter = (PERF_COUNTER_DEFINITION*)((PBYTE)pObject + pObject->HeaderLength);
  for (DWORD i = 0; i < pObject->NumCounters; i++) {
    if (pCounter->CounterNameTitleIndex == dwCounter) {
      fSuccess = GetValue((PERF_DATA_BLOCK*)pData, pObject, pCounter, pBlock, pRawData);
      goto cleanup;
    }
    ++pCounter;
  }
  wprintf(L"There is no counter %lu.\n", dwCounter);

cleanup:
  if (pData) free(pData);
  return fSuccess;
}

// What each type needs besides its own value: a clock, a base, or both.
BOOL GetValue(PERF_DATA_BLOCK* pData, PERF_OBJECT_TYPE* pObject, PERF_COUNTER_DEFINITION* pCounter,
              PERF_COUNTER_BLOCK* pBlock, PRAW_DATA pRawData) {
  PVOID pValue = (PVOID)((LPBYTE)pBlock + pCounter->CounterOffset);
  PERF_COUNTER_DEFINITION* pBase = NULL;

  pRawData->CounterType = pCounter->CounterType;
  switch (pCounter->CounterType) {
    case PERF_COUNTER_COUNTER:
    case PERF_COUNTER_QUEUELEN_TYPE:
    case PERF_SAMPLE_COUNTER:
    case PERF_OBJ_TIME_TIMER:
    case PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE:
      pRawData->Data = (ULONGLONG)(*(DWORD*)pValue);
      pRawData->Time = pData->PerfTime.QuadPart;
      pRawData->Frequency = pData->PerfFreq.QuadPart;
      if (PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE == pCounter->CounterType ||
          PERF_OBJ_TIME_TIMER == pCounter->CounterType) {
        pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
        pRawData->Time = pObject->PerfTime.QuadPart;
        pRawData->Frequency = pObject->PerfFreq.QuadPart;
      }
      break;

    case PERF_COUNTER_TIMER:
    case PERF_COUNTER_TIMER_INV:
    case PERF_COUNTER_BULK_COUNT:
    case PERF_COUNTER_LARGE_QUEUELEN_TYPE:
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      pRawData->Time = pData->PerfTime.QuadPart;
      pRawData->Frequency = pData->PerfFreq.QuadPart;
      break;

    case PERF_COUNTER_MULTI_TIMER:
    case PERF_COUNTER_MULTI_TIMER_INV:
      pRawData->Frequency = pData->PerfFreq.QuadPart;
      pRawData->Time = pData->PerfTime.QuadPart;
      __fallthrough;
    case PERF_100NSEC_MULTI_TIMER:
    case PERF_100NSEC_MULTI_TIMER_INV:
      if (0 == pRawData->Time) pRawData->Time = pData->PerfTime100nSec.QuadPart;
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      pRawData->MultiCounterData = *(DWORD*)((LPBYTE)pBlock + pCounter[1].CounterOffset);
      break;

    case PERF_COUNTER_RAWCOUNT:
    case PERF_COUNTER_RAWCOUNT_HEX:
    case PERF_COUNTER_DELTA:
      pRawData->Data = (ULONGLONG)(*(DWORD*)pValue);
      break;

    case PERF_COUNTER_LARGE_RAWCOUNT:
    case PERF_COUNTER_LARGE_RAWCOUNT_HEX:
    case PERF_COUNTER_LARGE_DELTA:
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      break;

    case PERF_100NSEC_TIMER:
    case PERF_100NSEC_TIMER_INV:
    case PERF_COUNTER_100NS_QUEUELEN_TYPE:
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      pRawData->Time = pData->PerfTime100nSec.QuadPart;
      break;

    // The counter after it is its base.
    case PERF_SAMPLE_FRACTION:
    case PERF_RAW_FRACTION:
      pBase = pCounter + 1;
      pRawData->Data = (ULONGLONG)(*(DWORD*)pValue);
      pRawData->Time = (LONGLONG)(*(DWORD*)((LPBYTE)pBlock + pBase->CounterOffset));
      break;

    case PERF_LARGE_RAW_FRACTION:
    case PERF_PRECISION_SYSTEM_TIMER:
    case PERF_PRECISION_100NS_TIMER:
    case PERF_PRECISION_OBJECT_TIMER:
      pBase = pCounter + 1;
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      pRawData->Time = *(UNALIGNED LONGLONG*)((LPBYTE)pBlock + pBase->CounterOffset);
      break;

    case PERF_AVERAGE_TIMER:
    case PERF_AVERAGE_BULK:
      pBase = pCounter + 1;
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      pRawData->Time = (LONGLONG)(*(DWORD*)((LPBYTE)pBlock + pBase->CounterOffset));
      pRawData->Frequency = pData->PerfFreq.QuadPart;
      break;

    case PERF_ELAPSED_TIME:
      pRawData->Data = *(UNALIGNED ULONGLONG*)pValue;
      pRawData->Time = pObject->PerfTime.QuadPart;
      pRawData->Frequency = pObject->PerfFreq.QuadPart;
      break;

    case PERF_COUNTER_TEXT:
    case PERF_COUNTER_NODATA:
    case PERF_COUNTER_HISTOGRAM_TYPE:
    default:
      wprintf(L"This type (0x%08x) has no number to show.\n", pCounter->CounterType);
      return FALSE;
  }
  return TRUE;
}

// The formula of each type.
BOOL DisplayCalculatedValue(RAW_DATA* pFirst, RAW_DATA* pSecond) {
  const double dDifference = (double)(LONGLONG)(pSecond->Data - pFirst->Data);
  const double dTime = (double)(pSecond->Time - pFirst->Time);
  double dValue = 0.0;

  if (NULL == pSecond && PERF_DELTA_COUNTER == (pFirst->CounterType & PERF_DELTA_COUNTER)) {
    wprintf(L"The type needs two samples.\n");
    return FALSE;
  }
  switch (pFirst->CounterType) {
    case PERF_COUNTER_COUNTER:
    case PERF_COUNTER_BULK_COUNT:
    case PERF_SAMPLE_COUNTER:
      if (dTime <= 0.0) break;
      dValue = dDifference / (dTime / (double)pSecond->Frequency);
      wprintf(L"%.1f per second\n", dValue);
      return TRUE;

    case PERF_COUNTER_QUEUELEN_TYPE:
    case PERF_COUNTER_100NS_QUEUELEN_TYPE:
    case PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE:
    case PERF_COUNTER_LARGE_QUEUELEN_TYPE:
      if (dTime <= 0.0) break;
      wprintf(L"%.3f\n", dDifference / dTime);
      return TRUE;

    case PERF_COUNTER_TIMER:
    case PERF_100NSEC_TIMER:
    case PERF_PRECISION_SYSTEM_TIMER:
    case PERF_PRECISION_100NS_TIMER:
    case PERF_PRECISION_OBJECT_TIMER:
    case PERF_SAMPLE_FRACTION:
    case PERF_OBJ_TIME_TIMER:
      if (dTime <= 0.0) break;
      wprintf(L"%.1f %%\n", 100.0 * dDifference / dTime);
      return TRUE;

    case PERF_COUNTER_TIMER_INV:
    case PERF_100NSEC_TIMER_INV:
      if (dTime <= 0.0) break;
      wprintf(L"%.1f %%\n", 100.0 * (1.0 - dDifference / dTime));
      return TRUE;

    case PERF_COUNTER_MULTI_TIMER:
    case PERF_100NSEC_MULTI_TIMER:
      if (dTime <= 0.0 || 0 == pSecond->MultiCounterData) break;
      wprintf(L"%.1f %%\n", 100.0 * dDifference / dTime / pSecond->MultiCounterData);
      return TRUE;

    case PERF_COUNTER_MULTI_TIMER_INV:
    case PERF_100NSEC_MULTI_TIMER_INV:
      if (dTime <= 0.0) break;
      wprintf(L"%.1f %%\n", 100.0 * (pSecond->MultiCounterData - dDifference / dTime));
      return TRUE;

    case PERF_COUNTER_RAWCOUNT:
    case PERF_COUNTER_LARGE_RAWCOUNT:
      wprintf(L"%I64u\n", pSecond->Data);
      return TRUE;

    case PERF_COUNTER_RAWCOUNT_HEX:
    case PERF_COUNTER_LARGE_RAWCOUNT_HEX:
      wprintf(L"0x%I64X\n", pSecond->Data);
      return TRUE;

    case PERF_COUNTER_DELTA:
    case PERF_COUNTER_LARGE_DELTA:
      wprintf(L"%.0f\n", dDifference);
      return TRUE;

    case PERF_RAW_FRACTION:
    case PERF_LARGE_RAW_FRACTION:
      wprintf(L"%.1f %%\n",
              pSecond->Time ? 100.0 * (double)pSecond->Data / (double)pSecond->Time : 0.0);
      return TRUE;

    case PERF_AVERAGE_TIMER:
      if (dTime <= 0.0) break;
      wprintf(L"%.4f seconds\n", dDifference / (double)pSecond->Frequency / dTime);
      return TRUE;

    case PERF_AVERAGE_BULK:
      if (dTime <= 0.0) break;
      wprintf(L"%.1f\n", dDifference / dTime);
      return TRUE;

    case PERF_ELAPSED_TIME:
      wprintf(L"%.0f seconds\n",
              (double)(pSecond->Time - (LONGLONG)pSecond->Data) / (double)pSecond->Frequency);
      return TRUE;

    default:
      wprintf(L"The type 0x%08x is not known.\n", pFirst->CounterType);
      return FALSE;
  }
  wprintf(L"0\n");  // no event between the samples
  return TRUE;
}
