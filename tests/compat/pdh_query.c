/* The functions of pdh.h for queries: one check for each promise of docs/pdh.md. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* fork(), mkdtemp() */
#endif
#include <signal.h>
#include <sys/wait.h>

#include "footprint.h"
#include "pdh_check.h"

static char own_path[512]; /* a name of this program that no other process has */
static char* own_instance; /* its last part: this process, in Process */
static char text[1024];    /* a path, until the next one */

static const char* process_path(const char* instance, const char* counter) {
  snprintf(text, sizeof text, "\\Process(%s)\\%s", instance, counter);
  return text;
}

static PDH_STATUS status_of_adding(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = GARBAGE;
  const PDH_STATUS status = PdhAddCounterA(query, path, 0, &counter);
  if (status != 0) CHECK(counter == GARBAGE); /* untouched */
  return status;
}

/* The code of a formatted value; why it is missing, where it is. */
static DWORD status_of_value(PDH_HCOUNTER counter, DWORD* cstatus) {
  PDH_FMT_COUNTERVALUE value;
  value.CStatus = UNTOUCHED;
  const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value);
  *cstatus = value.CStatus;
  return CODE(status);
}

/* A name of this program with the number of this process, which the instance of a process that runs
   it has. */
static char* make_name(char* path, size_t size, const char* kind) {
  char program[400];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) exit(2);
  program[length] = 0;
  snprintf(path, size, "%s-%s%d", program, kind, (int)getpid());
  if (link(program, path) != 0) exit(2);
  return strrchr(path, '/') + 1;
}

/* --- before anything else: the default source */

static void check_default_source(void) {
  DWORD version = UNTOUCHED;
  IS(PdhGetDllVersion(NULL), PDH_INVALID_ARGUMENT);
  IS(PdhGetDllVersion(&version), 0);
  CHECK_EQ(version, PDH_VERSION);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_WBEM), PDH_CANNOT_CONNECT_WMI_SERVER);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_LOGFILE), PDH_INVALID_ARGUMENT);
  IS(PdhSetDefaultRealTimeDataSource(99), PDH_INVALID_ARGUMENT);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY), 0);
  IS(PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY),
     PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
}

/* --- opening, adding, closing */

