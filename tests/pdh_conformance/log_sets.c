/* Log sets in a database: SQL:DSN!SET, here of SQLite. */
#include <stdio.h>

#include "pdh_suite.h"

static PDH_HLOG its_log;

static const char* source(void) {
  static char name[600];
  snprintf(name, sizeof name, "SQL:%s", path_of("logs.db"));
  return name;
}

static const char* set_of(const char* name) {
  static char set[700];
  snprintf(set, sizeof set, "%s!%s", source(), name);
  return set;
}

static void begin(void) { EXPECT_CODE(PdhCreateSQLTablesA(source()), ERROR_SUCCESS); }
static void end(void) { remove_file("logs.db"); }

static DWORD open_set(PDH_HQUERY query, const char* name, DWORD access, DWORD type) {
  its_log = GARBAGE;
  return (DWORD)PdhOpenLogA(set_of(name), access, &type, query, 0, NULL, &its_log);
}

/* Two records. */
static void write_set(const char* name, DWORD access) {
  const PDH_HQUERY query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  (void)add(query, "\\Processor(*)\\% Idle Time");
  EXPECT_CODE(open_set(query, name, access, PDH_LOG_TYPE_SQL), ERROR_SUCCESS);
  update(its_log, 2);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void expect_records(const char* name, DWORD records) {
  PDH_TIME_INFO range;
  DWORD count = 0, size = sizeof range;
  EXPECT_CODE(open_set(NULL, name, READ_EXISTING, 0), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetDataSourceTimeRangeH(its_log, &count, &range, &size), ERROR_SUCCESS);
  EXPECT_EQ(range.SampleCount, records);
  close_log(its_log);
}

static void tables(void) {
  WCHAR wide[600];
  begin();
  EXPECT_CODE(PdhVerifySQLDBA(source()), ERROR_SUCCESS);
  EXPECT_CODE(PdhVerifySQLDBW(widen(source(), wide)), ERROR_SUCCESS);
  EXPECT_CODE(PdhCreateSQLTablesW(wide), ERROR_SUCCESS); /* again */
  end();
}

static void with_and_without_the_prefix(void) {
  EXPECT_CODE(PdhCreateSQLTablesA(path_of("logs.db")), ERROR_SUCCESS);
  EXPECT_CODE(PdhVerifySQLDBA(source()), ERROR_SUCCESS);
  EXPECT_CODE(PdhVerifySQLDBA(path_of("logs.db")), ERROR_SUCCESS);
  end();
}

static void no_databases(void) {
  DWORD size = 0;
  EXPECT_CODE(PdhVerifySQLDBA(source()), PDH_SQL_CONNECT_FAILED);
  EXPECT_CODE(PdhEnumLogSetNamesA(source(), NULL, &size), PDH_SQL_CONNECT_FAILED);
  EXPECT_CODE(PdhVerifySQLDBA(""), PDH_INVALID_DATASOURCE);
  write_file("empty.db", "");
  EXPECT_CODE(PdhVerifySQLDBA(path_of("empty.db")), PDH_INVALID_SQLDB);
  EXPECT_CODE(PdhEnumLogSetNamesA(path_of("empty.db"), NULL, &size), PDH_INVALID_SQLDB);
  remove_file("empty.db");
  EXPECT_EQ(size, 0);
}

static void names_of_sets(void) {
  char names[64];
  DWORD size = 0;
  begin();
  EXPECT_CODE(PdhEnumLogSetNamesA(source(), NULL, &size), PDH_MORE_DATA);
  EXPECT_EQ(size, 2);
  write_set("one", WRITE_NEW);
  write_set("two", WRITE_NEW);
  size = sizeof names;
  EXPECT_CODE(PdhEnumLogSetNamesA(source(), names, &size), ERROR_SUCCESS);
  EXPECT_EQ(size, 9);
  EXPECT_EQ(memcmp(names, "one\0two\0", 9), 0);
  end();
}

static void sets_that_exist(void) {
  begin();
  write_set("one", WRITE_NEW);
  const PDH_HQUERY query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(open_set(query, "one", WRITE_NEW, PDH_LOG_TYPE_SQL), PDH_FILE_ALREADY_EXISTS);
  EXPECT(its_log == NULL);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  write_set("one", PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS);
  expect_records("one", 4);
  write_set("one", WRITE_ALWAYS);
  expect_records("one", 2);
  end();
}

static void values_of_a_set(void) {
  PDH_HQUERY read = NULL;
  double live[2];
  begin();
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(open_set(query, "one", WRITE_NEW, PDH_LOG_TYPE_SQL), ERROR_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    update(its_log, 1);
    live[i] = double_of(bytes);
  }
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhOpenQueryA(set_of("one"), 0, &read), ERROR_SUCCESS);
  const PDH_HCOUNTER logged = add(read, AVAILABLE_BYTES);
  for (int i = 0; i < 2; ++i) {
    EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
    EXPECT(double_of(logged) == live[i]);
    EXPECT_EQ(reading_of(logged).FirstValue, live[i]);
  }
  EXPECT_CODE(PdhCollectQueryData(read), PDH_NO_MORE_DATA);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  end();
}

