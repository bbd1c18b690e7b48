/* The functions of pdh.h that write logs and read them as data sources: one check for each promise
   of docs/pdh.md. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* mkdtemp() */
#endif
#include <stddef.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "pdh_check.h"

#define WRITE_NEW (PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW)
#define WRITE_ALWAYS (PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS)
#define READ_EXISTING (PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING)

static char folder[256];

/* A name in the folder of this run; four are valid at a time. */
static const char* path_of(const char* name) {
  static char paths[4][512];
  static int next;
  char* const path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

/* The size of a file; -1: there is none. */
static long size_of(const char* name) {
  struct stat facts;
  return stat(path_of(name), &facts) == 0 ? (long)facts.st_size : -1;
}

static void write_file(const char* name, const char* text) {
  FILE* const file = fopen(path_of(name), "wb");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) exit(2);
}

/* The whole file; valid until the next call. */
static const char* text_of(const char* name) {
  static char text[1 << 16];
  FILE* const file = fopen(path_of(name), "rb");
  size_t size = 0;
  if (file != NULL) size = fread(text, 1, sizeof text - 1, file);
  if (file != NULL) fclose(file);
  text[size] = 0;
  return text;
}

static PDH_STATUS open_log(PDH_HQUERY query, const char* name, DWORD access, DWORD type,
                           PDH_HLOG* log) {
  *log = GARBAGE;
  return PdhOpenLogA(path_of(name), access, &type, query, 0, NULL, log);
}

static PDH_HLOG new_log(PDH_HQUERY query, const char* name, DWORD type) {
  PDH_HLOG log = NULL;
  IS(open_log(query, name, WRITE_NEW, type, &log), 0);
  return log;
}

static PDH_HQUERY open_file(const char* name) {
  PDH_HQUERY query = NULL;
  IS(PdhOpenQueryA(path_of(name), 0, &query), 0);
  return query;
}

/* Three records of one machine, in local time. */
static const char* const three_records =
    "\"(PDH-CSV 4.0) (UTC)(-60)\",\"\\\\a\\Memory\\Available Bytes\",\"\\\\a\\Disk(x)\\Queue\"\r\n"
    "\"11/22/2026 10:00:00.000\",\"1\",\" \"\r\n"
    "\"11/22/2026 10:00:10.000\",\"2\",\"0.33333333333333331\"\r\n"
    "\"11/22/2026 10:00:20.000\",\"3\",\"50.5\"\r\n";
#define TEN_O_CLOCK 134398152000000000ll /* 2026-11-22 10:00:00 */
#define SECOND 10000000ll

static FILETIME filetime_of(long long time) {
  FILETIME both;
  both.dwLowDateTime = (DWORD)time;
  both.dwHighDateTime = (DWORD)(time >> 32);
  return both;
}

/* --- arguments, in the order in which they are judged */

