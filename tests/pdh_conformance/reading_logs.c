/* Logs as data sources of queries. */
#include "pdh_suite.h"

static PDH_HQUERY query;
static PDH_TIME_INFO range;

static void begin(void) {
  write_file("three.csv", three_records);
  query = open_file("three.csv");
}
static void end(void) {
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
}

static DWORD set_range(LONGLONG start, LONGLONG stop) {
  range.StartTime = start;
  range.EndTime = stop;
  range.SampleCount = 99; /* it is not looked at */
  return (DWORD)PdhSetQueryTimeRange(query, &range);
}

/* The values of Available Bytes that the query still has, as digits: 1 for the first record. */
static int rest_of(PDH_HCOUNTER bytes) {
  int digits = 0;
  while (PdhCollectQueryData(query) == ERROR_SUCCESS) digits = digits * 10 + long_of(bytes);
  return digits;
}

static void inclusive_ranges(void) {
  begin();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(set_range(TEN_O_CLOCK, TEN_O_CLOCK + 10 * SECOND), ERROR_SUCCESS);
  EXPECT_EQ(rest_of(bytes), 12);
  EXPECT_CODE(set_range(TEN_O_CLOCK + 1, TEN_O_CLOCK + 20 * SECOND), ERROR_SUCCESS);
  EXPECT_EQ(rest_of(bytes), 23);
  EXPECT_CODE(set_range(TEN_O_CLOCK, TEN_O_CLOCK + 20 * SECOND - 1), ERROR_SUCCESS);
  EXPECT_EQ(rest_of(bytes), 12);
  EXPECT_CODE(set_range(MIN_TIME_VALUE, MAX_TIME_VALUE), ERROR_SUCCESS);
  EXPECT_EQ(rest_of(bytes), 123);
  end();
}

static void range_before_the_first_collection(void) {
  begin();
  EXPECT_CODE(set_range(TEN_O_CLOCK + 20 * SECOND, MAX_TIME_VALUE), ERROR_SUCCESS);
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_EQ(rest_of(bytes), 3);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  end();
}

static void range_begins_anew(void) {
  begin();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(set_range(TEN_O_CLOCK, MAX_TIME_VALUE), ERROR_SUCCESS);
  EXPECT_EQ(rest_of(bytes), 123);
  end();
}

