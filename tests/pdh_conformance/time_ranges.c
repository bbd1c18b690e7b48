#include "pdh_suite.h"

static PDH_TIME_INFO range;
static DWORD count, size;

static DWORD range_of(const char* name) {
  size = sizeof range;
  count = UNTOUCHED;
  memset(&range, 0xAA, sizeof range);
  return (DWORD)PdhGetDataSourceTimeRangeA(path_of(name), &count, &range, &size);
}

static void first_last_and_number(void) {
  write_file("three.csv", three_records);
  EXPECT_CODE(range_of("three.csv"), ERROR_SUCCESS);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(size, sizeof range);
  EXPECT_EQ(range.StartTime, TEN_O_CLOCK);
  EXPECT_EQ(range.EndTime, TEN_O_CLOCK + 20 * SECOND);
  EXPECT_EQ(range.SampleCount, 3);
  remove_file("three.csv");
}

static void size_that_is_needed(void) {
  write_file("three.csv", three_records);
  size = 0;
  EXPECT_CODE(PdhGetDataSourceTimeRangeA(path_of("three.csv"), &count, NULL, &size), PDH_MORE_DATA);
  EXPECT_EQ(size, 24);
  EXPECT_EQ(count, 1);
  remove_file("three.csv");
}

static void wide_and_by_handle(void) {
  WCHAR name[512];
  PDH_HLOG log = NULL;
  write_file("three.csv", three_records);
  size = sizeof range;
  EXPECT_CODE(PdhGetDataSourceTimeRangeW(widen(path_of("three.csv"), name), &count, &range, &size),
              ERROR_SUCCESS);
  EXPECT_EQ(range.SampleCount, 3);
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  range.SampleCount = 0;
  EXPECT_CODE(PdhGetDataSourceTimeRangeH(log, &count, &range, &size), ERROR_SUCCESS);
  EXPECT_EQ(range.SampleCount, 3);
  close_log(log);
  remove_file("three.csv");
}

static void of_this_machine(void) {
  size = sizeof range;
  EXPECT_CODE(PdhGetDataSourceTimeRangeW(NULL, &count, &range, &size),
              PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_CODE(PdhGetDataSourceTimeRangeH(H_REALTIME_DATASOURCE, &count, &range, &size),
              PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_CODE(PdhGetDataSourceTimeRangeH(H_WBEM_DATASOURCE, &count, &range, &size),
              PDH_CANNOT_CONNECT_WMI_SERVER);
}

static void without_records(void) {
  write_file("empty.csv", "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X\\Y\"\r\n");
  EXPECT_CODE(range_of("empty.csv"), PDH_NO_DATA);
  EXPECT(is_untouched((const unsigned char*)&range, sizeof range));
  remove_file("empty.csv");
}

static void log_that_does_not_exist(void) {
  EXPECT_CODE(range_of("none.csv"), PDH_FILE_NOT_FOUND);
  EXPECT(is_untouched((const unsigned char*)&range, sizeof range));
}

static void log_that_grows(void) {
  char longer[1000];
  write_file("three.csv", three_records);
  EXPECT_CODE(range_of("three.csv"), ERROR_SUCCESS);
  strcpy(longer, three_records);
  strcat(longer, "\"11/22/2026 10:00:30.000\",\"4\",\"1\"\r\n");
  write_file("three.csv", longer);
  EXPECT_CODE(range_of("three.csv"), ERROR_SUCCESS);
  EXPECT_EQ(range.SampleCount, 4);
  EXPECT_EQ(range.EndTime, TEN_O_CLOCK + 30 * SECOND);
  remove_file("three.csv");
}

static void of_a_live_log(void) {
  const LONGLONG before = local_time_now() / 10000 * 10000; /* records have milliseconds */
  const PDH_HQUERY query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  PDH_HLOG const log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(log, 1);
  next_millisecond();
  update(log, 1);
  close_log(log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  const LONGLONG after = local_time_now();
  EXPECT_CODE(range_of("live.blg"), ERROR_SUCCESS);
  EXPECT_EQ(range.SampleCount, 2);
  EXPECT(before <= range.StartTime && range.StartTime < range.EndTime && range.EndTime <= after);
  remove_file("live.blg");
}

static const Promise promises[] = {
    {"a log has one range: its first and its last local time, and the number of records",
     first_last_and_number},
    {"a size of 0 is PDH_MORE_DATA and 24", size_that_is_needed},
    {"the W function and the one with a handle do the same", wide_and_by_handle},
    {"this machine is PDH_DATA_SOURCE_IS_REAL_TIME, WBEM PDH_CANNOT_CONNECT_WMI_SERVER",
     of_this_machine},
    {"a log without records is PDH_NO_DATA", without_records},
    {"a log that does not exist is PDH_FILE_NOT_FOUND", log_that_does_not_exist},
    {"a log that has grown is read again", log_that_grows},
    {"the range of a log that was written is in local time", of_a_live_log},
};
CHAPTER(time_ranges, "Time ranges")