static void check_opening(void) {
  PDH_HQUERY query = GARBAGE;
  IS(PdhOpenQueryA(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenQueryW(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenQueryH(NULL, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhOpenQueryA("/no/such/log.blg", 0, &query), PDH_FILE_NOT_FOUND);
  IS(PdhOpenQueryW(WIDE("/no/such/log.blg"), 0, &query), PDH_FILE_NOT_FOUND);
  IS(PdhOpenQueryA("", 0, &query), PDH_FILE_NOT_FOUND);
  IS(PdhOpenQueryH(H_WBEM_DATASOURCE, 0, &query), PDH_CANNOT_CONNECT_WMI_SERVER);
  IS(PdhOpenQueryH(GARBAGE, 0, &query), PDH_INVALID_HANDLE);
  CHECK(query == GARBAGE);
  IS(PdhOpenQueryH(H_REALTIME_DATASOURCE, 0, &query), 0);
  CHECK_EQ(PdhIsRealTimeQuery(query), 1);
  CHECK_EQ(PdhIsRealTimeQuery(NULL), 0);
  CHECK_EQ(PdhIsRealTimeQuery(GARBAGE), 0);
  IS(PdhCloseQuery(NULL), PDH_INVALID_HANDLE);
  IS(PdhCloseQuery(GARBAGE), PDH_INVALID_HANDLE);
  IS(PdhCloseQuery(query), 0);
  IS(PdhCloseQuery(query), PDH_INVALID_HANDLE);
  CHECK_EQ(PdhIsRealTimeQuery(query), 0);
}

static void check_adding(void) {
  const PDH_HQUERY query = open_live();
  static char huge[65536];
  static const WCHAR unpaired[] = {'\\', 0xD800, '\\', 'x', 0};
  PDH_HCOUNTER counter = NULL;
  memset(huge, 'x', sizeof huge - 1);
  huge[0] = '\\';
  IS(PdhAddCounterA(NULL, NULL, 0, &counter), PDH_INVALID_ARGUMENT); /* pointers first */
  IS(PdhAddCounterA(NULL, "\\System\\Processes", 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhAddCounterA(NULL, "\\System\\Processes", 0, &counter), PDH_INVALID_HANDLE);
  IS(PdhAddEnglishCounterA(NULL, "\\System\\Processes", 0, &counter), PDH_INVALID_HANDLE);
  IS(PdhAddEnglishCounterW(GARBAGE, WIDE(""), 0, &counter), PDH_INVALID_HANDLE);
  IS(status_of_adding(query, ""), PDH_CSTATUS_NO_COUNTERNAME);
  IS(status_of_adding(query, "System"), PDH_CSTATUS_BAD_COUNTERNAME);
  IS(status_of_adding(query, "System/Processes"), PDH_CSTATUS_BAD_COUNTERNAME);
  IS(status_of_adding(query, huge), PDH_CSTATUS_BAD_COUNTERNAME);
  IS(PdhAddCounterW(query, unpaired, 0, &counter), PDH_CSTATUS_NO_OBJECT);
  IS(status_of_adding(query, "\\No Such Object\\Processes"), PDH_CSTATUS_NO_OBJECT);
  IS(status_of_adding(query, "\\System\\No Such Counter"), PDH_CSTATUS_NO_COUNTER);
  IS(status_of_adding(query, "\\\\no-such-machine\\System\\Processes"), PDH_CSTATUS_NO_MACHINE);
  IS(PdhAddCounterW(query, WIDE("\\system\\PROCESSES"), 0, &counter), 0);
  IS(PdhRemoveCounter(NULL), PDH_INVALID_HANDLE);
  IS(PdhRemoveCounter(query), PDH_INVALID_HANDLE); /* of another kind */
  IS(PdhCollectQueryData(counter), PDH_INVALID_HANDLE);
  IS(PdhRemoveCounter(counter), 0);
  IS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE);
  counter = add(query, "\\System\\Processes");
  IS(PdhCloseQuery(query), 0);
  IS(PdhRemoveCounter(counter), PDH_INVALID_HANDLE); /* went with its query */
}

/* --- collecting and statuses */

static void check_collecting(void) {
  const PDH_HQUERY query = open_live();
  LONGLONG time = 0;
  LONGLONG later = 0;
  DWORD cstatus = 0;
  IS(PdhCollectQueryData(NULL), PDH_INVALID_HANDLE);
  IS(PdhCollectQueryData(query), PDH_NO_DATA);
  IS(PdhCollectQueryDataWithTime(NULL, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhCollectQueryDataWithTime(NULL, &time), PDH_INVALID_HANDLE);
  IS(PdhCollectQueryDataWithTime(query, &time), PDH_NO_DATA);
  CHECK_EQ(time, 0);
  const PDH_HCOUNTER id = add(query, process_path(own_instance, "ID Process"));
  const PDH_HCOUNTER rate = add(query, process_path(own_instance, "% User Time"));
  CHECK_EQ(status_of_value(id, &cstatus), PDH_INVALID_DATA); /* never collected */
  CHECK_EQ(cstatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_ITEM_NOT_VALIDATED);
  IS(PdhCollectQueryDataWithTime(query, &time), 0);
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_NEW_DATA);
  CHECK_EQ(long_of(id), getpid());
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_VALID_DATA);
  CHECK_EQ(status_of_value(rate, &cstatus), PDH_INVALID_DATA); /* one sample of two */
  CHECK_EQ(cstatus, PDH_CSTATUS_INVALID_DATA);
  IS(PdhCollectQueryDataWithTime(query, &later), 0);
  CHECK(later > time);
  CHECK_EQ(cstatus_of(id), PDH_CSTATUS_VALID_DATA); /* the same number */
  CHECK_EQ(status_of_value(rate, &cstatus), 0);
  IS(PdhSetQueryTimeRange(query, NULL), PDH_INVALID_ARGUMENT);
  PDH_TIME_INFO range = {0, MAX_TIME_VALUE, 0};
  IS(PdhSetQueryTimeRange(NULL, &range), PDH_INVALID_HANDLE);
  IS(PdhSetQueryTimeRange(query, &range), PDH_DATA_SOURCE_IS_REAL_TIME);
  IS(PdhCloseQuery(query), 0);
}

static void check_missing_instance(void) {
  const PDH_HQUERY query = open_live();
  char path[512];
  DWORD cstatus = 0;
  const char* late = make_name(path, sizeof path, "late");
  const PDH_HCOUNTER counter = add(query, process_path(late, "ID Process"));
  IS(PdhCollectQueryData(query), PDH_NO_DATA);
  CHECK_EQ(status_of_value(counter, &cstatus), PDH_INVALID_DATA);
  CHECK_EQ(cstatus, PDH_CSTATUS_NO_INSTANCE);
  CHECK_EQ(cstatus_of(counter), PDH_CSTATUS_NO_INSTANCE);
  int started[2];
  char byte = 0;
  if (pipe(started) != 0) exit(2);
  const pid_t pid = fork();
  if (pid == 0) {
    (void)dup2(started[1], STDOUT_FILENO);
    execl(path, path, "--wait", (char*)NULL);
    _exit(2);
  }
  CHECK_EQ(read(started[0], &byte, 1), 1); /* it runs that program */
  IS(PdhCollectQueryData(query), 0);
  CHECK_EQ(long_of(counter), pid);
  CHECK_EQ(kill(pid, SIGKILL), 0);
  CHECK_EQ(waitpid(pid, NULL, 0), pid);
  CHECK_EQ(unlink(path), 0);
  IS(PdhCloseQuery(query), 0);
}

/* --- a log */

static void check_log(void) {
  char folder[] = "/tmp/openperflib_pdh_XXXXXX";
  char file[64];
  PDH_HQUERY query = NULL;
  PDH_RAW_COUNTER raw;
  LONGLONG time = 0;
  if (mkdtemp(folder) == NULL) exit(2);
  snprintf(file, sizeof file, "%s/log.csv", folder);
  FILE* log = fopen(file, "wb");
  if (log == NULL) exit(2);
  fputs(
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
      "\"11/22/2026 10:00:00.000\",\"1\"\r\n\"11/22/2026 10:00:10.000\",\"2\"\r\n",
      log);
  fclose(log);
  IS(PdhOpenQueryA(file, 0, &query), 0);
  CHECK_EQ(PdhIsRealTimeQuery(query), 0);
  IS(status_of_adding(query, "\\System\\Processes"), PDH_CSTATUS_NO_OBJECT);
  IS(status_of_adding(query, "\\Memory\\Cache Bytes"), PDH_CSTATUS_NO_COUNTER);
  const PDH_HCOUNTER counter = add(query, "\\Memory\\Available Bytes");
  IS(PdhCollectQueryDataWithTime(query, &time), 0);
  CHECK_EQ(long_of(counter), 1);
  IS(PdhGetRawCounterValue(counter, NULL, &raw), PDH_INVALID_DATA); /* text logs hold values */
  IS(PdhCollectQueryData(query), 0);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  PDH_TIME_INFO range = {time + 1, time, 0};
  IS(PdhSetQueryTimeRange(query, &range), PDH_INVALID_ARGUMENT);
  range.EndTime = MAX_TIME_VALUE;
  IS(PdhSetQueryTimeRange(query, &range), 0); /* starts again */
  IS(PdhCollectQueryData(query), 0);
  CHECK_EQ(long_of(counter), 2);
  IS(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  IS(PdhCloseQuery(query), 0);
  unlink(file);
  rmdir(folder);
}

/* --- threads and processes */

static void check_background(void) {
  const PDH_HQUERY query = open_live();
  PDH_HCOUNTER counter = NULL;
  IS(PdhCollectQueryDataEx(NULL, 1, NULL), PDH_INVALID_HANDLE);
  IS(PdhCollectQueryDataEx(query, 0, NULL), PDH_INVALID_ARGUMENT);
  IS(PdhCollectQueryDataEx(query, 1, NULL), PDH_NO_DATA);
  counter = add(query, process_path(own_instance, "ID Process"));
  IS(PdhCollectQueryDataEx(query, 3600, GARBAGE),
     0); /* an event that does not exist does no harm */
  while (cstatus_of(counter) == PDH_CSTATUS_ITEM_NOT_VALIDATED) usleep(1000);
  CHECK_EQ(long_of(counter), getpid());
  IS(PdhCollectQueryDataEx(query, 3600, NULL), 0);
  IS(PdhCloseQuery(query), 0);
}

/* What a child does with the queries of its parent; 0: all of it works. */
static int child(PDH_HQUERY query, PDH_HCOUNTER counter) {
  failures = 0;
  IS(PdhCollectQueryData(query), 0);
  IS(PdhCollectQueryData(query), 0);
  CHECK(long_of(counter) > 0);
  /* ThreadSanitizer ends a child that starts threads where its parent had some. */
#ifndef UNDER_THREAD_SANITIZER
  IS(PdhCollectQueryDataEx(query, 3600, NULL), 0);
#endif
  IS(PdhCloseQuery(query), 0);
  return failures;
}

static void check_fork(void) {
  const PDH_HQUERY query = open_live();
  const PDH_HCOUNTER counter = add(query, "\\System\\Processes");
  IS(PdhCollectQueryDataEx(query, 1, NULL), 0); /* may be collecting at that moment */
  for (int i = 0; i < 5; ++i) {
    int status = -1;
    const pid_t pid = fork();
    if (pid == 0) _exit(child(query, counter));
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
  }
  IS(PdhCollectQueryData(query), 0);
  CHECK(long_of(counter) > 0);
  IS(PdhCloseQuery(query), 0);
}

/* The last query that is closed leaves nothing open. */
static void check_release(void) {
  const int before = descriptors_of_this_process();
  for (int i = 0; i < 20; ++i) {
    const PDH_HQUERY query = open_live();
    (void)add(query, "\\Process(*)\\% User Time");
    IS(PdhCollectQueryData(query), 0);
    CHECK(descriptors_of_this_process() > before);
    IS(PdhCloseQuery(query), 0);
    CHECK_EQ(descriptors_of_this_process(), before);
  }
}

/* --wait: says so, and waits to be killed. --named: runs under a name of its own. */
int main(int count, char** arguments) {
  if (count == 2 && strcmp(arguments[1], "--wait") == 0) {
    (void)!write(STDOUT_FILENO, "w", 1);
    for (;;) pause();
  }
  if (count != 2) {
    make_name(own_path, sizeof own_path, "own");
    execl(own_path, own_path, "--named", (char*)NULL);
    return 2;
  }
  snprintf(own_path, sizeof own_path, "%s", arguments[0]);
  own_instance = strrchr(own_path, '/') + 1;
  check_default_source();
  check_opening();
  check_adding();
  check_collecting();
  check_missing_instance();
  CHECK_EQ(unlink(own_path), 0);
  check_log();
  check_background();
  check_fork();
  check_release();
  return finish("pdh_query");
}
