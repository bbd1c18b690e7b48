/* The functions of pdh.h for values: one check for each promise of docs/pdh.md. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* getpid() */
#endif
#include "pdh_check.h"

static void check_value_arguments(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER counter = add(query, "\\System\\Processes");
  const PDH_HCOUNTER all = add(query, "\\Processor(*)\\% Idle Time");
  static const DWORD wrong[] = {0,
                                PDH_FMT_NOSCALE,
                                PDH_FMT_RAW,
                                PDH_FMT_LONG | PDH_FMT_DOUBLE,
                                PDH_FMT_LONG | PDH_FMT_ANSI,
                                PDH_FMT_LONG | PDH_FMT_UNICODE,
                                PDH_FMT_LONG | PDH_FMT_NODATA,
                                PDH_FMT_LONG | 1u};
  PDH_FMT_COUNTERVALUE value;
  PDH_RAW_COUNTER raw;
  DWORD type = UNTOUCHED;
  IS(PdhCollectQueryData(query), 0);
  memset(&value, 0xAA, sizeof value);
  IS(PdhGetFormattedCounterValue(NULL, 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetFormattedCounterValue(NULL, 0, NULL, &value), PDH_INVALID_HANDLE);
  IS(PdhGetFormattedCounterValue(query, PDH_FMT_LONG, NULL, &value), PDH_INVALID_HANDLE);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    IS(PdhGetFormattedCounterValue(counter, wrong[i], &type, &value), PDH_INVALID_ARGUMENT);
  }
  IS(PdhGetFormattedCounterValue(all, PDH_FMT_LONG, &type, &value), PDH_INVALID_ARGUMENT);
  CHECK(is_untouched((const unsigned char*)&value, sizeof value));
  CHECK_EQ(type, UNTOUCHED);
  IS(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, &type, &value), 0);
  CHECK_EQ(type, PERF_COUNTER_RAWCOUNT);
  IS(PdhGetRawCounterValue(NULL, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetRawCounterValue(NULL, NULL, &raw), PDH_INVALID_HANDLE);
  IS(PdhGetRawCounterValue(all, NULL, &raw), PDH_INVALID_ARGUMENT);
  type = UNTOUCHED;
  IS(PdhGetRawCounterValue(counter, &type, &raw), 0);
  CHECK_EQ(type, PERF_COUNTER_RAWCOUNT);
  CHECK(raw.FirstValue > 0);
  CHECK_EQ(raw.SecondValue, 0);
  IS(PdhSetCounterScaleFactor(NULL, 0), PDH_INVALID_HANDLE);
  IS(PdhSetCounterScaleFactor(counter, 8), PDH_INVALID_ARGUMENT);
  IS(PdhSetCounterScaleFactor(counter, -8), PDH_INVALID_ARGUMENT);
  IS(PdhSetCounterScaleFactor(counter, 3), 0);
  CHECK_EQ(long_of(counter), raw.FirstValue * 1000);
  LONGLONG ticks = 0;
  IS(PdhGetCounterTimeBase(NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetCounterTimeBase(NULL, &ticks), PDH_INVALID_HANDLE);
  IS(PdhGetCounterTimeBase(all, &ticks), 0);
  CHECK_EQ(ticks, 10000000);
  IS(PdhCloseQuery(query), 0);
  IS(PdhGetRawCounterValue(counter, NULL, &raw), PDH_INVALID_HANDLE);
}

static PDH_RAW_COUNTER raw_of(LONGLONG first, LONGLONG second) {
  PDH_RAW_COUNTER raw;
  memset(&raw, 0, sizeof raw);
  raw.FirstValue = first;
  raw.SecondValue = second;
  return raw;
}

static void check_format_from_raw(void) {
  PDH_RAW_COUNTER older = raw_of(1000, 50000000);
  PDH_RAW_COUNTER newer = raw_of(6000, 100000000);
  LONGLONG ticks = 10000000;
  PDH_FMT_COUNTERVALUE value;
  const DWORD rate = PERF_COUNTER_COUNTER;
  value.CStatus = UNTOUCHED;
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, NULL, &older, &value), PDH_INVALID_ARGUMENT);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, &newer, &older, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhFormatFromRawValue(rate, 0, &ticks, &newer, &older, &value), PDH_INVALID_ARGUMENT);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, NULL, &newer, &older, &value), PDH_INVALID_ARGUMENT);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, &newer, NULL, &value), PDH_INVALID_ARGUMENT);
  static const DWORD without_values[] = {
      PERF_AVERAGE_BASE,          PERF_SAMPLE_BASE,  PERF_RAW_BASE,
      PERF_LARGE_RAW_BASE,        PERF_COUNTER_TEXT, PERF_COUNTER_NODATA,
      PERF_COUNTER_HISTOGRAM_TYPE};
  for (size_t i = 0; i < sizeof without_values / sizeof without_values[0]; ++i) {
    IS(PdhFormatFromRawValue(without_values[i], PDH_FMT_LONG, &ticks, &newer, &older, &value),
       PDH_INVALID_ARGUMENT);
  }
  CHECK_EQ(value.CStatus, UNTOUCHED);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, &newer, &older, &value), 0);
  CHECK_EQ(value.CStatus, PDH_CSTATUS_VALID_DATA);
  CHECK_EQ(value.longValue, 1000);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_DOUBLE | PDH_FMT_1000, &ticks, &newer, &older, &value), 0);
  CHECK(value.doubleValue == 1000000);
  IS(PdhFormatFromRawValue(PERF_COUNTER_LARGE_RAWCOUNT, PDH_FMT_LARGE, NULL, &newer, NULL, &value),
     0);
  CHECK_EQ(value.largeValue, 6000);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, &older, &newer, &value),
     PDH_CALC_NEGATIVE_TIMEBASE);
  CHECK_EQ(value.CStatus, PDH_CALC_NEGATIVE_TIMEBASE);
  older = raw_of(7000, 50000000);
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, &newer, &older, &value),
     PDH_CALC_NEGATIVE_VALUE);
  newer.CStatus = PDH_CSTATUS_NO_INSTANCE;
  IS(PdhFormatFromRawValue(rate, PDH_FMT_LONG, &ticks, &newer, &older, &value), PDH_INVALID_DATA);
  CHECK_EQ(value.CStatus, PDH_CSTATUS_NO_INSTANCE);
}

