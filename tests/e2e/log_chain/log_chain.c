/* log_chain SLEEPER NAME=TYPE...: writes one live query to several logs in turn with PdhUpdateLog,
   and prints what the query has for each record: a line "update NAME STATUS", then those of
   pdh_lines.h.

   SLEEPER is this program under a name that no other has: it runs for some of the records. TYPE is
   a number of pdh.h. The program publishes the counters of harbour.man itself, so that their
   readings are known, and ships come and go. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* strdup(), fork() */
#endif
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harbour.h"
#include "pdh_lines.h"

#define ROUNDS 6
#define MOST_LOGS 8
#define FULL_TURN 10000000ull /* ticks a second of the ships' own clock */

enum { ANNA, BERTA, CLARA, SHIPS };
static const char* const names[SHIPS] = {"Anna", "Berta", "Clara"};
/* In which rounds they are there. */
static const int is_there[ROUNDS][SHIPS] = {{1, 1, 0}, {1, 1, 0}, {1, 0, 1},
                                            {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};
/* The first and the last round of the process, and the round in which Anna's rate falls. */
enum { STARTS = 1, ENDS = 3, FALLS = 4 };

static PPERF_COUNTERSET_INSTANCE ships[SHIPS];

static const char* const paths[] = {
    "\\Harbour Ships(Anna)\\Tonnes/sec",  "\\Harbour Ships(Berta)\\Bytes/Crate",
    "\\Harbour Ships(Nobody)\\Crew",      "\\Memory\\Available Bytes",
    "\\Memory\\% Committed Bytes In Use", "\\System\\Context Switches/sec",
    "\\System\\System Up Time",           "\\Processor(_Total)\\% Processor Time",
};
static const char* const arrays[] = {
    "Cargo Bytes", "% Loading", "% Working", "% Full", "Seconds/Lift", "At Sea", "Moved", "Queue",
};
static const char* const of_process[] = {"ID Process", "Elapsed Time", "Thread Count",
                                         "% User Time"};

static void fill(PPERF_COUNTERSET_INSTANCE ship, unsigned which, unsigned step, int falls) {
  const ULONGLONG much = step * 1000ull + which;
  const ULONG few = step * 10 + which;
  ULONG status = 0;
  status |= PerfSetULongLongCounterValue(Harbour, ship, TONNES, falls ? 500 - step : much);
  status |= PerfSetULongCounterValue(Harbour, ship, CREW, few);
  status |= PerfSetULongLongCounterValue(Harbour, ship, CARGO, 9007199254740993ull + much);
  status |= PerfSetULongLongCounterValue(Harbour, ship, LOADING, much * 70);
  status |= PerfSetULongLongCounterValue(Harbour, ship, IDLE, much * 30);
  status |= PerfSetULongCounterValue(Harbour, ship, FULL, few);
  status |= PerfSetULongCounterValue(Harbour, ship, ROOM, 700);
  status |= PerfSetULongLongCounterValue(Harbour, ship, CRATE_BYTES, much * much);
  status |= PerfSetULongCounterValue(Harbour, ship, CRATES, few * 3);
  status |= PerfSetULongCounterValue(Harbour, ship, LIFTING, few * 1100);
  status |= PerfSetULongCounterValue(Harbour, ship, LIFTS, few * 7);
  status |= PerfSetULongLongCounterValue(Harbour, ship, SAILED, which + 1);
  status |= PerfSetULongLongCounterValue(Harbour, ship, CLOCK, much * 12345);
  status |= PerfSetULongLongCounterValue(Harbour, ship, TICKS, FULL_TURN);
  status |= PerfSetULongLongCounterValue(Harbour, ship, MOVED, much * 3);
  status |= PerfSetULongLongCounterValue(Harbour, ship, QUEUE, much * 77);
  must((PDH_STATUS)status, "the values of a ship");
}

static PPERF_COUNTERSET_INSTANCE new_ship(unsigned which) {
  WCHAR name[16];
  size_t i = 0;
  for (; names[which][i] != 0; ++i) name[i] = (WCHAR)names[which][i];
  name[i] = 0;
  return (PPERF_COUNTERSET_INSTANCE)not_null(PerfCreateInstance(Harbour, &ShipsGuid, name, which));
}

/* What the ships have before the record of that step. */
static void sail(int round, unsigned step) {
  for (unsigned i = 0; i < SHIPS; ++i) {
    if (!is_there[round][i] && ships[i] != NULL) {
      must((PDH_STATUS)PerfDeleteInstance(Harbour, ships[i]), "PerfDeleteInstance");
      ships[i] = NULL;
    }
    if (!is_there[round][i]) continue;
    if (ships[i] == NULL) ships[i] = new_ship(i);
    fill(ships[i], i, step, i == ANNA && round == FALLS);
  }
}

/* Returns when the process runs the program. */
static pid_t start(const char* sleeper) {
  int ends[2];
  char byte = 0;
  if (pipe(ends) != 0) exit(2);
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)dup2(ends[1], STDOUT_FILENO);
    execl(sleeper, sleeper, (char*)NULL);
    _exit(2);
  }
  if (pid < 0 || read(ends[0], &byte, 1) != 1) exit(2);
  close(ends[0]);
  close(ends[1]);
  return pid;
}

