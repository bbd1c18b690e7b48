/* PdhOpenLog: what it takes and what it refuses. */
#include "pdh_suite.h"

static PDH_HQUERY query;

static void begin(void) {
  query = open_live();
  (void)add(query, AVAILABLE_BYTES);
}
static void end(void) { EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS); }

/* What is refused; `access` as given. */
typedef struct Row {
  DWORD access;
  DWORD type;
  DWORD max_size;
  DWORD code;
} Row;

/* A call that is refused leaves no file, no handle and no type. */
static void expect_refused(const Row* rows, size_t count) {
  begin();
  for (size_t i = 0; i < count; ++i) {
    PDH_HLOG log = GARBAGE;
    DWORD type = rows[i].type;
    in_row(i);
    EXPECT_CODE(
        PdhOpenLogA(path_of("refused"), rows[i].access, &type, query, rows[i].max_size, NULL, &log),
        rows[i].code);
    EXPECT(log == NULL);
    EXPECT_EQ(type, rows[i].type);
    EXPECT_EQ(size_of_file("refused"), -1);
  }
  end();
}
#define EXPECT_REFUSED(rows) expect_refused(rows, sizeof rows / sizeof rows[0])

static void one_access(void) {
  static const Row rows[] = {
      {PDH_LOG_CREATE_NEW, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
      {PDH_LOG_WRITE_ACCESS | PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
      {PDH_LOG_WRITE_ACCESS | PDH_LOG_UPDATE_ACCESS, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
      {WRITE_NEW | 0x80000, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
      {0x80000 | PDH_LOG_CREATE_NEW, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT}};
  EXPECT_REFUSED(rows);
}

static void unknown_flags(void) {
  static const Row rows[] = {{PDH_LOG_WRITE_ACCESS | 5, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
                             {WRITE_NEW | 0x100, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
                             {WRITE_NEW | 0x10000000, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT}};
  EXPECT_REFUSED(rows);
}

static void types_that_are_not_written(void) {
  static const Row rows[] = {{WRITE_NEW, PDH_LOG_TYPE_UNDEFINED, 0, PDH_INVALID_ARGUMENT},
                             {WRITE_NEW, PDH_LOG_TYPE_PERFMON, 0, PDH_LOG_TYPE_NOT_FOUND},
                             {WRITE_NEW, PDH_LOG_TYPE_TRACE_KERNEL, 0, PDH_LOG_TYPE_NOT_FOUND},
                             {WRITE_NEW, PDH_LOG_TYPE_TRACE_GENERIC, 0, PDH_LOG_TYPE_NOT_FOUND},
                             {WRITE_NEW, 3, 0, PDH_LOG_TYPE_NOT_FOUND},
                             {WRITE_NEW, 99, 0, PDH_LOG_TYPE_NOT_FOUND}};
  EXPECT_REFUSED(rows);
}

static void circular_logs(void) {
  static const Row rows[] = {
      {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_CSV, 1 << 20, PDH_INVALID_ARGUMENT},
      {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_TSV, 1 << 20, PDH_INVALID_ARGUMENT},
      {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY, 0, PDH_INVALID_ARGUMENT},
      {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY, 1000, PDH_LOG_SAMPLE_TOO_SMALL},
      {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY, (256 << 10) - 1,
       PDH_LOG_SAMPLE_TOO_SMALL}};
  EXPECT_REFUSED(rows);
}

static void logs_that_are_missing(void) {
  static const Row rows[] = {{PDH_LOG_UPDATE_ACCESS, PDH_LOG_TYPE_UNDEFINED, 0, PDH_FILE_NOT_FOUND},
                             {PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_UNDEFINED, 0, PDH_FILE_NOT_FOUND},
                             {READ_EXISTING, PDH_LOG_TYPE_CSV, 0, PDH_FILE_NOT_FOUND}};
  EXPECT_REFUSED(rows);
}

static void reading_with_flags_of_writing(void) {
  static const Row rows[] = {
      {PDH_LOG_READ_ACCESS | PDH_LOG_CREATE_NEW, 0, 0, PDH_INVALID_ARGUMENT},
      {PDH_LOG_READ_ACCESS | PDH_LOG_CREATE_ALWAYS, 0, 0, PDH_INVALID_ARGUMENT},
      {PDH_LOG_READ_ACCESS | PDH_LOG_OPT_APPEND, 0, 0, PDH_INVALID_ARGUMENT},
      {READ_EXISTING | PDH_LOG_OPT_CIRCULAR, 0, 0, PDH_INVALID_ARGUMENT}};
  EXPECT_REFUSED(rows);
}

static void captions(void) {
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = GARBAGE;
  begin();
  EXPECT_CODE(PdhOpenLogA(path_of("refused"), WRITE_NEW, &type, query, 0, "", &log),
              PDH_INVALID_ARGUMENT);
  EXPECT_EQ(size_of_file("refused"), -1);
  EXPECT(log == NULL);
  end();
}

static void folders_that_are_missing(void) {
  PDH_HLOG log = NULL;
  begin();
  EXPECT_CODE(open_log(query, "no/refused", WRITE_NEW, PDH_LOG_TYPE_CSV, &log), PDH_FILE_NOT_FOUND);
  EXPECT(log == NULL);
  end();
}

static void names_of_sets(void) {
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = GARBAGE;
  begin();
  EXPECT_CODE(PdhOpenLogA("SQL:a.db!b", WRITE_NEW, &type, query, 0, NULL, &log),
              PDH_INVALID_ARGUMENT);
  type = PDH_LOG_TYPE_SQL;
  EXPECT_CODE(PdhOpenLogA("SQL:a.db", WRITE_NEW, &type, query, 0, NULL, &log),
              PDH_INVALID_SQL_LOG_FORMAT);
  EXPECT_CODE(open_log(query, "refused", WRITE_NEW, PDH_LOG_TYPE_SQL, &log), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(size_of_file("refused"), -1);
  EXPECT(log == NULL);
  end();
}

static void type_of_what_is_read(void) {
  static const char* const names[] = {"three.csv", "live.tsv", "live.blg"};
  static const DWORD types[] = {PDH_LOG_TYPE_CSV, PDH_LOG_TYPE_TSV, PDH_LOG_TYPE_BINARY};
  write_file("three.csv", three_records);
  begin();
  for (int i = 1; i < 3; ++i) {
    PDH_HLOG const log = new_log(query, names[i], types[i]);
    update(log, 2);
    close_log(log);
  }
  end();
  for (int i = 0; i < 3; ++i) {
    DWORD type = PDH_LOG_TYPE_UNDEFINED;
    PDH_HLOG log = NULL;
    EXPECT_CODE(PdhOpenLogA(path_of(names[i]), READ_EXISTING, &type, GARBAGE, 0, NULL, &log),
                ERROR_SUCCESS); /* the query is not looked at */
    EXPECT_EQ(type, types[i]);
    EXPECT_CODE(PdhUpdateLogA(log, NULL), PDH_INVALID_HANDLE);
    close_log(log);
    remove_file(names[i]);
  }
}

static void file_that_is_no_log(void) {
  PDH_HLOG log = NULL;
  write_file("noise.blg", "no log");
  EXPECT_CODE(open_log(NULL, "noise.blg", READ_EXISTING, 0, &log), PDH_UNKNOWN_LOG_FORMAT);
  EXPECT(log == NULL);
  remove_file("noise.blg");
}

static void written_log_as_a_source(void) {
  PDH_HQUERY other = GARBAGE;
  DWORD count = 0, size = 0;
  begin();
  PDH_HLOG const log = new_log(query, "written.csv", PDH_LOG_TYPE_CSV);
  EXPECT_CODE(PdhOpenQueryH(log, 0, &other), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhGetDataSourceTimeRangeH(log, &count, NULL, &size), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhEnumMachinesHA(log, NULL, &size), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhReadRawLogRecord(log, filetime_of(0), NULL, &size), PDH_INVALID_HANDLE);
  EXPECT(other == NULL);
  close_log(log);
  end();
  remove_file("written.csv");
}

static void wide_names(void) {
  WCHAR name[512];
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = NULL;
  begin();
  EXPECT_CODE(PdhOpenLogW(widen(path_of("wide.csv"), name), WRITE_NEW | PDH_LOG_OPT_USER_STRING,
                          &type, query, 0, WIDE("what"), &log),
              ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogW(log, WIDE("it begins")), ERROR_SUCCESS);
  close_log(log);
  EXPECT(strstr(text_of("wide.csv"), ",\"what\"\r\n") != NULL);
  EXPECT(strstr(text_of("wide.csv"), ",\"it begins\"\r\n") != NULL);
  end();
  remove_file("wide.csv");
}

static const Promise promises[] = {
    {"a log is opened with exactly one access", one_access},
    {"unknown flags are PDH_INVALID_ARGUMENT", unknown_flags},
    {"a type that is not written is PDH_LOG_TYPE_NOT_FOUND, and none PDH_INVALID_ARGUMENT",
     types_that_are_not_written},
    {"only a binary log with a greatest size can be circular, and one that is smaller than a "
     "sample is PDH_LOG_SAMPLE_TOO_SMALL",
     circular_logs},
    {"a log that is read or updated and does not exist is PDH_FILE_NOT_FOUND",
     logs_that_are_missing},
    {"flags of writing are PDH_INVALID_ARGUMENT for reading", reading_with_flags_of_writing},
    {"the caption \"\" is PDH_INVALID_ARGUMENT", captions},
    {"a folder that does not exist is PDH_FILE_NOT_FOUND", folders_that_are_missing},
    {"a log set is written with the type of SQL and with its name, a file with another type",
     names_of_sets},
    {"a log that is read gives its type, and its query is not looked at", type_of_what_is_read},
    {"a file that is not a log is PDH_UNKNOWN_LOG_FORMAT, whatever its extension",
     file_that_is_no_log},
    {"a log that is written is not a data source", written_log_as_a_source},
    {"the W functions do the same", wide_names},
};
CHAPTER(opening_logs, "Opening logs")
