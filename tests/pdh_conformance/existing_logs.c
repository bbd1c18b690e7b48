/* What PdhOpenLog does with a file that exists. */
#include "pdh_suite.h"

static PDH_HQUERY query;
static PDH_HLOG its_log;

static void begin(void) {
  query = open_live();
  (void)add(query, AVAILABLE_BYTES);
}

static void end(void) {
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("there.csv");
}

static DWORD open_there(DWORD access) {
  return open_log(query, "there.csv", access, PDH_LOG_TYPE_CSV, &its_log);
}

static int records_of(const char* name) {
  int records = 0;
  const PDH_HQUERY read = open_file(name);
  (void)add(read, AVAILABLE_BYTES);
  while (PdhCollectQueryData(read) == ERROR_SUCCESS) ++records;
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  return records;
}

/* A log of one record. */
static void write_there(void) {
  EXPECT_CODE(open_there(WRITE_NEW), ERROR_SUCCESS);
  update(its_log, 1);
  close_log(its_log);
}

static void create_new(void) {
  begin();
  write_file("there.csv", "mine");
  EXPECT_CODE(open_there(WRITE_NEW), PDH_FILE_ALREADY_EXISTS);
  EXPECT_CODE(open_there(PDH_LOG_WRITE_ACCESS), PDH_FILE_ALREADY_EXISTS);
  EXPECT(its_log == NULL);
  EXPECT_TEXT(text_of("there.csv"), "mine");
  end();
}

static void create_always(void) {
  begin();
  write_file("there.csv", "mine");
  EXPECT_CODE(open_there(WRITE_ALWAYS), ERROR_SUCCESS);
  update(its_log, 2);
  close_log(its_log);
  EXPECT_EQ(records_of("there.csv"), 2);
  EXPECT(strncmp(text_of("there.csv"), "\"(PDH-CSV 4.0)", 14) == 0);
  end();
}

static void appending(void) {
  static const DWORD accesses[] = {PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING,
                                   PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS,
                                   WRITE_ALWAYS | PDH_LOG_OPT_APPEND, PDH_LOG_UPDATE_ACCESS};
  begin();
  write_there();
  for (int i = 0; i < 4; ++i) {
    in_row((size_t)i);
    EXPECT_CODE(open_there(accesses[i]), ERROR_SUCCESS);
    update(its_log, 1);
    close_log(its_log);
    EXPECT_EQ(records_of("there.csv"), i + 2);
  }
  end();
}

static void type_of_an_update(void) {
  DWORD type = PDH_LOG_TYPE_UNDEFINED;
  begin();
  write_there();
  EXPECT_CODE(
      PdhOpenLogA(path_of("there.csv"), PDH_LOG_UPDATE_ACCESS, &type, query, 0, NULL, &its_log),
      ERROR_SUCCESS);
  EXPECT_EQ(type, PDH_LOG_TYPE_CSV);
  update(its_log, 1);
  close_log(its_log);
  EXPECT_EQ(records_of("there.csv"), 2);
  end();
}

static void open_what_is_missing(void) {
  static const DWORD accesses[] = {PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING,
                                   PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS,
                                   PDH_LOG_UPDATE_ACCESS | PDH_LOG_OPEN_EXISTING};
  for (int i = 0; i < 3; ++i) {
    begin();
    in_row((size_t)i);
    EXPECT_CODE(open_there(accesses[i]), ERROR_SUCCESS);
    update(its_log, 1);
    close_log(its_log);
    EXPECT_EQ(records_of("there.csv"), 1);
    end();
  }
}

static void other_counters(void) {
  begin();
  write_there();
  (void)add(query, "\\System\\Processes");
  EXPECT_CODE(open_there(PDH_LOG_UPDATE_ACCESS), PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_EQ(records_of("there.csv"), 1);
  end();
  begin();
  write_file("there.csv", "mine");
  EXPECT_CODE(open_there(PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING),
              PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_TEXT(text_of("there.csv"), "mine");
  EXPECT(its_log == NULL);
  end();
}

/* The log has a record of the future. */
static void later_records(void) {
  write_file("three.csv", three_records);
  query = open_file("three.csv");
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  its_log = new_log(query, "there.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 2); /* 10:00:10 and 10:00:20 */
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  query = open_file("three.csv");
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_EQ(records_of("there.csv"), 2);
  const DWORD opened = open_there(PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS);
  EXPECT(opened == ERROR_SUCCESS || opened == PDH_INCORRECT_APPEND_TIME);
  if (opened == ERROR_SUCCESS) {
    EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_INCORRECT_APPEND_TIME);
    close_log(its_log);
  }
  EXPECT_EQ(records_of("there.csv"), 2);
  remove_file("three.csv");
  end();
}

static const Promise promises[] = {
    {"CREATE_NEW, and WRITE without a creation flag, refuse a file that exists and leave it alone",
     create_new},
    {"CREATE_ALWAYS replaces it", create_always},
    {"OPEN_EXISTING, OPEN_ALWAYS, UPDATE and OPT_APPEND append to it", appending},
    {"a log that is updated tells its type", type_of_an_update},
    {"what does not exist is created by them", open_what_is_missing},
    {"other counters are PDH_UNMATCHED_APPEND_COUNTER, and the log stays as it was",
     other_counters},
    {"a log that has later records is PDH_INCORRECT_APPEND_TIME, and stays as it was",
     later_records},
};
CHAPTER(existing_logs, "Logs that exist")
