/* What pdh.h tells of a record, in lines of cells between tabs, as compare_pdh.py (of the oracle)
   and the tests of logs read them:

     record TIME
     array PATH STATUS COUNT                  all instances of a counter
     item NAME CSTATUS NUMBER RAW
     value NUMBER RAW FORMATTED...            of each path; the first has number 0

   RAW is STATUS,CSTATUS,TIME,FIRST,SECOND,MULTI, or its STATUS alone. FORMATTED is
   STATUS,CSTATUS,NUMBER, once for each row of `formats`. */
#pragma once

#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const DWORD formats[] = {PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, PDH_FMT_DOUBLE, PDH_FMT_LARGE,
                                PDH_FMT_LONG};
#define FORMATS (sizeof formats / sizeof formats[0])

/* What is asked for in each record. */
typedef struct Counters {
  HCOUNTER* handles;
  char** paths;
  size_t count;
} Counters;

static inline void* not_null(void* memory) {
  if (memory == NULL) exit(2);
  return memory;
}

static inline void must(PDH_STATUS status, const char* what) {
  if (status == 0) return;
  fprintf(stderr, "%s: 0x%08X\n", what, (unsigned)status);
  exit(1);
}

static inline void add(HQUERY query, const char* path, Counters* to) {
  to->handles = (HCOUNTER*)not_null(realloc(to->handles, (to->count + 1) * sizeof to->handles[0]));
  to->paths = (char**)not_null(realloc(to->paths, (to->count + 1) * sizeof to->paths[0]));
  to->paths[to->count] = (char*)not_null(strdup(path));
  must(PdhAddCounterA(query, path, to->count, &to->handles[to->count]), path);
  ++to->count;
}

static inline long long number_of(FILETIME time) {
  return (long long)((unsigned long long)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

static inline void print_raw(PDH_STATUS status, const PDH_RAW_COUNTER* raw) {
  if (status != 0) {
    printf("\t%08X", (unsigned)status);
    return;
  }
  printf("\t%08X,%08X,%lld,%lld,%lld,%u", (unsigned)status, (unsigned)raw->CStatus,
         number_of(raw->TimeStamp), (long long)raw->FirstValue, (long long)raw->SecondValue,
         (unsigned)raw->MultiCount);
}

static inline void print_formatted(HCOUNTER counter, DWORD format) {
  PDH_FMT_COUNTERVALUE value;
  value.CStatus = 0xDEADBEEF;
  const PDH_STATUS status = PdhGetFormattedCounterValue(counter, format, NULL, &value);
  printf("\t%08X,%08X,", (unsigned)status, (unsigned)value.CStatus);
  if (status != 0) return;
  if ((format & PDH_FMT_DOUBLE) != 0) printf("%.17g", value.doubleValue);
  if ((format & PDH_FMT_LARGE) != 0) printf("%lld", (long long)value.largeValue);
  if ((format & PDH_FMT_LONG) != 0) printf("%ld", (long)value.longValue);
}

static inline void print_values(const Counters* counters) {
  for (size_t i = 0; i < counters->count; ++i) {
    PDH_RAW_COUNTER raw;
    memset(&raw, 0, sizeof raw);
    printf("value\t%zu", i);
    print_raw(PdhGetRawCounterValue(counters->handles[i], NULL, &raw), &raw);
    for (size_t n = 0; n < FORMATS; ++n) print_formatted(counters->handles[i], formats[n]);
    printf("\n");
  }
}

static inline PDH_RAW_COUNTER_ITEM_A* raw_array(HCOUNTER counter, PDH_STATUS* status) {
  DWORD size = 0;
  DWORD count = 0;
  PDH_RAW_COUNTER_ITEM_A* items = NULL;
  *status = PdhGetRawCounterArrayA(counter, &size, &count, NULL);
  if (*status != (PDH_STATUS)PDH_MORE_DATA) return NULL;
  items = (PDH_RAW_COUNTER_ITEM_A*)not_null(malloc(size));
  *status = PdhGetRawCounterArrayA(counter, &size, &count, items);
  return items;
}

static inline void print_array(HCOUNTER counter, const char* path) {
  DWORD size = 0;
  DWORD count = 0;
  PDH_STATUS raw_status;
  PDH_FMT_COUNTERVALUE_ITEM_A* items = NULL;
  PDH_RAW_COUNTER_ITEM_A* const raw = raw_array(counter, &raw_status);
  PDH_STATUS status = PdhGetFormattedCounterArrayA(counter, formats[0], &size, &count, NULL);
  if (status == (PDH_STATUS)PDH_MORE_DATA) {
    items = (PDH_FMT_COUNTERVALUE_ITEM_A*)not_null(malloc(size));
    status = PdhGetFormattedCounterArrayA(counter, formats[0], &size, &count, items);
  }
  printf("array\t%s\t%08X\t%u\n", path, (unsigned)status, (unsigned)count);
  for (DWORD i = 0; items != NULL && i < count; ++i) {
    printf("item\t%s\t%08X\t%.17g", items[i].szName, (unsigned)items[i].FmtValue.CStatus,
           items[i].FmtValue.doubleValue);
    if (raw != NULL && strcmp(raw[i].szName, items[i].szName) != 0) exit(1);
    print_raw(raw_status, raw == NULL ? NULL : &raw[i].RawValue);
    printf("\n");
  }
  free(items);
  free(raw);
}

/* The record that was collected last. */
static inline void print_record(LONGLONG time, const Counters* counters, const Counters* arrays) {
  printf("record\t%lld\n", (long long)time);
  for (size_t i = 0; i < arrays->count; ++i) print_array(arrays->handles[i], arrays->paths[i]);
  print_values(counters);
}

static inline void free_all(Counters* counters) {
  for (size_t i = 0; i < counters->count; ++i) free(counters->paths[i]);
  free(counters->paths);
  free(counters->handles);
}
