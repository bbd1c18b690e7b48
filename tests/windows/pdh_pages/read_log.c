/* Does what "Reading Performance Data from a Log File" does: read_log FILE PATH... prints the
   values of counters record by record. The paths need no machine. Written in C with main and A
   functions. */
/* clang-format off: windows.h comes first, as it has to on Windows */
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
/* clang-format on */

#pragma comment(lib, "pdh.lib")

#define MOST_COUNTERS 16

/* Prints the value of one counter in the newest record. */
static void PrintValue(HCOUNTER hCounter) {
  PDH_FMT_COUNTERVALUE value;
  PDH_STATUS status =
      PdhGetFormattedCounterValue(hCounter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, NULL, &value);

  if (ERROR_SUCCESS == status)
    printf(" %.3f", value.doubleValue);
  else if (PDH_INVALID_DATA == status)
    printf(" -"); /* The first record of a rate, or a record without the instance. */
  else
    printf(" 0x%x", (unsigned)status);
}

static BOOL PrintRecords(HQUERY hQuery, HCOUNTER* phCounters, int nCounters) {
  PDH_STATUS status;
  LONGLONG llTime;
  FILETIME time;
  SYSTEMTIME system;
  int i;

  while (ERROR_SUCCESS == (status = PdhCollectQueryDataWithTime(hQuery, &llTime))) {
    time.dwLowDateTime = (DWORD)llTime;
    time.dwHighDateTime = (DWORD)(llTime >> 32);
    FileTimeToSystemTime(&time, &system);
    printf("%02d/%02d/%04d %02d:%02d:%02d.%03d", system.wMonth, system.wDay, system.wYear,
           system.wHour, system.wMinute, system.wSecond, system.wMilliseconds);
    for (i = 0; i < nCounters; i++) PrintValue(phCounters[i]);
    printf("\n");
  }
  if (PDH_NO_MORE_DATA == status) return TRUE;
  printf("PdhCollectQueryData failed with 0x%x.\n", (unsigned)status);
  return FALSE;
}

int main(int argc, char* argv[]) {
  HQUERY hQuery = NULL;
  HCOUNTER hCounters[MOST_COUNTERS];
  PDH_STATUS status;
  int nCounters = argc - 2;
  int nResult = 1;
  int i;

  if (nCounters < 1 || nCounters > MOST_COUNTERS) {
    printf("read_log FILE PATH...\n");
    return 2;
  }
  status = PdhOpenQueryA(argv[1], 0, &hQuery);
  if (ERROR_SUCCESS != status) {
    printf("PdhOpenQuery failed with 0x%x.\n", (unsigned)status);
    return 1;
  }
  for (i = 0; i < nCounters; i++) {
    status = PdhAddCounterA(hQuery, argv[i + 2], 0, &hCounters[i]);
    if (ERROR_SUCCESS != status) {
      printf("PdhAddCounter failed with 0x%x.\n", (unsigned)status);
      goto cleanup;
    }
  }
  if (PrintRecords(hQuery, hCounters, nCounters)) nResult = 0;

cleanup:
  PdhCloseQuery(hQuery);
  return nResult;
}