static void check_pointers(void) {
  const PDH_HQUERY query = open_live();
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = GARBAGE;
  IS(PdhOpenLogA(NULL, 0, &type, NULL, 0, NULL, &log), PDH_INVALID_ARGUMENT);
  IS(PdhOpenLogA("x", 0, NULL, NULL, 0, NULL, &log), PDH_INVALID_ARGUMENT);
  IS(PdhOpenLogA("x", 0, &type, NULL, 0, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenLogW(NULL, 0, &type, query, 0, NULL, &log), PDH_INVALID_ARGUMENT);
  IS(PdhOpenLogA("x", 0, &type, NULL, 0, NULL, &log), PDH_INVALID_HANDLE);
  IS(PdhOpenLogA("x", WRITE_NEW, &type, GARBAGE, 0, NULL, &log), PDH_INVALID_HANDLE);
  IS(PdhOpenLogW(WIDE("x"), 0, &type, query, 0, NULL, &log), PDH_INVALID_ARGUMENT);
  IS(PdhBindInputDataSourceA(NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetLogFileSize(NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetLogSetGUID(GARBAGE, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhEnumLogSetNamesA(NULL, NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhVerifySQLDBA(NULL), PDH_INVALID_ARGUMENT);
  IS(PdhCreateSQLTablesW(NULL), PDH_INVALID_ARGUMENT);
  CHECK(log == GARBAGE);
  CHECK_EQ(type, PDH_LOG_TYPE_CSV);
  IS(PdhCloseQuery(query), 0);
}

static void check_handles(void) {
  const PDH_HQUERY query = open_live();
  const HANDLE handles[] = {NULL, GARBAGE, query};
  LONGLONG size = UNTOUCHED;
  DWORD bytes = 0;
  int run = 0;
  GUID guid;
  for (size_t i = 0; i < 3; ++i) {
    IS(PdhUpdateLogA(handles[i], ""), PDH_INVALID_HANDLE);
    IS(PdhUpdateLogW(handles[i], NULL), PDH_INVALID_HANDLE);
    IS(PdhUpdateLogFileCatalog(handles[i]), PDH_INVALID_HANDLE);
    IS(PdhGetLogFileSize(handles[i], &size), PDH_INVALID_HANDLE);
    IS(PdhCloseLog(handles[i], 99), PDH_INVALID_HANDLE);
    IS(PdhReadRawLogRecord(handles[i], filetime_of(0), NULL, &bytes), PDH_INVALID_HANDLE);
    IS(PdhGetLogSetGUID(handles[i], &guid, &run), PDH_INVALID_HANDLE);
    IS(PdhSetLogSetRunID(handles[i], 1), PDH_INVALID_HANDLE);
  }
  CHECK_EQ(size, UNTOUCHED);
  IS(PdhCloseQuery(query), 0);
}

/* Access, the type of the log, and what is refused. */
typedef struct Refused {
  DWORD access;
  DWORD type;
  DWORD max_size;
  DWORD status;
} Refused;

static const Refused refused[] = {
    {PDH_LOG_CREATE_NEW, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {PDH_LOG_WRITE_ACCESS | PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {PDH_LOG_WRITE_ACCESS | PDH_LOG_UPDATE_ACCESS, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {WRITE_NEW | 0x80000, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {PDH_LOG_WRITE_ACCESS | 5, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {WRITE_NEW | 0x100, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {WRITE_NEW | 0x10000000, PDH_LOG_TYPE_CSV, 0, PDH_INVALID_ARGUMENT},
    {WRITE_NEW, PDH_LOG_TYPE_UNDEFINED, 0, PDH_INVALID_ARGUMENT},
    {WRITE_NEW, PDH_LOG_TYPE_PERFMON, 0, PDH_LOG_TYPE_NOT_FOUND},
    {WRITE_NEW, PDH_LOG_TYPE_TRACE_KERNEL, 0, PDH_LOG_TYPE_NOT_FOUND},
    {WRITE_NEW, PDH_LOG_TYPE_TRACE_GENERIC, 0, PDH_LOG_TYPE_NOT_FOUND},
    {WRITE_NEW, 3, 0, PDH_LOG_TYPE_NOT_FOUND},
    {WRITE_NEW, 99, 0, PDH_LOG_TYPE_NOT_FOUND},
    {WRITE_NEW, PDH_LOG_TYPE_SQL, 0, PDH_INVALID_ARGUMENT}, /* a file */
    {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_CSV, 1 << 20, PDH_INVALID_ARGUMENT},
    {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY, 0, PDH_INVALID_ARGUMENT},
    {WRITE_NEW | PDH_LOG_OPT_CIRCULAR, PDH_LOG_TYPE_BINARY, 1000, PDH_LOG_SAMPLE_TOO_SMALL},
    {PDH_LOG_UPDATE_ACCESS, PDH_LOG_TYPE_UNDEFINED, 0, PDH_FILE_NOT_FOUND},
    {PDH_LOG_READ_ACCESS, PDH_LOG_TYPE_UNDEFINED, 0, PDH_FILE_NOT_FOUND},
    {PDH_LOG_READ_ACCESS | PDH_LOG_CREATE_NEW, 0, 0, PDH_INVALID_ARGUMENT},
    {PDH_LOG_READ_ACCESS | PDH_LOG_CREATE_ALWAYS, 0, 0, PDH_INVALID_ARGUMENT},
    {PDH_LOG_READ_ACCESS | PDH_LOG_OPT_APPEND, 0, 0, PDH_INVALID_ARGUMENT},
};

/* A call that is refused leaves no file, no handle and no type. */
static void check_refused(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, "\\Memory\\Available Bytes");
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
    const Refused* const one = &refused[i];
    PDH_HLOG log = GARBAGE;
    DWORD type = one->type;
    const PDH_STATUS status =
        PdhOpenLogA(path_of("refused"), one->access, &type, query, one->max_size, NULL, &log);
    if (CODE(status) != one->status) fprintf(stderr, "row %d: ", (int)i);
    IS(status, one->status);
    CHECK(log == GARBAGE);
    CHECK_EQ(type, one->type);
    CHECK_EQ(size_of("refused"), -1);
  }
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = GARBAGE;
  IS(PdhOpenLogA(path_of("refused"), WRITE_NEW, &type, query, 0, "", &log), PDH_INVALID_ARGUMENT);
  IS(PdhOpenLogA(path_of("no/refused"), WRITE_NEW, &type, query, 0, NULL, &log),
     PDH_FILE_NOT_FOUND);
  IS(PdhOpenLogA("SQL:a.db!b", WRITE_NEW, &type, query, 0, NULL, &log), PDH_INVALID_ARGUMENT);
  type = PDH_LOG_TYPE_SQL;
  IS(PdhOpenLogA("SQL:a.db", WRITE_NEW, &type, query, 0, NULL, &log), PDH_INVALID_SQL_LOG_FORMAT);
  CHECK(log == GARBAGE);
  CHECK_EQ(size_of("refused"), -1);
  IS(PdhCloseQuery(query), 0);
}

/* --- writing: what was collected is what stands in the log, in each format */

static double double_of(PDH_HCOUNTER counter) {
  PDH_FMT_COUNTERVALUE value;
  memset(&value, 0xAA, sizeof value);
  IS(PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, NULL, &value), 0);
  return value.doubleValue;
}

/* A busy and an idle processor alike have a value only from the second record on. */
#define LOAD "\\Processor(_Total)\\% User Time"
#define FREE_BYTES "\\Memory\\Available Bytes"
#define RECORDS 3

typedef struct Written {
  PDH_RAW_COUNTER load[RECORDS];
  double values[RECORDS];
  double bytes[RECORDS];
} Written;

static void burn_ticks(void) {
  volatile unsigned sum = 0;
  for (unsigned i = 0; i < 20000000; ++i) sum = sum + i;
}

static Written write_log(const char* name, DWORD type) {
  Written written;
  memset(&written, 0, sizeof written);
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER load = add(query, LOAD);
  const PDH_HCOUNTER bytes = add(query, FREE_BYTES);
  (void)add(query, "\\Processor(*)\\% Idle Time");
  const PDH_HLOG log = new_log(query, name, type);
  for (int i = 0; i < RECORDS; ++i) {
    IS(PdhUpdateLogA(log, NULL), 0);
    IS(PdhGetRawCounterValue(load, NULL, &written.load[i]), 0);
    written.bytes[i] = double_of(bytes);
    if (i > 0) written.values[i] = double_of(load);
    burn_ticks();
  }
  IS(PdhCloseLog(log, 0), 0);
  IS(PdhUpdateLogA(log, NULL), PDH_INVALID_HANDLE);
  IS(PdhCloseLog(log, 0), PDH_INVALID_HANDLE);
  IS(PdhCloseQuery(query), 0);
  return written;
}

/* The values of a log that was written. */
static void check_read_back(const char* name, const Written* written) {
  const PDH_HQUERY query = open_file(name);
  const PDH_HCOUNTER load = add(query, LOAD);
  const PDH_HCOUNTER bytes = add(query, FREE_BYTES);
  for (int i = 0; i < RECORDS; ++i) {
    IS(PdhCollectQueryData(query), 0);
    CHECK(double_of(bytes) == written->bytes[i]);
    if (i > 0) CHECK(double_of(load) == written->values[i]);
  }
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  IS(PdhCloseQuery(query), 0);
}

static void check_writing(void) {
  Written written = write_log("live.csv", PDH_LOG_TYPE_CSV);
  check_read_back("live.csv", &written);
  CHECK(strncmp(text_of("live.csv"), "\"(PDH-CSV 4.0) (", 16) == 0);
  written = write_log("live.tsv", PDH_LOG_TYPE_TSV);
  check_read_back("live.tsv", &written);
  CHECK(strncmp(text_of("live.tsv"), "\"(PDH-TSV 4.0) (", 16) == 0);
  written = write_log("live.blg", PDH_LOG_TYPE_BINARY);
  check_read_back("live.blg", &written);
  const PDH_HQUERY query = open_file("live.blg");
  const PDH_HCOUNTER load = add(query, LOAD);
  for (int i = 0; i < RECORDS; ++i) {
    PDH_RAW_COUNTER raw;
    IS(PdhCollectQueryData(query), 0);
    IS(PdhGetRawCounterValue(load, NULL, &raw), 0);
    CHECK_EQ(raw.FirstValue, written.load[i].FirstValue);
    CHECK_EQ(raw.SecondValue, written.load[i].SecondValue);
  }
  IS(PdhCloseQuery(query), 0);
}

static void check_wide_twin(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, FREE_BYTES);
  WCHAR name[512];
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = NULL;
  IS(PdhOpenLogW(widen(path_of("wide.csv"), name), WRITE_NEW | PDH_LOG_OPT_USER_STRING, &type,
                 query, 0, WIDE("what"), &log),
     0);
  IS(PdhUpdateLogW(log, WIDE("it begins")), 0);
  IS(PdhUpdateLogW(log, WIDE("")), PDH_INVALID_ARGUMENT);
  IS(PdhCloseLog(log, 0), 0);
  const char* const text = text_of("wide.csv");
  CHECK(strstr(text, ",\"what\"\r\n") != NULL);
  CHECK(strstr(text, ",\"it begins\"\r\n") != NULL);
  IS(PdhCloseQuery(query), 0);
}

/* --- what exists, and how it is opened */

static void check_creation(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, FREE_BYTES);
  PDH_HLOG log = NULL;
  write_file("there.csv", "mine");
  IS(open_log(query, "there.csv", WRITE_NEW, PDH_LOG_TYPE_CSV, &log), PDH_FILE_ALREADY_EXISTS);
  IS(open_log(query, "there.csv", PDH_LOG_WRITE_ACCESS, PDH_LOG_TYPE_CSV, &log),
     PDH_FILE_ALREADY_EXISTS);
  IS(open_log(query, "there.csv", PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING, PDH_LOG_TYPE_CSV,
              &log),
     PDH_UNMATCHED_APPEND_COUNTER);
  CHECK(strcmp(text_of("there.csv"), "mine") == 0);
  CHECK(log == GARBAGE);
  IS(open_log(query, "there.csv", WRITE_ALWAYS, PDH_LOG_TYPE_CSV, &log), 0);
  IS(PdhUpdateLogA(log, NULL), 0);
  IS(PdhCloseLog(log, 0), 0);
  const long size = size_of("there.csv");
  const DWORD appending[] = {PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING,
                             PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS,
                             WRITE_ALWAYS | PDH_LOG_OPT_APPEND, PDH_LOG_UPDATE_ACCESS};
  for (size_t i = 0; i < 4; ++i) {
    IS(open_log(query, "there.csv", appending[i],
                i == 3 ? PDH_LOG_TYPE_UNDEFINED : PDH_LOG_TYPE_CSV, &log),
       0);
    IS(PdhUpdateLogA(log, NULL), 0);
    IS(PdhCloseLog(log, 0), 0);
  }
  CHECK(size_of("there.csv") > size);
  const PDH_HQUERY read = open_file("there.csv");
  (void)add(read, FREE_BYTES);
  for (int i = 0; i < 5; ++i) IS(PdhCollectQueryData(read), 0);
  IS(PdhCollectQueryData(read), PDH_NO_MORE_DATA);
  IS(PdhCloseQuery(read), 0);
  IS(open_log(query, "new.csv", PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING, PDH_LOG_TYPE_CSV,
              &log),
     0); /* as CREATE_NEW */
  IS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), 0);
  IS(PdhCloseQuery(query), PDH_INVALID_HANDLE);
}

/* --- closing */

static void check_closing(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, FREE_BYTES);
  const PDH_HLOG log = new_log(query, "closed.blg", PDH_LOG_TYPE_BINARY);
  LONGLONG size = 0;
  IS(PdhUpdateLogA(log, NULL), 0);
  IS(PdhUpdateLogFileCatalog(log), 0);
  IS(PdhGetLogFileSize(log, &size), 0);
  CHECK_EQ(size, size_of("closed.blg"));
  IS(PdhCloseLog(log, 2), PDH_INVALID_ARGUMENT); /* and it stays open */
  IS(PdhCloseQuery(query), 0);
  const PDH_HQUERY read = open_file("closed.blg"); /* which is complete */
  IS(PdhCloseQuery(read), 0);
  IS(PdhUpdateLogA(log, NULL), PDH_INVALID_HANDLE);
  IS(PdhGetLogFileSize(log, &size), 0);
  IS(PdhCloseLog(log, 0), 0);
  IS(PdhGetLogFileSize(log, &size), PDH_INVALID_HANDLE);
}

static void check_full_log(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, FREE_BYTES);
  DWORD type = PDH_LOG_TYPE_CSV;
  PDH_HLOG log = NULL;
  PDH_STATUS status = 0;
  IS(PdhOpenLogA(path_of("full.csv"), WRITE_NEW | PDH_LOG_OPT_MAX_IS_BYTES, &type, query, 150, NULL,
                 &log),
     0);
  for (int i = 0; i < 9 && status == 0; ++i) status = PdhUpdateLogA(log, NULL);
  IS(status, PDH_END_OF_LOG_FILE);
  const long size = size_of("full.csv");
  IS(PdhUpdateLogA(log, NULL), PDH_END_OF_LOG_FILE);
  CHECK_EQ(size_of("full.csv"), size);
  IS(PdhUpdateLogFileCatalog(log), PDH_NOT_IMPLEMENTED);
  IS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), 0);
}

