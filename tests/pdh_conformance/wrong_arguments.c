/* Wrong arguments, in the order in which they are judged: pointers that must not be NULL, then the
   handle, then values, flags and texts. */
#include "pdh_suite.h"

static DWORD size, count, number;
static LONGLONG large;
static GUID guid;
static int run;
static char text[8];
static HANDLE handle;

static void begin(void) {
  size = count = number = 0;
  large = 5;
}
static void end(void) {
  EXPECT_EQ(size + count + number, 0);
  EXPECT_EQ(large, 5);
}

static void pointers_of_queries(void) {
  begin();
  EXPECT_CODE(PdhOpenQueryA(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhOpenQueryW(WIDE("/no/log"), 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhOpenQueryH(GARBAGE, 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhAddCounterA(NULL, NULL, 0, &handle), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhAddCounterA(NULL, "", 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhAddCounterW(GARBAGE, NULL, 0, &handle), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhAddCounterW(GARBAGE, WIDE(""), 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhAddEnglishCounterA(NULL, NULL, 0, &handle), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhAddEnglishCounterW(NULL, WIDE(""), 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCollectQueryDataWithTime(NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhSetQueryTimeRange(GARBAGE, NULL), PDH_INVALID_ARGUMENT);
  end();
}

static void pointers_of_values(void) {
  PDH_RAW_COUNTER reading = made_reading(1, 1);
  PDH_FMT_COUNTERVALUE value;
  PDH_STATISTICS of_ring;
  begin();
  EXPECT_CODE(PdhGetFormattedCounterValue(NULL, 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetRawCounterValue(NULL, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetFormattedCounterArrayA(NULL, 0, NULL, &count, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetFormattedCounterArrayW(NULL, 0, &size, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetRawCounterArrayA(NULL, NULL, &count, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetRawCounterArrayW(NULL, &size, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(NULL, 0, NULL, &reading, &value),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(NULL, 0, &reading, &reading, NULL),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(
      PdhFormatFromRawValue(PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG, &large, NULL, &reading, &value),
      PDH_INVALID_ARGUMENT);
  EXPECT_CODE(
      PdhFormatFromRawValue(PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG, &large, &reading, NULL, NULL),
      PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhComputeCounterStatistics(NULL, 0, 0, 0, NULL, &of_ring), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhComputeCounterStatistics(NULL, 0, 0, 0, &reading, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetCounterTimeBase(NULL, NULL), PDH_INVALID_ARGUMENT);
  end();
}

static void pointers_of_paths(void) {
  char object[] = "o";
  PDH_COUNTER_PATH_ELEMENTS_A parts = {NULL, object, NULL, NULL, 0, object};
  begin();
  EXPECT_CODE(PdhMakeCounterPathA(NULL, NULL, &size, 0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhMakeCounterPathA(&parts, text, NULL, 0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhParseCounterPathA(NULL, NULL, &size, 0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhParseCounterPathW(WIDE("\\o\\c"), NULL, NULL, 0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhParseInstanceNameA(NULL, NULL, &size, NULL, &count, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhParseInstanceNameA("a", NULL, NULL, NULL, &count, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhParseInstanceNameA("a", NULL, &size, NULL, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhExpandCounterPathA(NULL, NULL, &size), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhExpandWildCardPathA(NULL, NULL, NULL, &size, 8), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhExpandWildCardPathHA(GARBAGE, NULL, text, &size, 8), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhExpandWildCardPathHA(GARBAGE, "x", text, NULL, 8), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhValidatePathExA(GARBAGE, NULL), PDH_INVALID_ARGUMENT);
  end();
}

static void pointers_of_names(void) {
  begin();
  EXPECT_CODE(PdhEnumMachinesHA(GARBAGE, text, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhEnumObjectsHA(GARBAGE, NULL, text, NULL, 1, 0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhEnumObjectItemsHA(GARBAGE, NULL, NULL, text, &size, text, &count, 100, 9),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhEnumObjectItemsHA(GARBAGE, NULL, "Memory", text, NULL, text, &count, 100, 9),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhEnumObjectItemsHA(GARBAGE, NULL, "Memory", text, &size, text, NULL, 100, 9),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetDefaultPerfObjectHA(GARBAGE, NULL, text, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetDefaultPerfCounterHA(GARBAGE, NULL, NULL, text, &size), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetDefaultPerfCounterHA(GARBAGE, NULL, "x", text, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhLookupPerfNameByIndexA("nowhere", 4, text, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhLookupPerfIndexByNameA("nowhere", NULL, &number), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhLookupPerfIndexByNameA("nowhere", "Memory", NULL), PDH_INVALID_ARGUMENT);
  end();
}

static void pointers_of_logs(void) {
  DWORD type = PDH_LOG_TYPE_CSV;
  begin();
  EXPECT_CODE(PdhOpenLogA(NULL, 0, &type, NULL, 0, NULL, &handle), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhOpenLogA("x", 0, NULL, NULL, 0, NULL, &handle), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhOpenLogW(WIDE("x"), 0, &type, NULL, 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBindInputDataSourceA(NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBindInputDataSourceW(NULL, WIDE("x\0")), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetLogFileSize(NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetDataSourceTimeRangeA("none", NULL, NULL, &size), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetDataSourceTimeRangeH(GARBAGE, &count, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhReadRawLogRecord(GARBAGE, filetime_of(0), NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetLogSetGUID(GARBAGE, NULL, &run), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetLogSetGUID(GARBAGE, &guid, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhEnumLogSetNamesA(NULL, NULL, &size), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhEnumLogSetNamesA("x", NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhVerifySQLDBA(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCreateSQLTablesW(NULL), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(type, PDH_LOG_TYPE_CSV);
  end();
}

/* All pointers are there, the handle is garbage, and a value is wrong. */
static void handles_before_values(void) {
  PDH_RAW_COUNTER reading = made_reading(1, 1);
  PDH_FMT_COUNTERVALUE value;
  PDH_STATISTICS of_ring;
  PDH_TIME_INFO range = {5, 1, 0};
  DWORD type = 99;
  begin();
  EXPECT_CODE(PdhAddCounterA(NULL, "", 0, &handle), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhAddEnglishCounterW(GARBAGE, WIDE(""), 0, &handle), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhSetQueryTimeRange(GARBAGE, &range), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhCollectQueryDataEx(GARBAGE, 0, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhGetFormattedCounterValue(NULL, 0, NULL, &value), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhGetFormattedCounterArrayA(GARBAGE, 0, &size, &count, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(NULL, 0, &reading, NULL, &value), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhComputeCounterStatistics(NULL, 0, 9, 0, &reading, &of_ring), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhSetCounterScaleFactor(GARBAGE, 99), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhEnumObjectsHA(GARBAGE, NULL, text, &size, 1, 0), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhEnumObjectItemsHA(GARBAGE, NULL, "Memory", text, &size, text, &count, 100, 9),
              PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhExpandWildCardPathHA(GARBAGE, "x", text, &size, 8), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhValidatePathExA(GARBAGE, ""), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhOpenLogA("x", 0, &type, NULL, 0, NULL, &handle), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhOpenLogA("x", WRITE_NEW, &type, GARBAGE, 0, "", &handle), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhUpdateLogA(GARBAGE, ""), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhCloseLog(GARBAGE, 99), PDH_INVALID_HANDLE);
  EXPECT_EQ(type, 99);
  end();
}

static void information_judges_the_handle_first(void) {
  begin();
  EXPECT_CODE(PdhGetCounterInfoA(NULL, 0, NULL, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhGetCounterInfoW(GARBAGE, 0, NULL, NULL), PDH_INVALID_HANDLE);
  const PDH_HQUERY query = open_live();
  EXPECT_CODE(PdhGetCounterInfoA(add(query, AVAILABLE_BYTES), 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  end();
}

#define EXPECT_NO_HANDLE(call, code) \
  do {                               \
    handle = GARBAGE;                \
    EXPECT_CODE(call, code);         \
    EXPECT(handle == NULL);          \
  } while (0)

/* Programs close what is not NULL, also after a call that failed. */
static void handles_of_failing_calls(void) {
  DWORD type = PDH_LOG_TYPE_CSV;
  const PDH_HQUERY query = open_live();
  EXPECT_NO_HANDLE(PdhOpenQueryA("/no/log", 0, &handle), PDH_FILE_NOT_FOUND);
  EXPECT_NO_HANDLE(PdhOpenQueryW(WIDE("/no/log"), 0, &handle), PDH_FILE_NOT_FOUND);
  EXPECT_NO_HANDLE(PdhOpenQueryH(GARBAGE, 0, &handle), PDH_INVALID_HANDLE);
  EXPECT_NO_HANDLE(PdhAddCounterA(query, "\\Nothing\\x", 0, &handle), PDH_CSTATUS_NO_OBJECT);
  EXPECT_NO_HANDLE(PdhAddCounterW(query, WIDE(""), 0, &handle), PDH_CSTATUS_NO_COUNTERNAME);
  EXPECT_NO_HANDLE(PdhAddCounterA(query, NULL, 0, &handle), PDH_INVALID_ARGUMENT);
  EXPECT_NO_HANDLE(PdhAddEnglishCounterA(query, "x", 0, &handle), PDH_CSTATUS_BAD_COUNTERNAME);
  EXPECT_NO_HANDLE(PdhAddEnglishCounterW(NULL, WIDE("x"), 0, &handle), PDH_INVALID_HANDLE);
  EXPECT_NO_HANDLE(PdhOpenLogA("/no/log", READ_EXISTING, &type, NULL, 0, NULL, &handle),
                   PDH_FILE_NOT_FOUND);
  EXPECT_NO_HANDLE(PdhOpenLogW(NULL, READ_EXISTING, &type, NULL, 0, NULL, &handle),
                   PDH_INVALID_ARGUMENT);
  EXPECT_NO_HANDLE(PdhBindInputDataSourceA(&handle, "/no/log\0"), PDH_FILE_NOT_FOUND);
  EXPECT_NO_HANDLE(PdhBindInputDataSourceW(&handle, WIDE("/no/log\0")), PDH_FILE_NOT_FOUND);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static const Promise promises[] = {
    {"a pointer that a function of queries needs is judged before all else", pointers_of_queries},
    {"so is one that a function of values needs", pointers_of_values},
    {"so is one that a function of paths needs", pointers_of_paths},
    {"so is one that a function of names needs", pointers_of_names},
    {"so is one that a function of logs needs", pointers_of_logs},
    {"a handle is judged before values, flags and texts", handles_before_values},
    {"PdhGetCounterInfo judges the handle before its pointers",
     information_judges_the_handle_first},
    {"a handle that a failing call should have made is NULL", handles_of_failing_calls},
};
CHAPTER(wrong_arguments, "Wrong arguments")