static void end(pid_t pid) {
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
}

static void add_counters(HQUERY query, const char* process, Counters* counters, Counters* all) {
  char path[PDH_MAX_COUNTER_PATH];
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) add(query, paths[i], counters);
  for (size_t i = 0; i < sizeof of_process / sizeof of_process[0]; ++i) {
    snprintf(path, sizeof path, "\\Process(%s)\\%s", process, of_process[i]);
    add(query, path, counters);
  }
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
    snprintf(path, sizeof path, "\\Harbour Ships(*)\\%s", arrays[i]);
    add(query, path, all);
  }
  add(query, "\\Processor(*)\\% User Time", all);
}

/* One log of those that are written. */
typedef struct Log {
  char name[1024];
  HLOG handle;
} Log;

/* NAME=TYPE; the name may contain other equals signs. */
static Log open_log(HQUERY query, const char* argument) {
  Log log;
  snprintf(log.name, sizeof log.name, "%s", argument);
  char* const type_text = strrchr(log.name, '=');
  if (type_text == NULL) exit(2);
  *type_text = 0;
  DWORD type = (DWORD)atoi(type_text + 1);
  must(PdhOpenLogA(log.name, PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW, &type, query, 0, NULL,
                   &log.handle),
       log.name);
  return log;
}

/* When the query collected last: a counter that always has a reading says so. */
static LONGLONG time_of(HCOUNTER counter) {
  PDH_RAW_COUNTER raw;
  must(PdhGetRawCounterValue(counter, NULL, &raw), "PdhGetRawCounterValue");
  return number_of(raw.TimeStamp);
}

static void write_logs(const char* sleeper, const Log* logs, int count, const Counters* counters,
                       const Counters* all) {
  unsigned step = 0;
  pid_t process = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    if (round == STARTS) process = start(sleeper);
    if (round == ENDS + 1) end(process);
    for (int i = 0; i < count; ++i) {
      sail(round, ++step);
      const PDH_STATUS status = PdhUpdateLogA(logs[i].handle, NULL);
      printf("update\t%s\t%08X\n", logs[i].name, (unsigned)status);
      print_record(time_of(counters->handles[3]), counters, all);
    }
  }
}

int main(int count, char** arguments) {
  HQUERY query = NULL;
  Log logs[MOST_LOGS];
  Counters counters = {NULL, NULL, 0};
  Counters all = {NULL, NULL, 0};
  if (count == 1) { /* the process that is logged */
    (void)!write(STDOUT_FILENO, "s", 1);
    for (;;) pause();
  }
  if (count - 2 > MOST_LOGS) return 2;
  must((PDH_STATUS)CounterInitialize(), "CounterInitialize");
  sail(0, 0);
  must(PdhOpenQueryA(NULL, 0, &query), "PdhOpenQuery");
  add_counters(query, strrchr(arguments[1], '/') + 1, &counters, &all);
  for (size_t i = 0; i < counters.count; ++i) printf("path\t%s\n", counters.paths[i]);
  for (int i = 2; i < count; ++i) logs[i - 2] = open_log(query, arguments[i]);
  write_logs(arguments[1], logs, count - 2, &counters, &all);
  for (int i = 2; i < count; ++i) must(PdhCloseLog(logs[i - 2].handle, 0), "PdhCloseLog");
  must(PdhCloseQuery(query), "PdhCloseQuery");
  CounterCleanup();
  free_all(&counters);
  free_all(&all);
  return 0;
}
