/* Shared by the C tests of pdh.h. */
#pragma once

#include <pdh.h>
#include <pdhmsg.h>
#include <unistd.h>
#include <winperf.h>

#include "check.h"

#define CODE(status) ((DWORD)(status))
#define IS(call, wanted) CHECK_EQ(CODE(call), CODE(wanted))
#define GARBAGE ((HANDLE)(uintptr_t)0x1234567890ull)
#define QUERY_DATA 77 /* the user data of open_live() */
#define COUNTER_DATA 78

static inline PDH_HQUERY open_live(void) {
  PDH_HQUERY query = NULL;
  IS(PdhOpenQueryA(NULL, QUERY_DATA, &query), 0);
  return query;
}

static inline PDH_HCOUNTER add(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = NULL;
  IS(PdhAddEnglishCounterA(query, path, COUNTER_DATA, &counter), 0);
  return counter;
}

static inline DWORD cstatus_of(PDH_HCOUNTER counter) {
  PDH_RAW_COUNTER raw;
  memset(&raw, 0xAA, sizeof raw);
  IS(PdhGetRawCounterValue(counter, NULL, &raw), 0);
  return raw.CStatus;
}

static inline LONG long_of(PDH_HCOUNTER counter) {
  PDH_FMT_COUNTERVALUE value;
  memset(&value, 0xAA, sizeof value);
  IS(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &value), 0);
  return value.longValue;
}
