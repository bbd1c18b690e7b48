/* Several logs as one data source. */
#include <stdio.h>

#include "pdh_suite.h"

/* Names of the folder as a list. */
static const char* list_of(const char* first, const char* second) {
  static char list[1200];
  memset(list, 0, sizeof list);
  const int length = snprintf(list, 512, "%s", path_of(first));
  if (second != NULL) snprintf(list + length + 1, 512, "%s", path_of(second));
  return list;
}

static void write_binary(const char* name, int records) {
  const PDH_HQUERY query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  PDH_HLOG const log = new_log(query, name, PDH_LOG_TYPE_BINARY);
  for (int i = 0; i < records; ++i) {
    next_millisecond();
    update(log, 1);
  }
  close_log(log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void begin(void) {
  write_file("three.csv", three_records);
  write_binary("one.blg", 2);
  write_binary("two.blg", 1);
}

static void end(void) {
  remove_file("three.csv");
  remove_file("one.blg");
  remove_file("two.blg");
}

static int records_of(PDH_HLOG source) {
  int records = 0;
  PDH_HQUERY query = NULL;
  EXPECT_CODE(PdhOpenQueryH(source, 0, &query), ERROR_SUCCESS);
  (void)add(query, AVAILABLE_BYTES);
  while (PdhCollectQueryData(query) == ERROR_SUCCESS) ++records;
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  return records;
}

static void several_binary_logs(void) {
  PDH_HLOG source = NULL;
  begin();
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("one.blg", "two.blg")), ERROR_SUCCESS);
  EXPECT_EQ(records_of(source), 3);
  close_log(source);
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("two.blg", "one.blg")), ERROR_SUCCESS);
  EXPECT_EQ(records_of(source), 3);
  close_log(source);
  end();
}

static void one_text_log(void) {
  PDH_HLOG source = NULL;
  WCHAR wide[600];
  begin();
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("three.csv", NULL)), ERROR_SUCCESS);
  EXPECT_EQ(records_of(source), 3);
  close_log(source);
  memset(wide, 0, sizeof wide);
  (void)widen(path_of("three.csv"), wide);
  EXPECT_CODE(PdhBindInputDataSourceW(&source, wide), ERROR_SUCCESS);
  EXPECT_EQ(records_of(source), 3);
  close_log(source);
  end();
}

static void what_cannot_be_bound(void) {
  PDH_HLOG source = GARBAGE;
  begin();
  EXPECT_CODE(PdhBindInputDataSourceA(&source, "\0"), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("three.csv", "three.csv")),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("one.blg", "three.csv")),
              PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("one.blg", "none")), PDH_FILE_NOT_FOUND);
  EXPECT(source == NULL);
  end();
}

static void more_than_32(void) {
  static char list[40 * 512];
  PDH_HLOG source = GARBAGE;
  size_t length = 0;
  begin();
  memset(list, 0, sizeof list);
  for (int i = 0; i < 33; ++i) {
    strcpy(list + length, path_of("one.blg"));
    length += strlen(list + length) + 1;
  }
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list), PDH_INVALID_ARGUMENT);
  EXPECT(source == NULL);
  end();
}

static void this_machine_as_a_source(void) {
  PDH_HLOG source = NULL;
  PDH_HQUERY query = NULL;
  LONGLONG size = 0;
  EXPECT_CODE(PdhBindInputDataSourceA(&source, NULL), ERROR_SUCCESS);
  EXPECT_CODE(PdhOpenQueryH(source, 0, &query), ERROR_SUCCESS);
  EXPECT_EQ(PdhIsRealTimeQuery(query), 1);
  EXPECT_CODE(PdhGetLogFileSize(source, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_CODE(PdhUpdateLogFileCatalog(source), PDH_DATA_SOURCE_IS_REAL_TIME);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  close_log(source);
}

static void size_of_all(void) {
  PDH_HLOG source = NULL;
  LONGLONG size = 0;
  begin();
  EXPECT_CODE(PdhBindInputDataSourceA(&source, list_of("one.blg", "two.blg")), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetLogFileSize(source, &size), ERROR_SUCCESS);
  EXPECT_EQ(size, size_of_file("one.blg") + size_of_file("two.blg"));
  close_log(source);
  EXPECT_CODE(PdhCloseLog(source, 0), PDH_INVALID_HANDLE);
  end();
}

static const Promise promises[] = {
    {"several binary logs are one source, whose records are in the order of their times",
     several_binary_logs},
    {"a text log is bound alone, by A and W", one_text_log},
    {"no log, several text logs and logs of two kinds are PDH_INVALID_ARGUMENT, a missing one "
     "PDH_FILE_NOT_FOUND",
     what_cannot_be_bound},
    {"more than 32 logs are PDH_INVALID_ARGUMENT", more_than_32},
    {"NULL is this machine, which has no size and no catalog", this_machine_as_a_source},
    {"the size is the sum of all, and PdhCloseLog closes the source", size_of_all},
};
CHAPTER(bound_logs, "Bound logs")