static void check_calculated(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER rate = add(query, "\\System\\Context Switches/sec");
  PDH_RAW_COUNTER ring[4] = {raw_of(1500, 30000000), raw_of(0, 0), raw_of(100, 10000000),
                             raw_of(500, 20000000)};
  PDH_FMT_COUNTERVALUE value;
  PDH_STATISTICS statistics;
  IS(PdhCalculateCounterFromRawValue(NULL, 0, NULL, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhCalculateCounterFromRawValue(NULL, 0, &ring[0], NULL, &value), PDH_INVALID_HANDLE);
  IS(PdhCalculateCounterFromRawValue(rate, 0, &ring[2], &ring[1], &value), PDH_INVALID_ARGUMENT);
  IS(PdhCalculateCounterFromRawValue(rate, PDH_FMT_LONG, &ring[2], NULL, &value),
     PDH_INVALID_ARGUMENT);
  IS(PdhCalculateCounterFromRawValue(rate, PDH_FMT_LONG, &ring[2], &ring[1], &value), 0);
  CHECK_EQ(value.longValue, 100);
  IS(PdhSetCounterScaleFactor(rate, 1), 0);
  IS(PdhCalculateCounterFromRawValue(rate, PDH_FMT_LONG, &ring[2], &ring[1], &value), 0);
  CHECK_EQ(value.longValue, 1000);
  IS(PdhSetCounterScaleFactor(rate, 0), 0);
  IS(PdhComputeCounterStatistics(NULL, 0, 0, 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhComputeCounterStatistics(NULL, 0, 0, 0, ring, &statistics), PDH_INVALID_HANDLE);
  IS(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 4, 4, ring, &statistics),
     PDH_INVALID_ARGUMENT);
  IS(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 0, 0, ring, &statistics),
     PDH_INVALID_ARGUMENT);
  IS(PdhComputeCounterStatistics(rate, 0, 1, 4, ring, &statistics), PDH_INVALID_ARGUMENT);
  IS(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 1, 4, ring, &statistics), 0);
  CHECK_EQ(statistics.dwFormat, PDH_FMT_LONG);
  CHECK_EQ(statistics.count, 3); /* 100, 400 and 1000 a second */
  CHECK_EQ(statistics.min.longValue, 100);
  CHECK_EQ(statistics.max.longValue, 1000);
  CHECK_EQ(statistics.mean.longValue, 500); /* over the whole range */
  ring[3].CStatus = PDH_CSTATUS_INVALID_DATA;
  IS(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 1, 4, ring, &statistics), 0);
  CHECK_EQ(statistics.count, 2);
  CHECK_EQ(statistics.max.longValue, 700);
  for (int i = 0; i < 4; ++i) ring[i].CStatus = PDH_CSTATUS_NO_INSTANCE;
  IS(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 1, 4, ring, &statistics), 0);
  CHECK_EQ(statistics.count, 0);
  CHECK(statistics.mean.CStatus != PDH_CSTATUS_VALID_DATA);
  IS(PdhCloseQuery(query), 0);
}

