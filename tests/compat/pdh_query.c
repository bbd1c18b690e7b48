/* The functions of pdh.h for queries and values: one check for each promise of docs/pdh.md. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* fork(), mkdtemp() */
#endif
#include <pdh.h>
#include <pdhmsg.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <winperf.h>

#include "check.h"

#define CODE(status) ((DWORD)(status))
#define IS(call, wanted) CHECK_EQ(CODE(call), CODE(wanted))
#define GARBAGE ((HANDLE)(uintptr_t)0x1234567890ull)

static char own_instance[16]; /* of this process, which nobody else has */
static char text[1024];       /* a path, until the next one */

static const char* process_path(const char* instance, const char* counter) {
  snprintf(text, sizeof text, "\\Process(%s)\\%s", instance, counter);
  return text;
}

static PDH_HQUERY open_live(void) {
  PDH_HQUERY query = NULL;
  IS(PdhOpenQueryA(NULL, 77, &query), 0);
  return query;
}

static PDH_HCOUNTER add(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = NULL;
  IS(PdhAddEnglishCounterA(query, path, 78, &counter), 0);
  return counter;
}

static PDH_STATUS status_of_adding(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = GARBAGE;
  const PDH_STATUS status = PdhAddCounterA(query, path, 0, &counter);
  if (status != 0) CHECK(counter == GARBAGE); /* untouched */
  return status;
}

static DWORD cstatus_of(PDH_HCOUNTER counter) {
  PDH_RAW_COUNTER raw;
  memset(&raw, 0xAA, sizeof raw);
  IS(PdhGetRawCounterValue(counter, NULL, &raw), 0);
  return raw.CStatus;
}

static LONG long_of(PDH_HCOUNTER counter) {
  PDH_FMT_COUNTERVALUE value;
  memset(&value, 0xAA, sizeof value);
  IS(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &value), 0);
  return value.longValue;
}

/* The code of a formatted value; why it is missing, where it is. */
static DWORD status_of_value(PDH_HCOUNTER counter, DWORD* cstatus) {
  PDH_FMT_COUNTERVALUE value;
  value.CStatus = UNTOUCHED;
  const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value);
  *cstatus = value.CStatus;
  return CODE(status);
}

/* --- before anything else: the default source */

static void check_default_source(void) {
  DWORD version = UNTOUCHED;
  IS(PdhGetDllVersion(NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetDllVersion(&version), 0);
  CHECK_EQ(version, PDH_VERSION);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_WBEM), PDH_CANNOT_CONNECT_WMI_SERVER);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_LOGFILE), PDH_INVALID_ARGUMENT);
  IS(PdhSetDefaultRealTimeDataSource(99), PDH_INVALID_ARGUMENT);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY), 0);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY),
     PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
}

/* --- opening, adding, closing */

