/* print_pdh LOG: everything that pdh.h tells of a log; compare_pdh.py holds it against the oracle.
   The log is bound as a data source and expanded, and all of its counters are read record by
   record: each by its path, and all instances of each in an array. Lines beside those of
   pdh_lines.h:

     range FIRST LAST RECORDS                 of PdhGetDataSourceTimeRangeH
     path PATH                                each that the expansion names, in the order of their
   numbers end STATUS                               of the last collection */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* strdup() */
#endif
#include "pdh_lines.h"

static int has(const Counters* all, const char* path) {
  for (size_t i = 0; i < all->count; ++i) {
    if (strcmp(all->paths[i], path) == 0) return 1;
  }
  return 0;
}

/* Adds the path with all instances in the place of its own, unless it is there. */
static void add_array(HQUERY query, const char* path, Counters* arrays) {
  union {
    PDH_COUNTER_PATH_ELEMENTS_A parts;
    char room[4 * PDH_MAX_COUNTER_PATH];
  } parsed;
  char all[PDH_MAX_COUNTER_PATH];
  char every[] = "*";
  DWORD size = sizeof parsed;
  must(PdhParseCounterPathA(path, &parsed.parts, &size, 0), path);
  if (parsed.parts.szInstanceName == NULL) return;
  parsed.parts.szInstanceName = every;
  if (parsed.parts.szParentInstance != NULL) parsed.parts.szParentInstance = every;
  parsed.parts.dwInstanceIndex = (DWORD)-1;
  size = sizeof all;
  must(PdhMakeCounterPathA(&parsed.parts, all, &size, 0), path);
  if (!has(arrays, all)) add(query, all, arrays);
}

/* Every path that a pattern means; a log need not have objects of its kind. */
static void add_all(HLOG log, HQUERY query, const char* pattern, Counters* counters,
                    Counters* arrays) {
  DWORD size = 0;
  if (PdhExpandWildCardPathHA(log, pattern, NULL, &size, 0) != (PDH_STATUS)PDH_MORE_DATA) return;
  char* const paths = (char*)not_null(malloc(size));
  must(PdhExpandWildCardPathHA(log, pattern, paths, &size, 0), pattern);
  for (const char* path = paths; *path != 0; path += strlen(path) + 1) {
    printf("path\t%s\n", path);
    add(query, path, counters);
    add_array(query, path, arrays);
  }
  free(paths);
}

static void print_range(HLOG log) {
  PDH_TIME_INFO range;
  DWORD count = 0;
  DWORD size = sizeof range;
  must(PdhGetDataSourceTimeRangeH(log, &count, &range, &size), "PdhGetDataSourceTimeRangeH");
  printf("range\t%lld\t%lld\t%u\n", (long long)range.StartTime, (long long)range.EndTime,
         (unsigned)range.SampleCount);
}

static void print_records(HQUERY query, const Counters* counters, const Counters* arrays) {
  LONGLONG time = 0;
  PDH_STATUS status = PdhCollectQueryDataWithTime(query, &time);
  while (status == 0) {
    print_record(time, counters, arrays);
    status = PdhCollectQueryDataWithTime(query, &time);
  }
  printf("end\t%08X\n", (unsigned)status);
}

int main(int count, char** arguments) {
  HLOG log = NULL;
  HQUERY query = NULL;
  Counters counters = {NULL, NULL, 0};
  Counters arrays = {NULL, NULL, 0};
  if (count != 2) return 2;
  const size_t length = strlen(arguments[1]);
  char* const files = (char*)not_null(calloc(length + 2, 1)); /* a list of one */
  memcpy(files, arguments[1], length);
  must(PdhBindInputDataSourceA(&log, files), arguments[1]);
  must(PdhOpenQueryH(log, 0, &query), arguments[1]);
  print_range(log);
  add_all(log, query, "\\*(*)\\*", &counters, &arrays);
  add_all(log, query, "\\*\\*", &counters, &arrays);
  print_records(query, &counters, &arrays);
  must(PdhCloseQuery(query), "PdhCloseQuery");
  must(PdhCloseLog(log, 0), "PdhCloseLog");
  free_all(&counters);
  free_all(&arrays);
  free(files);
  return 0;
}
