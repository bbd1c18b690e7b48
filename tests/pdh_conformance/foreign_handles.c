/* Handles that are NULL, made up, closed, or of another kind. */
#include "pdh_suite.h"

typedef PDH_STATUS (*OfHandle)(HANDLE handle);
#define OF_HANDLE(name, call) \
  static PDH_STATUS name(HANDLE handle) { return call; }

static DWORD size, count, type;
static LONGLONG large;
static GUID guid;
static int run;
static char text[8];
static HANDLE opened;
static PDH_RAW_COUNTER reading;
static PDH_FMT_COUNTERVALUE value;
static PDH_STATISTICS of_ring;
static PDH_TIME_INFO range = {0, 1, 0};
static PDH_BROWSE_DLG_CONFIG_HA dialog;

OF_HANDLE(close_query, PdhCloseQuery(handle))
OF_HANDLE(collect, PdhCollectQueryData(handle))
OF_HANDLE(collect_with_time, PdhCollectQueryDataWithTime(handle, &large))
OF_HANDLE(collect_ex, PdhCollectQueryDataEx(handle, 1, NULL))
OF_HANDLE(add_a, PdhAddCounterA(handle, AVAILABLE_BYTES, 0, &opened))
OF_HANDLE(add_w, PdhAddCounterW(handle, WIDE("\\Memory\\Available Bytes"), 0, &opened))
OF_HANDLE(add_english, PdhAddEnglishCounterA(handle, AVAILABLE_BYTES, 0, &opened))
OF_HANDLE(set_range, PdhSetQueryTimeRange(handle, &range))
OF_HANDLE(open_log_of, PdhOpenLogA(path_of("none"), WRITE_NEW, &type, handle, 0, NULL, &opened))
static const OfHandle of_queries[] = {close_query, collect,   collect_with_time,
                                      collect_ex,  add_a,     add_w,
                                      add_english, set_range, open_log_of};

OF_HANDLE(remove_counter, PdhRemoveCounter(handle))
OF_HANDLE(format, PdhGetFormattedCounterValue(handle, PDH_FMT_LONG, NULL, &value))
OF_HANDLE(raw, PdhGetRawCounterValue(handle, NULL, &reading))
OF_HANDLE(format_all, PdhGetFormattedCounterArrayA(handle, PDH_FMT_LONG, &size, &count, NULL))
OF_HANDLE(raw_all, PdhGetRawCounterArrayW(handle, &size, &count, NULL))
OF_HANDLE(calculate,
          PdhCalculateCounterFromRawValue(handle, PDH_FMT_LONG, &reading, &reading, &value))
OF_HANDLE(compute, PdhComputeCounterStatistics(handle, PDH_FMT_LONG, 0, 1, &reading, &of_ring))
OF_HANDLE(information, PdhGetCounterInfoA(handle, 0, &size, NULL))
OF_HANDLE(time_base, PdhGetCounterTimeBase(handle, &large))
OF_HANDLE(scale, PdhSetCounterScaleFactor(handle, 1))
static const OfHandle of_counters[] = {remove_counter, format,  raw,         format_all, raw_all,
                                       calculate,      compute, information, time_base,  scale};

OF_HANDLE(update_a, PdhUpdateLogA(handle, NULL))
OF_HANDLE(update_w, PdhUpdateLogW(handle, NULL))
OF_HANDLE(catalog, PdhUpdateLogFileCatalog(handle))
OF_HANDLE(file_size, PdhGetLogFileSize(handle, &large))
OF_HANDLE(close, PdhCloseLog(handle, 0))
OF_HANDLE(record, PdhReadRawLogRecord(handle, filetime_of(0), NULL, &size))
OF_HANDLE(set_guid, PdhGetLogSetGUID(handle, &guid, &run))
OF_HANDLE(set_run, PdhSetLogSetRunID(handle, 1))
static const OfHandle of_logs[] = {update_a, update_w, catalog,  file_size,
                                   close,    record,   set_guid, set_run};

OF_HANDLE(query_of, PdhOpenQueryH(handle, 0, &opened))
OF_HANDLE(machines_of, PdhEnumMachinesHA(handle, NULL, &size))
OF_HANDLE(objects_of, PdhEnumObjectsHA(handle, NULL, NULL, &size, 100, 0))
OF_HANDLE(items_of, PdhEnumObjectItemsHA(handle, NULL, "Memory", NULL, &size, NULL, &count, 100, 0))
OF_HANDLE(object_of, PdhGetDefaultPerfObjectHA(handle, NULL, NULL, &size))
OF_HANDLE(counter_of, PdhGetDefaultPerfCounterHA(handle, NULL, "Memory", NULL, &size))
OF_HANDLE(paths_of, PdhExpandWildCardPathHA(handle, "\\Memory\\*", NULL, &size, 0))
OF_HANDLE(path_in, PdhValidatePathExA(handle, AVAILABLE_BYTES))
OF_HANDLE(range_of, PdhGetDataSourceTimeRangeH(handle, &count, NULL, &size))
static PDH_STATUS browse(HANDLE handle) {
  dialog.hDataSource = handle;
  dialog.szReturnPathBuffer = text;
  dialog.cchReturnPathLength = sizeof text;
  return PdhBrowseCountersHA(&dialog);
}
static const OfHandle of_sources[] = {query_of,   machines_of, objects_of, items_of, object_of,
                                      counter_of, paths_of,    path_in,    range_of, browse};

