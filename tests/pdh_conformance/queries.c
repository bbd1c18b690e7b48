#include "pdh_suite.h"

static void this_computer(void) {
  PDH_HQUERY query = NULL;
  EXPECT_CODE(PdhOpenQueryW(NULL, 0, &query), ERROR_SUCCESS);
  EXPECT_EQ(PdhIsRealTimeQuery(query), 1);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhOpenQueryH(H_REALTIME_DATASOURCE, 0, &query), ERROR_SUCCESS);
  EXPECT_EQ(PdhIsRealTimeQuery(query), 1);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void name_of_a_log(void) {
  PDH_HQUERY query = NULL;
  WCHAR name[512];
  write_file("three.csv", three_records);
  EXPECT_CODE(PdhOpenQueryW(widen(path_of("three.csv"), name), 0, &query), ERROR_SUCCESS);
  EXPECT_EQ(PdhIsRealTimeQuery(query), 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(open_file("three.csv")), ERROR_SUCCESS);
  remove_file("three.csv");
}

static void handle_of_a_log(void) {
  PDH_HLOG log = NULL;
  PDH_HQUERY query = NULL;
  write_file("three.csv", three_records);
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  EXPECT_CODE(PdhOpenQueryH(log, 0, &query), ERROR_SUCCESS);
  close_log(log);
  EXPECT_EQ(PdhIsRealTimeQuery(query), 0);
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(bytes), 1);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
}

static void log_that_is_none(void) {
  static char longest[65536];
  PDH_HQUERY query = GARBAGE;
  memset(longest, 'x', sizeof longest - 1);
  EXPECT_CODE(PdhOpenQueryA(longest, 0, &query), PDH_LOG_FILE_OPEN_ERROR);
  EXPECT_CODE(PdhOpenQueryA(path_of("none.blg"), 0, &query), PDH_FILE_NOT_FOUND);
  EXPECT_CODE(PdhOpenQueryW(WIDE("/no/such/log.blg"), 0, &query), PDH_FILE_NOT_FOUND);
  EXPECT_CODE(PdhOpenQueryA("", 0, &query), PDH_FILE_NOT_FOUND);
  write_file("noise", "no log");
  EXPECT_CODE(PdhOpenQueryA(path_of("noise"), 0, &query), PDH_UNKNOWN_LOG_FORMAT);
  remove_file("noise");
  EXPECT(query == NULL);
}

static void text_called_blg(void) {
  write_file("text.blg", three_records);
  const PDH_HQUERY query = open_file("text.blg");
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("text.blg");
}

static void wbem(void) {
  PDH_HQUERY query = GARBAGE;
  EXPECT_CODE(PdhOpenQueryH(H_WBEM_DATASOURCE, 0, &query), PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT(query == NULL);
}

static void no_query(void) {
  const PDH_HQUERY query = open_live();
  EXPECT_EQ(PdhIsRealTimeQuery(NULL), 0);
  EXPECT_EQ(PdhIsRealTimeQuery(GARBAGE), 0);
  EXPECT_EQ(PdhIsRealTimeQuery(add(query, AVAILABLE_BYTES)), 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_EQ(PdhIsRealTimeQuery(query), 0);
}

static void counters_go_with_their_query(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER counter = add(query, AVAILABLE_BYTES);
  PDH_RAW_COUNTER reading;
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(query), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhGetRawCounterValue(counter, NULL, &reading), PDH_INVALID_HANDLE);
}

static void closed_handles_stay_closed(void) {
  const PDH_HQUERY first = open_live();
  const PDH_HCOUNTER counter = add(first, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCloseQuery(first), ERROR_SUCCESS);
  for (int i = 0; i < 70; ++i) {
    const PDH_HQUERY query = open_live();
    const PDH_HCOUNTER other = add(query, AVAILABLE_BYTES);
    EXPECT(query != first && other != counter);
    EXPECT_CODE(PdhCollectQueryData(first), PDH_INVALID_HANDLE);
    EXPECT_CODE(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
    EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  }
}

static void queries_are_independent(void) {
  const PDH_HQUERY one = open_live();
  const PDH_HQUERY other = open_live();
  const PDH_HCOUNTER of_one = add(one, AVAILABLE_BYTES);
  const PDH_HCOUNTER of_other = add(other, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(one), ERROR_SUCCESS);
  EXPECT_CODE(cstatus_of(of_one), PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(cstatus_of(of_other), PDH_CSTATUS_ITEM_NOT_VALIDATED);
  EXPECT_CODE(PdhCloseQuery(one), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(other), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(other), ERROR_SUCCESS);
}

static const Promise promises[] = {
    {"a query of NULL reads this machine", this_computer},
    {"a query of a name reads that log", name_of_a_log},
    {"a query of a handle reads that log, and goes on after the handle is closed", handle_of_a_log},
    {"a log that does not exist is PDH_FILE_NOT_FOUND, a file of another kind "
     "PDH_UNKNOWN_LOG_FORMAT, "
     "one that cannot be opened PDH_LOG_FILE_OPEN_ERROR",
     log_that_is_none},
    {"what a log is does not depend on its extension", text_called_blg},
    {"a query of WBEM is PDH_CANNOT_CONNECT_WMI_SERVER", wbem},
    {"PdhIsRealTimeQuery is FALSE for what is not a query", no_query},
    {"PdhCloseQuery closes the counters of the query", counters_go_with_their_query},
    {"a handle that was closed is never valid again", closed_handles_stay_closed},
    {"queries do not depend on each other", queries_are_independent},
};
CHAPTER(queries, "Queries")