static void wrong_ranges(void) {
  begin();
  EXPECT_CODE(set_range(TEN_O_CLOCK, TEN_O_CLOCK), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(set_range(TEN_O_CLOCK + 1, TEN_O_CLOCK), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(rest_of(add(query, AVAILABLE_BYTES)), 123);
  end();
}

static void range_of_this_machine(void) {
  query = open_live();
  EXPECT_CODE(set_range(0, MAX_TIME_VALUE), PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

/* Three records of New Pages in a binary log: 5, then 7 more, then 8 more. */
static void write_binary(void) {
  Printers printers = start_printers();
  query = open_live();
  (void)add(query, PRINTER("Laser", "New Pages"));
  PDH_HLOG const log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  for (ULONGLONG i = 0; i < 3; ++i) {
    static const ULONGLONG values[] = {5, 12, 20};
    set_large(&printers, printers.laser, NEW_ID, values[i]);
    next_millisecond();
    update(log, 1);
  }
  close_log(log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static void first_rate_of_a_range(void) {
  LONGLONG times[3];
  write_binary();
  query = open_file("live.blg");
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "New Pages"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_CODE(PdhCollectQueryDataWithTime(query, &times[i]), ERROR_SUCCESS);
  }
  EXPECT_EQ(long_of(pages), 8);
  EXPECT_CODE(set_range(times[1], MAX_TIME_VALUE), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(pages), 7);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("live.blg");
}

static void two_samples_of_a_log(void) {
  write_binary();
  query = open_file("live.blg");
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "New Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_NO_VALUE(pages, PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(pages), 7);
  EXPECT_EQ(reading_of(pages).FirstValue, 12);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("live.blg");
}

static void series_that_appear_later(void) {
  begin();
  const PDH_HCOUNTER queue = add(query, "\\Disk(x)\\Queue");
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  PDH_FMT_COUNTERVALUE value;
  EXPECT_CODE(PdhGetFormattedCounterValue(queue, PDH_FMT_DOUBLE, NULL, &value), PDH_INVALID_DATA);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(double_of(queue) == 0.33333333333333331);
  end();
}

static void damaged_rows(void) {
  write_file("damaged.csv",
             "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
             "\"11/22/2026 10:00:00.000\",\"1\"\r\n"
             "\"11/22/2026 10:0\r\n"
             "noise\r\n"
             "\"11/22/2026 10:00:20.000\",\"3\"\r\n"
             "\"11/22/2026 10:00:3");
  query = open_file("damaged.csv");
  EXPECT_EQ(rest_of(add(query, AVAILABLE_BYTES)), 13);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("damaged.csv");
}

static void log_that_grows(void) {
  char longer[1000];
  begin();
  EXPECT_EQ(rest_of(add(query, AVAILABLE_BYTES)), 123);
  strcpy(longer, three_records);
  strcat(longer, "\"11/22/2026 10:00:30.000\",\"4\",\"1\"\r\n");
  write_file("three.csv", longer);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  query = open_file("three.csv");
  EXPECT_EQ(rest_of(add(query, AVAILABLE_BYTES)), 1234);
  end();
}

#ifndef _WIN32 /* which lets nobody remove a file that is open */
static void log_that_is_removed(void) {
  begin();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  remove_file("three.csv");
  EXPECT_EQ(rest_of(bytes), 23);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  write_file("three.csv", three_records);
  end();
}
#endif

static void two_queries_of_a_log(void) {
  begin();
  const PDH_HQUERY first = query;
  const PDH_HCOUNTER of_first = add(first, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(first), ERROR_SUCCESS);
  query = open_file("three.csv");
  EXPECT_EQ(rest_of(add(query, AVAILABLE_BYTES)), 123);
  EXPECT_EQ(long_of(of_first), 1);
  EXPECT_CODE(PdhCollectQueryData(first), ERROR_SUCCESS);
  EXPECT_EQ(long_of(of_first), 2);
  EXPECT_CODE(PdhCloseQuery(first), ERROR_SUCCESS);
  end();
}

static void status_of_values_of_text_logs(void) {
  PDH_FMT_COUNTERVALUE value;
  write_file("same.csv",
             "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
             "\"11/22/2026 10:00:00.000\",\"1\"\r\n\"11/22/2026 10:00:10.000\",\"1\"\r\n");
  query = open_file("same.csv");
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetFormattedCounterValue(bytes, PDH_FMT_LONG, NULL, &value), ERROR_SUCCESS);
  EXPECT_CODE(value.CStatus, PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetFormattedCounterValue(bytes, PDH_FMT_LONG, NULL, &value), ERROR_SUCCESS);
  EXPECT_CODE(value.CStatus, PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("same.csv");
}

static const Promise promises[] = {
    {"PdhSetQueryTimeRange includes both ends, in local time", inclusive_ranges},
    {"a range may be set before there are counters, and PDH_NO_MORE_DATA is at its end",
     range_before_the_first_collection},
    {"a range that is set after a collection restarts the query", range_begins_anew},
    {"an end that is not after the start is PDH_INVALID_ARGUMENT, and changes nothing",
     wrong_ranges},
    {"this machine has no range: PDH_DATA_SOURCE_IS_REAL_TIME", range_of_this_machine},
    {"the first record of a range has its difference to the record before", first_rate_of_a_range},
    {"a counter of a binary log has readings, and values as a live one", two_samples_of_a_log},
    {"a series has values from the record on in which it appears", series_that_appear_later},
    {"damaged and unfinished records are skipped", damaged_rows},
    {"a query that has had PDH_NO_MORE_DATA stays there, and the next one reads what was added",
     log_that_grows},
#ifndef _WIN32
    {"a log that is removed can be read to its end", log_that_is_removed},
#endif
    {"each query of a log has a position of its own", two_queries_of_a_log},
    {"each value of a text log is PDH_CSTATUS_VALID_DATA", status_of_values_of_text_logs},
};
CHAPTER(reading_logs, "Reading logs")