static PDH_HQUERY query;
static PDH_HCOUNTER counter;
static PDH_HLOG its_log;

static void begin(void) {
  size = count = 0;
  large = 5;
  type = PDH_LOG_TYPE_CSV;
  query = open_live();
  counter = add(query, AVAILABLE_BYTES);
  write_file("three.csv", three_records);
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
}

static void end(void) {
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
  EXPECT_EQ(size + count, 0);
  EXPECT_EQ(large, 5);
}

static void expect_invalid(const OfHandle* calls, size_t calls_count, HANDLE handle) {
  for (size_t i = 0; i < calls_count; ++i) {
    in_row(i);
    EXPECT_CODE(calls[i](handle), PDH_INVALID_HANDLE);
    EXPECT(opened == NULL);
  }
}
#define EXPECT_INVALID(calls, handle) expect_invalid(calls, sizeof calls / sizeof calls[0], handle)

static void made_up(const OfHandle* calls, size_t calls_count) {
  static int here;
  const HANDLE handles[] = {GARBAGE, (HANDLE)&here, (HANDLE)(size_t)1, (HANDLE)(~(size_t)0 - 1)};
  for (size_t i = 0; i < sizeof handles / sizeof handles[0]; ++i) {
    expect_invalid(calls, calls_count, handles[i]);
  }
}
#define MADE_UP(calls) made_up(calls, sizeof calls / sizeof calls[0])

static void handles_of_nothing(void) {
  begin();
  EXPECT_INVALID(of_queries, NULL);
  EXPECT_INVALID(of_counters, NULL);
  EXPECT_INVALID(of_logs, NULL);
  MADE_UP(of_queries);
  MADE_UP(of_counters);
  MADE_UP(of_logs);
  MADE_UP(of_sources);
  end();
}

static void handles_of_another_kind(void) {
  begin();
  EXPECT_INVALID(of_queries, counter);
  EXPECT_INVALID(of_queries, its_log);
  EXPECT_INVALID(of_counters, query);
  EXPECT_INVALID(of_counters, its_log);
  EXPECT_INVALID(of_logs, query);
  EXPECT_INVALID(of_logs, counter);
  EXPECT_INVALID(of_sources, query);
  EXPECT_INVALID(of_sources, counter);
  end();
}

static void closed_handles(void) {
  begin();
  const PDH_HQUERY closed_query = open_live();
  const PDH_HCOUNTER lost_counter = add(closed_query, AVAILABLE_BYTES);
  const PDH_HCOUNTER removed = add(query, AVAILABLE_BYTES);
  PDH_HLOG closed_log = NULL;
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &closed_log), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(closed_query), ERROR_SUCCESS);
  EXPECT_CODE(PdhRemoveCounter(removed), ERROR_SUCCESS);
  close_log(closed_log);
  EXPECT_INVALID(of_queries, closed_query);
  EXPECT_INVALID(of_counters, lost_counter);
  EXPECT_INVALID(of_counters, removed);
  EXPECT_INVALID(of_logs, closed_log);
  EXPECT_INVALID(of_sources, closed_log);
  end();
}

static void logs_that_are_read(void) {
  begin();
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhUpdateLogW(its_log, NULL), PDH_INVALID_HANDLE);
  end();
}

static void wbem(void) {
  begin();
  for (size_t i = 0; i < sizeof of_sources / sizeof of_sources[0]; ++i) {
    in_row(i);
    EXPECT_CODE(of_sources[i](H_WBEM_DATASOURCE), PDH_CANNOT_CONNECT_WMI_SERVER);
  }
  end();
}

static const Promise promises[] = {
    {"a handle that is NULL or made up is PDH_INVALID_HANDLE, and nothing is written",
     handles_of_nothing},
    {"a handle of another kind is PDH_INVALID_HANDLE", handles_of_another_kind},
    {"a handle that was closed is PDH_INVALID_HANDLE, as is a counter of a closed query",
     closed_handles},
    {"a log that is read cannot be written", logs_that_are_read},
    {"WBEM is PDH_CANNOT_CONNECT_WMI_SERVER wherever a data source is taken", wbem},
};
CHAPTER(foreign_handles_of_pdh, "Handles")