/* --- logs as data sources */

static void check_reading(void) {
  DWORD type = PDH_LOG_TYPE_UNDEFINED;
  PDH_HLOG log = NULL;
  LONGLONG size = 0;
  IS(PdhOpenLogA(path_of("three.csv"), READ_EXISTING, &type, GARBAGE, 0, NULL, &log), 0);
  CHECK_EQ(type, PDH_LOG_TYPE_CSV);
  IS(PdhGetLogFileSize(log, &size), 0);
  CHECK_EQ(size, size_of("three.csv"));
  IS(PdhUpdateLogA(log, NULL), PDH_INVALID_HANDLE);
  IS(PdhUpdateLogFileCatalog(log), PDH_NOT_IMPLEMENTED);
  PDH_HQUERY query = NULL;
  IS(PdhOpenQueryH(log, 0, &query), 0);
  IS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), 0); /* it has none; the query reads on */
  const PDH_HCOUNTER bytes = add(query, FREE_BYTES);
  IS(PdhCollectQueryData(query), 0);
  CHECK_EQ(long_of(bytes), 1);
  IS(PdhCloseQuery(query), 0);
  IS(PdhOpenLogA(path_of("live.blg"), PDH_LOG_READ_ACCESS, &type, NULL, 0, NULL, &log), 0);
  CHECK_EQ(type, PDH_LOG_TYPE_BINARY);
  IS(PdhUpdateLogFileCatalog(log), 0);
  IS(PdhCloseLog(log, 0), 0);
  write_file("noise", "no log");
  IS(open_log(NULL, "noise", READ_EXISTING, 0, &log), PDH_UNKNOWN_LOG_FORMAT);
}

