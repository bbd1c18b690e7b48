/* Logs of queries that read logs. */
#include "pdh_suite.h"

static PDH_HQUERY query;
static PDH_HLOG its_log;

static void begin(void) {
  write_file("three.csv", three_records);
  query = open_file("three.csv");
  (void)add(query, AVAILABLE_BYTES);
  (void)add(query, "\\Disk(*)\\Queue");
}
static void end(void) {
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
}

static void all_records(void) {
  begin();
  its_log = new_log(query, "copy.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 3);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_MORE_DATA);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_MORE_DATA);
  close_log(its_log);
  EXPECT_TEXT(text_of("copy.csv"), three_records); /* times, time zone and machine too */
  remove_file("copy.csv");
  end();
}

static void rest_of_a_log(void) {
  begin();
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  its_log = new_log(query, "copy.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 2);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_MORE_DATA);
  close_log(its_log);
  EXPECT(strstr(text_of("copy.csv"), "10:00:00.000") == NULL);
  EXPECT(strstr(text_of("copy.csv"), "10:00:20.000") != NULL);
  remove_file("copy.csv");
  end();
}

static void values_as_readings(void) {
  begin();
  EXPECT_CODE(open_log(query, "copy.blg", WRITE_NEW, PDH_LOG_TYPE_BINARY, &its_log),
              PDH_NOT_IMPLEMENTED);
  EXPECT_EQ(size_of_file("copy.blg"), -1);
  EXPECT(its_log == NULL);
  end();
}

static void over_itself(void) {
  begin();
  EXPECT_CODE(open_log(query, "three.csv", WRITE_ALWAYS, PDH_LOG_TYPE_CSV, &its_log),
              PDH_LOG_FILE_CREATE_ERROR);
  EXPECT_TEXT(text_of("three.csv"), three_records);
  end();
}

/* Live, to a binary log, to a copy of it, to text: the readings and the values stay. */
static void from_binary(void) {
  static const char* const names[] = {"live.blg", "copy.blg"};
  PDH_RAW_COUNTER kept[2];
  Printers printers = start_printers();
  query = open_live();
  (void)add(query, PRINTER("*", "Pages"));
  set_large(&printers, printers.laser, PAGES_ID, 77);
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  query = open_file("live.blg");
  (void)add(query, PRINTER("*", "Pages"));
  its_log = new_log(query, "copy.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_MORE_DATA);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    query = open_file(names[i]);
    const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
    EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
    kept[i] = reading_of(pages);
    EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
    remove_file(names[i]);
  }
  EXPECT_EQ(kept[1].FirstValue, 77);
  EXPECT_EQ(memcmp(&kept[0].TimeStamp, &kept[1].TimeStamp, sizeof(FILETIME)), 0);
  stop_printers(&printers);
}

static int records_of(const char* name, const char* path) {
  int records = 0;
  const PDH_HQUERY read = open_file(name);
  (void)add(read, path);
  while (PdhCollectQueryData(read) == ERROR_SUCCESS) ++records;
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  return records;
}

/* Three records, of which the range has the last. */
static void range_of_a_binary_log(void) {
  LONGLONG time = 0;
  PDH_TIME_INFO range = {0, MAX_TIME_VALUE, 0};
  query = open_live();
  (void)add(query, IDLE_TIME);
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  for (int i = 0; i < 3; ++i) {
    next_millisecond();
    update(its_log, 1);
  }
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  query = open_file("live.blg");
  (void)add(query, IDLE_TIME);
  while (PdhCollectQueryDataWithTime(query, &time) == ERROR_SUCCESS) continue;
  range.StartTime = time;
  EXPECT_CODE(PdhSetQueryTimeRange(query, &range), ERROR_SUCCESS);
  its_log = new_log(query, "copy.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_MORE_DATA);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_EQ(records_of("copy.blg", IDLE_TIME), 2);
  remove_file("live.blg");
  remove_file("copy.blg");
}

static void texts_of_a_copy(void) {
  DWORD type = PDH_LOG_TYPE_CSV;
  write_file("said.csv",
             "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\",\"Remarks\"\r\n"
             "\"11/22/2026 10:00:00.000\",\"1\",\"of the log\"\r\n");
  query = open_file("said.csv");
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhOpenLogA(path_of("copy.csv"), WRITE_NEW | PDH_LOG_OPT_USER_STRING, &type, query, 0,
                          "Remarks", &its_log),
              ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogA(its_log, "of the copy"), ERROR_SUCCESS);
  close_log(its_log);
  EXPECT(strstr(text_of("copy.csv"), "of the copy") != NULL);
  EXPECT(strstr(text_of("copy.csv"), "of the log") == NULL);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("said.csv");
  remove_file("copy.csv");
}

static const Promise promises[] = {
    {"records are copied with their times, time zone and machine, up to PDH_NO_MORE_DATA",
     all_records},
    {"a copy begins where the query is", rest_of_a_log},
    {"a text log has no readings for a binary one: PDH_NOT_IMPLEMENTED", values_as_readings},
    {"a log over itself is PDH_LOG_FILE_CREATE_ERROR, and it stays as it was", over_itself},
    {"a binary log keeps its readings in a copy", from_binary},
    {"a binary copy of a range begins with the record before it", range_of_a_binary_log},
    {"a copy has the texts of its own updates", texts_of_a_copy},
};
CHAPTER(copying_logs, "Copying logs")