static void wildcards_of_a_set(void) {
  PDH_HQUERY read = NULL;
  DWORD size = 0, count = 0;
  begin();
  Printers printers = start_printers();
  const PDH_HQUERY query = open_live();
  (void)add(query, PRINTER("*", "Pages"));
  EXPECT_CODE(open_set(query, "one", WRITE_NEW, PDH_LOG_TYPE_SQL), ERROR_SUCCESS);
  update(its_log, 1);
  (void)printer(&printers, "Ink", 0);
  update(its_log, 1);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
  EXPECT_CODE(PdhOpenQueryA(set_of("one"), 0, &read), ERROR_SUCCESS);
  const PDH_HCOUNTER all = add(read, PRINTER("*", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetFormattedCounterArrayA(all, PDH_FMT_LONG, &size, &count, NULL), PDH_MORE_DATA);
  EXPECT_EQ(count, 2);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  end();
}

static void copies_within_a_database(void) {
  PDH_HQUERY read = NULL;
  begin();
  write_set("one", WRITE_NEW);
  EXPECT_CODE(PdhOpenQueryA(set_of("one"), 0, &read), ERROR_SUCCESS);
  (void)add(read, AVAILABLE_BYTES);
  EXPECT_CODE(open_set(read, "one", WRITE_ALWAYS, PDH_LOG_TYPE_SQL), PDH_LOG_FILE_CREATE_ERROR);
  EXPECT_CODE(open_set(read, "two", WRITE_NEW, PDH_LOG_TYPE_SQL), ERROR_SUCCESS);
  update(its_log, 2);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_MORE_DATA);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  expect_records("one", 2);
  expect_records("two", 2);
  end();
}

static void runs(void) {
  GUID guid, same;
  int run = -1;
  memset(&guid, 0, sizeof guid);
  memset(&same, 0, sizeof same);
  begin();
  const PDH_HQUERY query = open_live();
  (void)add(query, AVAILABLE_BYTES);
  EXPECT_CODE(open_set(query, "one", WRITE_NEW, PDH_LOG_TYPE_SQL), ERROR_SUCCESS);
  update(its_log, 1);
  EXPECT_CODE(PdhGetLogSetGUID(its_log, &guid, &run), ERROR_SUCCESS);
  EXPECT_EQ(run, 0);
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  EXPECT_CODE(open_set(NULL, "one", READ_EXISTING, 0), ERROR_SUCCESS);
  EXPECT_CODE(PdhSetLogSetRunID(its_log, 7), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetLogSetGUID(its_log, &same, &run), ERROR_SUCCESS);
  EXPECT_EQ(run, 7);
  EXPECT_EQ(memcmp(&guid, &same, sizeof guid), 0);
  close_log(its_log);
  end();
}

static void what_sets_lack(void) {
  DWORD size = 0, type = 0;
  LONGLONG bytes = 0;
  begin();
  write_set("one", WRITE_NEW);
  EXPECT_CODE(PdhOpenLogA(set_of("one"), READ_EXISTING, &type, NULL, 0, NULL, &its_log),
              ERROR_SUCCESS);
  EXPECT_EQ(type, PDH_LOG_TYPE_SQL);
  EXPECT_CODE(PdhGetLogFileSize(its_log, &bytes), PDH_NOT_IMPLEMENTED);
  EXPECT_CODE(PdhReadRawLogRecord(its_log, filetime_of(MAX_TIME_VALUE), NULL, &size),
              PDH_NOT_IMPLEMENTED);
  EXPECT_CODE(PdhUpdateLogFileCatalog(its_log), PDH_NOT_IMPLEMENTED);
  close_log(its_log);
  end();
}

static void files_are_no_sets(void) {
  GUID guid;
  int run = 0;
  write_file("three.csv", three_records);
  EXPECT_CODE(open_log(NULL, "three.csv", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetLogSetGUID(its_log, &guid, &run), PDH_NOT_IMPLEMENTED);
  EXPECT_CODE(PdhSetLogSetRunID(its_log, 1), PDH_NOT_IMPLEMENTED);
  close_log(its_log);
  remove_file("three.csv");
}

static const Promise promises[] = {
    {"PdhCreateSQLTables creates the tables, which PdhVerifySQLDB finds", tables},
    {"a data source is taken with and without SQL:", with_and_without_the_prefix},
    {"a database that cannot be opened is PDH_SQL_CONNECT_FAILED, one without tables "
     "PDH_INVALID_SQLDB, and \"\" PDH_INVALID_DATASOURCE",
     no_databases},
    {"PdhEnumLogSetNames lists the sets", names_of_sets},
    {"a set that exists is refused, appended to or replaced, as a file is", sets_that_exist},
    {"a set has the values and the readings that the query had", values_of_a_set},
    {"wildcards follow instances in a set", wildcards_of_a_set},
    {"a set can be copied within its database; over itself it is PDH_LOG_FILE_CREATE_ERROR",
     copies_within_a_database},
    {"a set has a GUID and the number of its run, which can be set", runs},
    {"a set has neither a size nor raw records nor a catalog: PDH_NOT_IMPLEMENTED", what_sets_lack},
    {"a file is not a set and has neither a GUID nor a run: PDH_NOT_IMPLEMENTED",
     files_are_no_sets},
};
CHAPTER(log_sets, "Log sets")