static void check_opening(void) {
  PDH_HQUERY query = GARBAGE;
  IS(PdhOpenQueryA(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenQueryW(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenQueryH(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenQueryA("/no/such/log.blg", 0, &query), PDH_FILE_NOT_FOUND);
  IS(PdhOpenQueryW(WIDE("/no/such/log.blg"), 0, &query), PDH_FILE_NOT_FOUND);
  IS(PdhOpenQueryA("", 0, &query), PDH_FILE_NOT_FOUND);
  IS(PdhOpenQueryH(H_WBEM_DATASOURCE, 0, &query), PDH_CANNOT_CONNECT_WMI_SERVER);
  IS(PdhOpenQueryH(GARBAGE, 0, &query), PDH_INVALID_HANDLE);
  CHECK(query == GARBAGE);
  IS(PdhOpenQueryH(H_REALTIME_DATASOURCE, 0, &query), 0);
  CHECK_EQ(PdhIsRealTimeQuery(query), 1);
  CHECK_EQ(PdhIsRealTimeQuery(NULL), 0);
  CHECK_EQ(PdhIsRealTimeQuery(GARBAGE), 0);
  IS(PdhCloseQuery(NULL), PDH_INVALID_HANDLE);
  IS(PdhCloseQuery(GARBAGE), PDH_INVALID_HANDLE);
  IS(PdhCloseQuery(query), 0);
  IS(PdhCloseQuery(query), PDH_INVALID_HANDLE);
  CHECK_EQ(PdhIsRealTimeQuery(query), 0);
}

static void check_adding(void) {
  const PDH_HQUERY query = open_live();
  static char huge[65536];
  static const WCHAR unpaired[] = {'\\', 0xD800, '\\', 'x', 0};
  PDH_HCOUNTER counter = NULL;
  memset(huge, 'x', sizeof huge - 1);
  huge[0] = '\\';
  IS(PdhAddCounterA(NULL, NULL, 0, &counter), PDH_INVALID_ARGUMENT); /* pointers first */
  IS(PdhAddCounterA(NULL, "\\System\\Processes", 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhAddCounterA(NULL, "\\System\\Processes", 0, &counter), PDH_INVALID_HANDLE);
  IS(PdhAddEnglishCounterA(NULL, "\\System\\Processes", 0, &counter), PDH_INVALID_HANDLE);
  IS(PdhAddEnglishCounterW(GARBAGE, WIDE(""), 0, &counter), PDH_INVALID_HANDLE);
  IS(status_of_adding(query, ""), PDH_CSTATUS_NO_COUNTERNAME);
  IS(status_of_adding(query, "System"), PDH_CSTATUS_BAD_COUNTERNAME);
  IS(status_of_adding(query, "System/Processes"), PDH_CSTATUS_BAD_COUNTERNAME);
  IS(status_of_adding(query, huge), PDH_CSTATUS_BAD_COUNTERNAME);
  IS(PdhAddCounterW(query, unpaired, 0, &counter), PDH_CSTATUS_NO_OBJECT);
  IS(status_of_adding(query, "\\No Such Object\\Processes"), PDH_CSTATUS_NO_OBJECT);
  IS(status_of_adding(query, "\\System\\No Such Counter"), PDH_CSTATUS_NO_COUNTER);
  IS(status_of_adding(query, "\\\\no-such-machine\\System\\Processes"), PDH_CSTATUS_NO_MACHINE);
  IS(PdhAddCounterW(query, WIDE("\\system\\PROCESSES"), 0, &counter), 0);
  IS(PdhRemoveCounter(NULL), PDH_INVALID_HANDLE);
  IS(PdhRemoveCounter(query), PDH_INVALID_HANDLE); /* of another kind */
  IS(PdhCollectQueryData(counter), PDH_INVALID_HANDLE);
  IS(PdhRemoveCounter(counter), 0);
  IS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
  counter = add(query, "\\System\\Processes");
  IS(PdhCloseQuery(query), 0);
  IS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE); /* went with its query */
}

/* --- collecting and statuses */

static void check_collecting(void) {
  const PDH_HQUERY query = open_live();
  LONGLONG time = 0;
  LONGLONG later = 0;
  DWORD cstatus = 0;
  IS(PdhCollectQueryData(NULL), PDH_INVALID_HANDLE);
  IS(PdhCollectQueryData(query), PDH_NO_DATA);
  IS(PdhCollectQueryDataWithTime(NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhCollectQueryDataWithTime(NULL, &time), PDH_INVALID_HANDLE);
  IS(PdhCollectQueryDataWithTime(query, &time), PDH_NO_DATA);
  CHECK_EQ(time, 0);
  const PDH_HCOUNTER id = add(query, process_path(own_instance, "ID Process"));
  const PDH_HCOUNTER rate = add(query, process_path(own_instance, "% User Time"));
  CHECK_EQ(status_of_value(id, &cstatus), PDH_INVALID_DATA); /* never collected */
  CHECK_EQ(cstatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_ITEM_NOT_VALIDATED);
  IS(PdhCollectQueryDataWithTime(query, &time), 0);
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_NEW_DATA);
  CHECK_EQ(long_of(id), getpid());
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_VALID_DATA);
  CHECK_EQ(status_of_value(rate, &cstatus), PDH_INVALID_DATA); /* one sample of two */
  CHECK_EQ(cstatus, PDH_CSTATUS_INVALID_DATA);
  IS(PdhCollectQueryDataWithTime(query, &later), 0);
  CHECK(later > time);
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_VALID_DATA); /* the same number */
  CHECK_EQ(status_of_value(rate, &cstatus), 0);
  IS(PdhSetQueryTimeRange(query, NULL), PDH_INVALID_ARGUMENT);
  PDH_TIME_INFO range = {0, MAX_TIME_VALUE, 0};
  IS(PdhSetQueryTimeRange(NULL, &range), PDH_INVALID_HANDLE);
  IS(PdhSetQueryTimeRange(query, &range), PDH_DATA_SOURCE_IS_REAL_TIME);
  IS(PdhCloseQuery(query), 0);
}

static void check_missing_instance(void) {
  const PDH_HQUERY query = open_live();
  char late[16];
  DWORD cstatus = 0;
  snprintf(late, sizeof late, "late%d", (int)getpid());
  const PDH_HCOUNTER counter = add(query, process_path(late, "ID Process"));
  IS(PdhCollectQueryData(query), PDH_NO_DATA);
  CHECK_EQ(status_of_value(counter, &cstatus), PDH_INVALID_DATA);
  CHECK_EQ(cstatus, PDH_CSTATUS_NO_INSTANCE);
  CHECK_EQ(cstatus_of(counter), PDH_CSTATUS_NO_INSTANCE);
  (void)prctl(PR_SET_NAME, late);
  IS(PdhCollectQueryData(query), 0);
  CHECK_EQ(long_of(counter), getpid());
  (void)prctl(PR_SET_NAME, own_instance);
  IS(PdhCloseQuery(query), 0);
}

/* --- values */

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
  const PDH_HCOUNTER one = add(query, process_path(own_instance, "ID Process"));
  static const FillArray fills[] = {values_a, values_w, raws_a, raws_w};
  DWORD size = 0;
  DWORD count = 0;
  IS(values_a(all, &size, &count, NULL), PDH_NO_DATA); /* nothing is known of its instances */
  IS(PdhCollectQueryData(query), 0);
  IS(PdhGetFormattedCounterArrayA(all, 0, &size, &count, NULL), PDH_INVALID_ARGUMENT);
  for (size_t i = 0; i < sizeof fills / sizeof fills[0]; ++i) {
    check_array_sizes(i % 2 == 0 ? all : one, fills[i]);
  }
  unsigned char* buffer = new_buffer();
  size = ROOM;
  IS(values_a(all, &size, &count, buffer), 0);
  const PDH_FMT_COUNTERVALUE_ITEM_A* items = (const PDH_FMT_COUNTERVALUE_ITEM_A*)buffer;
  DWORD found = 0;
  for (DWORD i = 0; i < count; ++i) {
    CHECK((const unsigned char*)items[i].szName < buffer + size); /* in the same buffer */
    if (strcmp(items[i].szName, own_instance) != 0) continue;
    ++found;
    CHECK_EQ(items[i].FmtValue.largeValue, getpid());
  }
  CHECK_EQ(found, 1);
  size = ROOM;
  IS(raws_w(one, &size, &count, buffer), 0);
  const PDH_RAW_COUNTER_ITEM_W* raw = (const PDH_RAW_COUNTER_ITEM_W*)buffer;
  WCHAR wide[16];
  CHECK_EQ(count, 1);
  CHECK_EQ(raw->RawValue.FirstValue, getpid());
  CHECK_EQ(size, sizeof *raw + (strlen(own_instance) + 1) * sizeof(WCHAR));
  CHECK_EQ(memcmp(raw->szName, widen(own_instance, wide), strlen(own_instance) * sizeof(WCHAR)), 0);
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
  CHECK_EQ(info->dwUserData, 78);
  CHECK_EQ(info->dwQueryUserData, 77);
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

/* --- a log */

static void check_log(void) {
  char folder[] = "/tmp/openperflib_pdh_XXXXXX";
  char file[64];
  PDH_HQUERY query = NULL;
  PDH_RAW_COUNTER raw;
  LONGLONG time = 0;
  if (mkdtemp(folder) == NULL) exit(2);
  snprintf(file, sizeof file, "%s/log.csv", folder);
  FILE* log = fopen(file, "wb");
  if (log == NULL) exit(2);
  fputs(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
      "\"11/22/2026 10:00:00.000\",\"1\"\r\n\"11/22/2026 10:00:10.000\",\"2\"\r\n",
      log);
  fclose(log);
  IS(PdhOpenQueryA(file, 0, &query), 0);
  CHECK_EQ(PdhIsRealTimeQuery(query), 0);
  IS(status_of_adding(query, "\\System\\Processes"), PDH_CSTATUS_NO_OBJECT);
  IS(status_of_adding(query, "\\Memory\\Cache Bytes"), PDH_CSTATUS_NO_COUNTER);
  const PDH_HCOUNTER counter = add(query, "\\Memory\\Available Bytes");
  IS(PdhCollectQueryDataWithTime(query, &time), 0);
  CHECK_EQ(long_of(counter), 1);
  IS(PdhGetRawCounterValue(counter, NULL, &raw), PDH_INVALID_DATA); /* text logs hold values */
  IS(PdhCollectQueryData(query), 0);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  PDH_TIME_INFO range = {time + 1, time, 0};
  IS(PdhSetQueryTimeRange(query, &range), PDH_INVALID_ARGUMENT);
  range.EndTime = MAX_TIME_VALUE;
  IS(PdhSetQueryTimeRange(query, &range), 0); /* begins anew */
  IS(PdhCollectQueryData(query), 0);
  CHECK_EQ(long_of(counter), 2);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  IS(PdhCloseQuery(query), 0);
  unlink(file);
  rmdir(folder);
}

/* --- threads and processes */

static void check_background(void) {
  const PDH_HQUERY query = open_live();
  PDH_HCOUNTER counter = NULL;
  IS(PdhCollectQueryDataEx(NULL, 1, NULL), PDH_INVALID_HANDLE);
  IS(PdhCollectQueryDataEx(query, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhCollectQueryDataEx(query, 1, NULL), PDH_NO_DATA);
  counter = add(query, process_path(own_instance, "ID Process"));
  IS(PdhCollectQueryDataEx(query, 3600, GARBAGE), 0); /* an event that does not exist is no harm */
  while (cstatus_of(counter) == PDH_CSTATUS_ITEM_NOT_VALIDATED) usleep(1000);
  CHECK_EQ(long_of(counter), getpid());
  IS(PdhCollectQueryDataEx(query, 3600, NULL), 0);
  IS(PdhCloseQuery(query), 0);
}

/* What a child does with the queries of its parent; 0: all of it works. */
static int child(PDH_HQUERY query, PDH_HCOUNTER counter) {
  failures = 0;
  IS(PdhCollectQueryData(query), 0);
  IS(PdhCollectQueryData(query), 0);
  CHECK(long_of(counter) > 0);
  IS(PdhCollectQueryDataEx(query, 3600, NULL), 0);
  IS(PdhCloseQuery(query), 0);
  return failures;
}

static void check_fork(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER counter = add(query, "\\System\\Processes");
  IS(PdhCollectQueryDataEx(query, 1, NULL), 0); /* may be collecting at that moment */
  for (int i = 0; i < 5; ++i) {
    int status = -1;
    const pid_t pid = fork();
    if (pid == 0) _exit(child(query, counter));
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
  }
  IS(PdhCollectQueryData(query), 0);
  CHECK(long_of(counter) > 0);
  IS(PdhCloseQuery(query), 0);
}

int main(void) {
  snprintf(own_instance, sizeof own_instance, "own%d", (int)getpid());
  (void)prctl(PR_SET_NAME, own_instance);
  check_default_source();
  check_opening();
  check_adding();
  check_collecting();
  check_missing_instance();
  check_value_arguments();
  check_format_from_raw();
  check_calculated();
  check_arrays();
  check_counter_info();
  check_log();
  check_background();
  check_fork();
  return finish("pdh_query");
}