/* --- arrays */

typedef PDH_STATUS (*FillArray)(PDH_HCOUNTER counter, DWORD* size, DWORD* count, void* items);
static PDH_STATUS values_a(PDH_HCOUNTER counter, DWORD* size, DWORD* count, void* items) {
  return PdhGetFormattedCounterArrayA(counter, PDH_FMT_LARGE, size, count,
                                      (PPDH_FMT_COUNTERVALUE_ITEM_A)items);
}
static PDH_STATUS values_w(PDH_HCOUNTER counter, DWORD* size, DWORD* count, void* items) {
  return PdhGetFormattedCounterArrayW(counter, PDH_FMT_LARGE, size, count,
                                      (PPDH_FMT_COUNTERVALUE_ITEM_W)items);
}
static PDH_STATUS raws_a(PDH_HCOUNTER counter, DWORD* size, DWORD* count, void* items) {
  return PdhGetRawCounterArrayA(counter, size, count, (PPDH_RAW_COUNTER_ITEM_A)items);
}
static PDH_STATUS raws_w(PDH_HCOUNTER counter, DWORD* size, DWORD* count, void* items) {
  return PdhGetRawCounterArrayW(counter, size, count, (PPDH_RAW_COUNTER_ITEM_W)items);
}

static void check_array_sizes(PDH_HCOUNTER counter, FillArray fill) {
  unsigned char* buffer = new_buffer();
  DWORD size = 0;
  DWORD count = 0;
  IS(fill(counter, NULL, &count, NULL), PDH_INVALID_ARGUMENT);
  IS(fill(counter, &size, NULL, NULL), PDH_INVALID_ARGUMENT);
  size = 100;
  IS(fill(counter, &size, &count, NULL), PDH_INVALID_ARGUMENT);
  size = 0;
  IS(fill(NULL, &size, &count, NULL), PDH_INVALID_HANDLE);
  IS(fill(counter, &size, &count, NULL), PDH_MORE_DATA);
  const DWORD needed = size;
  const DWORD items = count;
  CHECK(items > 0);
  for (size = 1; size < needed; size += 7) {
    DWORD given = size;
    IS(fill(counter, &given, &count, buffer), PDH_MORE_DATA);
    CHECK_EQ(given, needed);
    CHECK_EQ(count, items);
  }
  CHECK(is_untouched(buffer, needed));
  size = needed + 1;
  IS(fill(counter, &size, &count, buffer), 0);
  CHECK_EQ(size, needed);
  CHECK_EQ(count, items);
  CHECK(is_untouched(buffer + needed, 16));
  free(buffer);
}

