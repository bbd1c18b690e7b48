/* Prints the instances of a counter once per second, through PDH: pdh_instances [PATH [SECONDS]].
   The same source builds on Windows (mingw-w64, -lpdh) and here. */
#ifdef _WIN32
#include <windows.h>
#define wait_a_second() Sleep(1000)
#else
#include <unistd.h>
#define wait_a_second() sleep(1)
#endif
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>

#define PATH "\\Processor(*)\\% Processor Time"

static int failed(const char* function, PDH_STATUS status) {
  fprintf(stderr, "%s: 0x%08lX\n", function, (unsigned long)status & 0xFFFFFFFFul);
  return 1;
}

/* A value that is missing has a reason, and is not 0. */
static void print_item(const PDH_FMT_COUNTERVALUE_ITEM_A* item) {
  const DWORD status = item->FmtValue.CStatus;
  if (status == PDH_CSTATUS_VALID_DATA || status == PDH_CSTATUS_NEW_DATA) {
    printf("%12.3f  %s\n", item->FmtValue.doubleValue, item->szName);
  } else {
    printf("  0x%08lX  %s\n", (unsigned long)status, item->szName);
  }
}

/* The first call says how much room the items and their names take, the second fills it. */
static PDH_STATUS print_instances(PDH_HCOUNTER counter) {
  DWORD size = 0;
  DWORD count = 0;
  PDH_STATUS status = PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, &count, NULL);
  if (status != (PDH_STATUS)PDH_MORE_DATA) return status;
  PDH_FMT_COUNTERVALUE_ITEM_A* items = (PDH_FMT_COUNTERVALUE_ITEM_A*)malloc(size);
  if (items == NULL) return (PDH_STATUS)PDH_MEMORY_ALLOCATION_FAILURE;
  status = PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, &count, items);
  for (DWORD i = 0; status == ERROR_SUCCESS && i < count; ++i) print_item(&items[i]);
  free(items);
  return status;
}

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : PATH;
  const long seconds = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
  PDH_HQUERY query = NULL;
  PDH_HCOUNTER counter = NULL;
  PDH_STATUS status = PdhOpenQueryA(NULL, 0, &query);
  if (status != ERROR_SUCCESS) return failed("PdhOpenQuery", status);
  status = PdhAddEnglishCounterA(query, path, 0, &counter);
  if (status != ERROR_SUCCESS) return failed("PdhAddEnglishCounter", status);
  status = PdhCollectQueryData(query); /* a rate needs two */
  for (long second = 0; second < seconds && status == ERROR_SUCCESS; ++second) {
    wait_a_second();
    status = PdhCollectQueryData(query);
    if (status == ERROR_SUCCESS) status = print_instances(counter);
  }
  PdhCloseQuery(query);
  return status == ERROR_SUCCESS ? 0 : failed("PDH", status);
}
