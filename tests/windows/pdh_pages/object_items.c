// Does what "Enumerating Process Objects" does: object_items [OBJECT] prints the counters and the
// instances of an object. Written like the page in C: void main, and two calls for the sizes.
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <malloc.h>
#include <stdio.h>
#include <tchar.h>
#include <pdh.h>
#include <pdhmsg.h>
// clang-format on

#pragma comment(lib, "pdh.lib")

static void PrintList(LPTSTR pList) {
  LPTSTR p = NULL;
  for (p = pList; *p != 0; p += lstrlen(p) + 1) _tprintf(TEXT("  %s\n"), p);
}

void main(void) {
  PDH_STATUS status = ERROR_SUCCESS;
  LPTSTR pCounters = NULL;
  DWORD dwCounters = 0;
  LPTSTR pInstances = NULL;
  DWORD dwInstances = 0;
  LPCTSTR pObject = TEXT("Process");

  status = PdhEnumObjectItems(NULL, NULL, pObject, pCounters, &dwCounters, pInstances, &dwInstances,
                              PERF_DETAIL_WIZARD, 0);
  if (PDH_MORE_DATA != status) {
    _tprintf(TEXT("PdhEnumObjectItems failed with 0x%x.\n"), (unsigned)status);
    goto cleanup;
  }
  pCounters = (LPTSTR)malloc(dwCounters * sizeof(TCHAR));
  // Instances may start between the two calls.
  dwInstances += 4096;
  pInstances = (LPTSTR)malloc(dwInstances * sizeof(TCHAR));
  if (NULL == pCounters || NULL == pInstances) {
    _tprintf(TEXT("There is not enough memory.\n"));
    goto cleanup;
  }
  status = PdhEnumObjectItems(NULL, NULL, pObject, pCounters, &dwCounters, pInstances, &dwInstances,
                              PERF_DETAIL_WIZARD, 0);
  if (ERROR_SUCCESS != status) {
    _tprintf(TEXT("The second PdhEnumObjectItems failed with 0x%x.\n"), (unsigned)status);
    goto cleanup;
  }
  _tprintf(TEXT("Counters of %s:\n"), pObject);
  PrintList(pCounters);
  _tprintf(TEXT("Instances of %s:\n"), pObject);
  PrintList(pInstances);

cleanup:
  if (pCounters != NULL) free(pCounters);
  if (pInstances != NULL) free(pInstances);
}