static void check_arrays(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER all = add(query, "\\Process(*)\\ID Process");
  static const FillArray fills[] = {values_a, values_w, raws_a, raws_w};
  char path[512] = "";
  char name[256] = "";
  DWORD size = 0;
  DWORD count = 0;
  IS(values_a(all, &size, &count, NULL), PDH_NO_DATA); /* nothing is known of its instances */
  IS(PdhCollectQueryData(query), 0);
  IS(PdhGetFormattedCounterArrayA(all, 0, &size, &count, NULL), PDH_INVALID_ARGUMENT);
  for (size_t i = 0; i < sizeof fills / sizeof fills[0]; ++i) check_array_sizes(all, fills[i]);
  unsigned char* buffer = new_buffer();
  size = ROOM;
  IS(values_a(all, &size, &count, buffer), 0);
  const PDH_FMT_COUNTERVALUE_ITEM_A* items = (const PDH_FMT_COUNTERVALUE_ITEM_A*)buffer;
  DWORD found = 0;
  for (DWORD i = 0; i < count; ++i) {
    CHECK((const unsigned char*)items[i].szName < buffer + size); /* in the same buffer */
    if (items[i].FmtValue.largeValue != getpid()) continue;
    ++found;
    snprintf(path, sizeof path, "\\Process(%s)\\ID Process", items[i].szName);
    snprintf(name, sizeof name, "%s", items[i].szName);
  }
  CHECK_EQ(found, 1);
  const PDH_HCOUNTER one = add(query, path); /* not a wildcard: an array of one item */
  IS(PdhCollectQueryData(query), 0);
  size = ROOM;
  IS(raws_w(one, &size, &count, buffer), 0);
  const PDH_RAW_COUNTER_ITEM_W* raw = (const PDH_RAW_COUNTER_ITEM_W*)buffer;
  WCHAR wide[256];
  CHECK_EQ(count, 1);
  CHECK_EQ(raw->RawValue.FirstValue, getpid());
  CHECK_EQ(size, sizeof *raw + (strlen(name) + 1) * sizeof(WCHAR));
  CHECK_EQ(memcmp(raw->szName, widen(name, wide), strlen(name) * sizeof(WCHAR)), 0);
  free(buffer);
  IS(PdhCloseQuery(query), 0);
}

/* --- what is known of a counter */

static void check_counter_info(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER counter = add(query, "\\processor(_total)\\% USER time");
  unsigned char* buffer = new_buffer();
  DWORD size = 0;
  IS(PdhGetCounterInfoA(NULL, 0, NULL, NULL), PDH_INVALID_HANDLE); /* the handle first */
  IS(PdhGetCounterInfoA(counter, 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  size = 10;
  IS(PdhGetCounterInfoA(counter, 0, &size, NULL), PDH_INVALID_ARGUMENT);
  size = 0;
  IS(PdhGetCounterInfoA(counter, 1, &size, NULL), PDH_MORE_DATA);
  const DWORD needed = size;
  size = needed - 1;
  IS(PdhGetCounterInfoA(counter, 1, &size, (PPDH_COUNTER_INFO_A)(void*)buffer), PDH_MORE_DATA);
  CHECK_EQ(size, needed);
  CHECK(is_untouched(buffer, needed));
  IS(PdhGetCounterInfoA(counter, 1, &size, (PPDH_COUNTER_INFO_A)(void*)buffer), 0);
  const PDH_COUNTER_INFO_A* info = (const PDH_COUNTER_INFO_A*)(void*)buffer;
  CHECK_EQ(info->dwLength, needed);
  CHECK(is_untouched(buffer + needed, 16));
  CHECK_EQ(info->dwType, PERF_100NSEC_TIMER);
  CHECK_EQ(info->CStatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
  CHECK_EQ(info->lScale, 0);
  CHECK_EQ(info->dwUserData, COUNTER_DATA);
  CHECK_EQ(info->dwQueryUserData, QUERY_DATA);
  CHECK_EQ(strcmp(info->szObjectName, "Processor"), 0);
  CHECK_EQ(strcmp(info->szCounterName, "% User Time"), 0);
  CHECK_EQ(strcmp(info->szInstanceName, "_total"), 0);
  CHECK(info->szParentInstance == NULL);
  CHECK_EQ(info->dwInstanceIndex, 0);
  CHECK_EQ(strncmp(info->szFullPath, info->szMachineName, strlen(info->szMachineName)), 0);
  CHECK_EQ(
      strcmp(info->szFullPath + strlen(info->szMachineName), "\\Processor(_total)\\% User Time"),
      0);
  CHECK(info->szExplainText != NULL && info->szExplainText[0] != 0);
  size = ROOM;
  IS(PdhGetCounterInfoW(counter, 0, &size, (PPDH_COUNTER_INFO_W)(void*)buffer), 0);
  CHECK(((const PDH_COUNTER_INFO_W*)(void*)buffer)->szExplainText == NULL);
  free(buffer);
  IS(PdhCloseQuery(query), 0);
}

int main(void) {
  check_value_arguments();
  check_format_from_raw();
  check_calculated();
  check_arrays();
  check_counter_info();
  return finish("pdh_values");
}
