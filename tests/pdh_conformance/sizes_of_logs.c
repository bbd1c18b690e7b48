/* PdhGetLogFileSize, PdhUpdateLogFileCatalog, and logs with a greatest size. */
#include "pdh_suite.h"

static PDH_HQUERY query;
static PDH_HLOG its_log;

static void begin(void) {
  query = open_live();
  (void)add(query, AVAILABLE_BYTES);
}
static void end(void) { EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS); }

static DWORD open_sized(const char* name, DWORD options, DWORD type, DWORD size) {
  its_log = GARBAGE;
  return (DWORD)PdhOpenLogA(path_of(name), WRITE_NEW | options, &type, query, size, NULL, &its_log);
}

static void size_of_a_file(void) {
  LONGLONG size = 0;
  write_file("three.csv", three_records);
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetLogFileSize(its_log, &size), ERROR_SUCCESS);
  EXPECT_EQ(size, strlen(three_records));
  close_log(its_log);
  remove_file("three.csv");
  begin();
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 2);
  EXPECT_CODE(PdhUpdateLogFileCatalog(its_log), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetLogFileSize(its_log, &size), ERROR_SUCCESS);
  EXPECT_EQ(size, size_of_file("live.blg"));
  close_log(its_log);
  end();
  remove_file("live.blg");
}

static void full_log(void) {
  static const DWORD options[] = {0, PDH_LOG_OPT_MAX_IS_BYTES};
  for (int i = 0; i < 2; ++i) {
    PDH_STATUS status = 0;
    begin();
    EXPECT_CODE(open_sized("full.csv", options[i], PDH_LOG_TYPE_CSV, 150), ERROR_SUCCESS);
    for (int k = 0; k < 9 && status == 0; ++k) status = PdhUpdateLogA(its_log, NULL);
    EXPECT_CODE(status, PDH_END_OF_LOG_FILE);
    const long size = size_of_file("full.csv");
    EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_END_OF_LOG_FILE);
    EXPECT_EQ(size_of_file("full.csv"), size);
    EXPECT(size >= 150);
    close_log(its_log);
    end();
    remove_file("full.csv");
  }
}

/* With a counter many times, so that a record has 10 KB. */
static void circular_log(void) {
  const DWORD most = 256 << 10;
  int records = 0;
  query = open_live();
  for (int i = 0; i < 200; ++i) (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(open_sized("circle.blg", PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY, most),
              ERROR_SUCCESS);
  update(its_log, 60);
  close_log(its_log);
  EXPECT(size_of_file("circle.blg") <= (long)most);
  const PDH_HQUERY read = open_file("circle.blg");
  (void)add(read, AVAILABLE_BYTES);
  while (PdhCollectQueryData(read) == ERROR_SUCCESS) ++records;
  EXPECT(records > 0 && records < 60);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  end();
  remove_file("circle.blg");
}

static void catalogs(void) {
  begin();
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  EXPECT_CODE(PdhUpdateLogFileCatalog(its_log), ERROR_SUCCESS);
  const PDH_HQUERY read = open_file("live.blg"); /* it has been flushed */
  (void)add(read, AVAILABLE_BYTES);
  EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  close_log(its_log);
  end();
  EXPECT_CODE(open_log(NULL, "live.blg", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogFileCatalog(its_log), ERROR_SUCCESS);
  close_log(its_log);
  remove_file("live.blg");
}

static void catalogs_of_text_logs(void) {
  static const DWORD types[] = {PDH_LOG_TYPE_CSV, PDH_LOG_TYPE_TSV};
  for (int i = 0; i < 2; ++i) {
    begin();
    its_log = new_log(query, "live.txt", types[i]);
    EXPECT_CODE(PdhUpdateLogFileCatalog(its_log), PDH_NOT_IMPLEMENTED);
    update(its_log, 1);
    close_log(its_log);
    end();
    EXPECT_CODE(open_log(NULL, "live.txt", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
    EXPECT_CODE(PdhUpdateLogFileCatalog(its_log), PDH_NOT_IMPLEMENTED);
    close_log(its_log);
    remove_file("live.txt");
  }
}

static const Promise promises[] = {
    {"PdhGetLogFileSize gives the bytes of a log, while it is written too", size_of_a_file},
    {"a log that has reached its greatest size, in bytes, is PDH_END_OF_LOG_FILE, and nothing is "
     "written",
     full_log},
    {"a circular log never exceeds its size, and keeps its newest records", circular_log},
    {"PdhUpdateLogFileCatalog flushes a binary log that is written, and reads one again", catalogs},
    {"it is PDH_NOT_IMPLEMENTED for text logs", catalogs_of_text_logs},
};
CHAPTER(sizes_of_logs, "Sizes of logs")