/* Names of the folder as a list. */
static const char* list_of(const char* first, const char* second) {
  static char list[1024];
  memset(list, 0, sizeof list);
  const int length = snprintf(list, sizeof list, "%s", path_of(first));
  if (second != NULL) snprintf(list + length + 1, sizeof list - 600, "%s", path_of(second));
  return list;
}

static void check_binding(void) {
  PDH_HLOG source = GARBAGE;
  LONGLONG size = 0;
  IS(PdhBindInputDataSourceA(&source, "\0"), PDH_INVALID_ARGUMENT);
  IS(PdhBindInputDataSourceA(&source, list_of("three.csv", "three.csv")), PDH_INVALID_ARGUMENT);
  IS(PdhBindInputDataSourceA(&source, list_of("live.blg", "three.csv")), PDH_INVALID_ARGUMENT);
  IS(PdhBindInputDataSourceA(&source, list_of("live.blg", "none")), PDH_FILE_NOT_FOUND);
  CHECK(source == GARBAGE);
  IS(PdhBindInputDataSourceA(&source, list_of("live.blg", "closed.blg")), 0);
  IS(PdhGetLogFileSize(source, &size), 0);
  CHECK_EQ(size, size_of("live.blg") + size_of("closed.blg"));
  PDH_HQUERY query = NULL;
  IS(PdhOpenQueryH(source, 0, &query), 0);
  (void)add(query, FREE_BYTES);
  for (int i = 0; i < RECORDS + 1; ++i) IS(PdhCollectQueryData(query), 0);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  IS(PdhCloseQuery(query), 0);
  IS(PdhCloseLog(source, 0), 0);
  WCHAR wide[1024];
  memset(wide, 0, sizeof wide);
  (void)widen(path_of("three.csv"), wide);
  IS(PdhBindInputDataSourceW(&source, wide), 0);
  IS(PdhCloseLog(source, 0), 0);
  IS(PdhBindInputDataSourceW(&source, NULL), 0); /* this machine */
  IS(PdhOpenQueryH(source, 0, &query), 0);
  CHECK_EQ(PdhIsRealTimeQuery(query), 1);
  IS(PdhGetLogFileSize(source, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
  IS(PdhUpdateLogFileCatalog(source), PDH_DATA_SOURCE_IS_REAL_TIME);
  IS(PdhCloseQuery(query), 0);
  IS(PdhCloseLog(source, 0), 0);
}

/* A log that is written is not a data source. */
static void check_source_of_a_written_log(void) {
  const PDH_HQUERY query = open_live();
  (void)add(query, FREE_BYTES);
  const PDH_HLOG log = new_log(query, "written.csv", PDH_LOG_TYPE_CSV);
  PDH_HQUERY other = GARBAGE;
  DWORD count = 0;
  DWORD size = 0;
  IS(PdhOpenQueryH(log, 0, &other), PDH_INVALID_HANDLE);
  IS(PdhGetDataSourceTimeRangeH(log, &count, NULL, &size), PDH_INVALID_HANDLE);
  IS(PdhReadRawLogRecord(log, filetime_of(0), NULL, &size), PDH_INVALID_HANDLE);
  CHECK(other == GARBAGE);
  IS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), 0);
}

