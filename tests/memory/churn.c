/* Processes that come and go: `churn RATE LIFETIME_MS NAMES` starts RATE of them a second, each of
 * which lives LIFETIME_MS and is called by one of NAMES names in turn. They differ in their page
 * faults: the first has none more than a process needs, the next one more, and so on. Ends with its
 * parent, or by a signal. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static void sleep_ns(long long ns) {
  struct timespec left = {ns / 1000000000, ns % 1000000000};
  nanosleep(&left, NULL);
}

static void touch_pages(long count) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t size = page * (size_t)(count + 1);
  volatile char* const memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  madvise((void*)memory, size, MADV_NOHUGEPAGE);
  for (long i = 0; i < count; ++i) memory[page * (size_t)i] = 1;
}

static void live(long number, long lifetime_ms) {
  char name[32]; /* of which the kernel takes 15 letters */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  snprintf(name, sizeof(name), "churn-%ld", number);
  prctl(PR_SET_NAME, name);
  touch_pages(number);
  sleep_ns(lifetime_ms * 1000000LL);
  _exit(0);
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: churn RATE LIFETIME_MS NAMES\n");
    return 2;
  }
  const long rate = atol(argv[1]);
  const long lifetime_ms = atol(argv[2]);
  const long names = atol(argv[3]);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGCHLD, SIG_IGN); /* nobody waits for them */
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (long i = 0;; ++i) {
    if (fork() == 0) live(i % names, lifetime_ms);
    next.tv_nsec += 1000000000 / rate;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      ++next.tv_sec;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
}
