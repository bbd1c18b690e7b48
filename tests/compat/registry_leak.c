/* One query per second while a thousand processes per second come and go: neither descriptors
   nor memory nor anything kept per process may grow. registry_leak SECONDS */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mallinfo2(), kill() */
#endif
#include <signal.h>
#include <winperf.h>
#include <winreg.h>

#include "check.h"
#include "churn.h"
#include "footprint.h"

#define WARM_UP 10 /* queries */
/* Processes that run all the time. They use all descriptors that may be kept, so other processes
   that come and go do not change that number. */
#define RESIDENTS 40
/* More processes during the first query only: afterwards the tables have room for them. */
#define CROWD 400
/* How much other work on the computer may change in a minute. The test of an hour has the same
   bound. */
#define BOUND_KIB 256

static unsigned char* buffer;

/* All objects, and everything else that programs ask for repeatedly. */
static void query_everything(void) {
  HKEY key = NULL;
  for (int i = 0; i < 3; ++i) {
    static const char* const kNames[] = {"Global", "Costly", "Counter 009"};
    DWORD size = ROOM;
    CHECK_EQ(RegQueryValueExA(HKEY_PERFORMANCE_DATA, kNames[i], NULL, NULL, buffer, &size), 0);
  }
  CHECK_EQ(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE", 0, KEY_READ, &key), 0);
  CHECK_EQ(RegCloseKey(key), 0);
}

static void start_sleepers(pid_t* pids, int count) {
  for (int i = 0; i < count; ++i) {
    pids[i] = fork();
    if (pids[i] != 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if this process is killed */
    pause();
    _exit(0);
  }
}

static void end_sleepers(const pid_t* pids, int count) {
  for (int i = 0; i < count; ++i) {
    if (pids[i] <= 0) exit(2);
    kill(pids[i], SIGKILL);
    waitpid(pids[i], NULL, 0);
  }
}

/* One query at each full second, however long a query takes. */
static void query_each_second(int count) {
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (int i = 0; i < count; ++i) {
    ++next.tv_sec;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL) != 0) continue;
    query_everything();
    if (i % 600 == 599) show("ten minutes more", footprint_now());
  }
}

/* The footprint while no process comes or goes. A query drops what ended processes left behind. */
static struct footprint at_rest(int orders, uint64_t* made) {
  *made = churn_stop(orders);
  for (int i = 0; i < 3; ++i) query_everything();
  return footprint_now();
}

static void check_nothing_grew(struct footprint before, struct footprint after) {
  CHECK_EQ(after.descriptors, before.descriptors);
  CHECK(after.heap <= before.heap + BOUND_KIB);
  CHECK(after.resident <= before.resident + BOUND_KIB);
  CHECK(after.data <= before.data + BOUND_KIB);
}

int main(int argc, char** argv) {
  const int seconds = argc > 1 ? atoi(argv[1]) : 10;
  pid_t residents[RESIDENTS], crowd[CROWD];
  uint64_t made_before = 0, made = 0;
  const int orders = churn_start();
  buffer = new_buffer();
  if (orders < 0) return 2;
  start_sleepers(residents, RESIDENTS);
  start_sleepers(crowd, CROWD);
  const int descriptors = descriptors_of_this_process();
  query_everything();
  end_sleepers(crowd, CROWD);

  CHECK(churn_order(orders, CHURN_GO));
  query_each_second(WARM_UP);
  const struct footprint before = at_rest(orders, &made_before);
  show("after ten seconds", before);
  CHECK(before.descriptors > descriptors && before.descriptors <= descriptors + 64);

  CHECK(churn_order(orders, CHURN_GO));
  query_each_second(seconds);
  const struct footprint after = at_rest(orders, &made);
  show("at the end", after);
  printf("%d seconds, %llu processes\n", seconds, (unsigned long long)(made - made_before));
  check_nothing_grew(before, after);
  /* without the full load the test would prove nothing */
  CHECK(made - made_before >= (uint64_t)seconds * CHURN_PER_SECOND * 9 / 10);

  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), 0);
  CHECK_EQ(descriptors_of_this_process(), descriptors);
  close(orders);
  end_sleepers(residents, RESIDENTS);
  free(buffer);
  return finish("registry_leak");
}