/* --- from a log to another */

static void check_copying(void) {
  const PDH_HQUERY query = open_file("three.csv");
  (void)add(query, FREE_BYTES);
  (void)add(query, "\\Disk(*)\\Queue");
  PDH_HLOG log = NULL;
  IS(open_log(query, "copy.blg", WRITE_NEW, PDH_LOG_TYPE_BINARY, &log), PDH_NOT_IMPLEMENTED);
  CHECK_EQ(size_of("copy.blg"), -1);
  log = new_log(query, "copy.csv", PDH_LOG_TYPE_CSV);
  for (int i = 0; i < 3; ++i) IS(PdhUpdateLogA(log, NULL), 0);
  IS(PdhUpdateLogA(log, NULL), PDH_NO_MORE_DATA);
  IS(PdhUpdateLogA(log, NULL), PDH_NO_MORE_DATA);
  IS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY), 0);
  CHECK(strcmp(text_of("copy.csv"), three_records) == 0);
}

/* --- times and records */

static void check_time_range(void) {
  PDH_TIME_INFO range;
  DWORD count = UNTOUCHED;
  DWORD size = 0;
  memset(&range, 0, sizeof range);
  IS(PdhGetDataSourceTimeRangeA(path_of("three.csv"), NULL, &range, &size), PDH_INVALID_ARGUMENT);
  IS(PdhGetDataSourceTimeRangeA(path_of("three.csv"), &count, &range, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetDataSourceTimeRangeA(path_of("three.csv"), &count, NULL, &size), PDH_MORE_DATA);
  CHECK_EQ(size, 24);
  IS(PdhGetDataSourceTimeRangeA(path_of("three.csv"), &count, NULL, &size), PDH_INVALID_ARGUMENT);
  size = 23;
  IS(PdhGetDataSourceTimeRangeA(path_of("three.csv"), &count, &range, &size), PDH_MORE_DATA);
  CHECK_EQ(range.SampleCount, 0);
  IS(PdhGetDataSourceTimeRangeA(path_of("three.csv"), &count, &range, &size), 0);
  CHECK_EQ(count, 1);
  CHECK_EQ(range.StartTime, TEN_O_CLOCK);
  CHECK_EQ(range.EndTime, TEN_O_CLOCK + 20 * SECOND);
  CHECK_EQ(range.SampleCount, 3);
  WCHAR name[512];
  IS(PdhGetDataSourceTimeRangeW(widen(path_of("three.csv"), name), &count, &range, &size), 0);
  IS(PdhGetDataSourceTimeRangeW(NULL, &count, &range, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
  IS(PdhGetDataSourceTimeRangeA(path_of("none"), &count, &range, &size), PDH_FILE_NOT_FOUND);
  IS(PdhGetDataSourceTimeRangeH(H_REALTIME_DATASOURCE, &count, &range, &size),
     PDH_DATA_SOURCE_IS_REAL_TIME);
  IS(PdhGetDataSourceTimeRangeH(H_WBEM_DATASOURCE, &count, &range, &size),
     PDH_CANNOT_CONNECT_WMI_SERVER);
  IS(PdhGetDataSourceTimeRangeH(GARBAGE, &count, &range, &size), PDH_INVALID_HANDLE);
  write_file("empty.csv", "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X\\Y\"\r\n");
  IS(PdhGetDataSourceTimeRangeA(path_of("empty.csv"), &count, &range, &size), PDH_NO_DATA);
}

static void check_raw_records(void) {
  union {
    PDH_RAW_LOG_RECORD record;
    unsigned char bytes[256];
  } room;
  const char* const row = "\"11/22/2026 10:00:10.000\",\"2\",\"0.33333333333333331\"";
  const DWORD needed = (DWORD)(offsetof(PDH_RAW_LOG_RECORD, RawBytes) + strlen(row));
  PDH_HLOG log = NULL;
  IS(open_log(NULL, "three.csv", READ_EXISTING, 0, &log), 0);
  DWORD size = 0;
  IS(PdhReadRawLogRecord(log, filetime_of(TEN_O_CLOCK + 10 * SECOND), NULL, NULL),
     PDH_INVALID_ARGUMENT);
  IS(PdhReadRawLogRecord(log, filetime_of(TEN_O_CLOCK + 10 * SECOND), NULL, &size), PDH_MORE_DATA);
  CHECK_EQ(size, needed);
  IS(PdhReadRawLogRecord(log, filetime_of(TEN_O_CLOCK), NULL, &size), PDH_INVALID_ARGUMENT);
  memset(&room, 0xAA, sizeof room);
  --size;
  IS(PdhReadRawLogRecord(log, filetime_of(TEN_O_CLOCK + 10 * SECOND), &room.record, &size),
     PDH_MORE_DATA);
  CHECK(is_untouched(room.bytes, sizeof room));
  size = sizeof room; /* the last record before 10:00:19 */
  IS(PdhReadRawLogRecord(log, filetime_of(TEN_O_CLOCK + 19 * SECOND), &room.record, &size), 0);
  CHECK_EQ(size, needed);
  CHECK_EQ(room.record.dwStructureSize, needed);
  CHECK_EQ(room.record.dwRecordType, PDH_LOG_TYPE_CSV);
  CHECK_EQ(room.record.dwItems, strlen(row));
  CHECK(memcmp(room.record.RawBytes, row, strlen(row)) == 0);
  IS(PdhReadRawLogRecord(log, filetime_of(TEN_O_CLOCK - 1), &room.record, &size),
     PDH_ENTRY_NOT_IN_LOG_FILE);
  IS(PdhCloseLog(log, 0), 0);
}

/* --- log sets */

static const char* set_of(const char* name) {
  static char set[600];
  snprintf(set, sizeof set, "SQL:%s!%s", path_of("logs.db"), name);
  return set;
}

static void write_set(const char* name, DWORD access, DWORD wanted) {
  const PDH_HQUERY query = open_live();
  (void)add(query, FREE_BYTES);
  (void)add(query, "\\Processor(*)\\% Idle Time");
  DWORD type = PDH_LOG_TYPE_SQL;
  PDH_HLOG log = NULL;
  GUID guid;
  int run = -1;
  IS(PdhOpenLogA(set_of(name), access, &type, query, 0, NULL, &log), wanted);
  if (wanted == 0) {
    IS(PdhUpdateLogA(log, NULL), 0);
    IS(PdhUpdateLogA(log, NULL), 0);
    IS(PdhGetLogSetGUID(log, &guid, &run), 0);
    CHECK_EQ(run, 0);
    IS(PdhUpdateLogFileCatalog(log), PDH_NOT_IMPLEMENTED);
    IS(PdhCloseLog(log, 0), 0);
  }
  IS(PdhCloseQuery(query), 0);
}

static void check_database(void) {
  char source[600];
  char names[64];
  WCHAR wide_source[600];
  WCHAR wide[64];
  DWORD size = 0;
  snprintf(source, sizeof source, "SQL:%s", path_of("logs.db"));
  IS(PdhVerifySQLDBA(source), PDH_SQL_CONNECT_FAILED);
  IS(PdhEnumLogSetNamesA(source, NULL, &size), PDH_SQL_CONNECT_FAILED);
  IS(PdhVerifySQLDBA(""), PDH_INVALID_DATASOURCE);
  write_file("empty.db", "");
  IS(PdhVerifySQLDBA(path_of("empty.db")), PDH_INVALID_SQLDB);
  IS(PdhCreateSQLTablesA(path_of("logs.db")), 0); /* without the prefix */
  IS(PdhCreateSQLTablesA(source), 0);
  IS(PdhVerifySQLDBA(source), 0);
  IS(PdhEnumLogSetNamesA(source, NULL, &size), PDH_MORE_DATA);
  CHECK_EQ(size, 2);
  write_set("one", WRITE_NEW, 0);
  write_set("one", WRITE_NEW, PDH_FILE_ALREADY_EXISTS);
  write_set("one", PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS, 0);
  write_set("two", WRITE_ALWAYS, 0);
  write_set("two", WRITE_ALWAYS, 0);
  size = sizeof names;
  IS(PdhEnumLogSetNamesA(source, names, &size), 0);
  CHECK_EQ(size, 9);
  CHECK(memcmp(names, "one\0two\0", 9) == 0);
  size = 8;
  IS(PdhEnumLogSetNamesW(widen(source, wide_source), wide, &size), PDH_MORE_DATA);
  CHECK_EQ(size, 9);
}

static void check_log_sets(void) {
  const int records[] = {4, 2}; /* appended to, replaced */
  const char* const names[] = {"one", "two"};
  for (int i = 0; i < 2; ++i) {
    PDH_TIME_INFO range;
    PDH_HLOG log = NULL;
    DWORD count = 0;
    DWORD size = sizeof range;
    DWORD type = 0;
    LONGLONG bytes = 0;
    GUID guid;
    int run = -1;
    IS(PdhOpenLogA(set_of(names[i]), READ_EXISTING, &type, NULL, 0, NULL, &log), 0);
    CHECK_EQ(type, PDH_LOG_TYPE_SQL);
    IS(PdhGetDataSourceTimeRangeH(log, &count, &range, &size), 0);
    CHECK_EQ(range.SampleCount, records[i]);
    IS(PdhGetLogFileSize(log, &bytes), PDH_NOT_IMPLEMENTED);
    IS(PdhReadRawLogRecord(log, filetime_of(range.EndTime), NULL, &size), PDH_INVALID_ARGUMENT);
    size = 0;
    IS(PdhReadRawLogRecord(log, filetime_of(range.EndTime), NULL, &size), PDH_NOT_IMPLEMENTED);
    IS(PdhSetLogSetRunID(log, 7), 0);
    IS(PdhGetLogSetGUID(log, &guid, &run), 0);
    CHECK_EQ(run, 7);
    IS(PdhCloseLog(log, 0), 0);
  }
  PDH_HLOG log = NULL;
  GUID guid;
  int run = 0;
  IS(open_log(NULL, "three.csv", READ_EXISTING, 0, &log), 0);
  IS(PdhGetLogSetGUID(log, &guid, &run), PDH_NOT_IMPLEMENTED);
  IS(PdhSetLogSetRunID(log, 1), PDH_NOT_IMPLEMENTED);
  IS(PdhCloseLog(log, 0), 0);
}

int main(void) {
  snprintf(folder, sizeof folder, "/tmp/pdh_logs_XXXXXX");
  if (mkdtemp(folder) == NULL) return 2;
  write_file("three.csv", three_records);
  check_pointers();
  check_handles();
  check_refused();
  check_writing();
  check_wide_twin();
  check_creation();
  check_closing();
  check_full_log();
  check_reading();
  check_binding();
  check_source_of_a_written_log();
  check_copying();
  check_time_range();
  check_raw_records();
  check_database();
  check_log_sets();
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK_EQ(system(command), 0);
  return finish("pdh_logs");
}
