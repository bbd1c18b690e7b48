/* A process that starts others: a thousand per second, each living for 20 ms under its own name,
   some with a second thread. It takes orders of one byte from a socket. */
#pragma once

#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHURN_GO = 'g', CHURN_PAUSE = 'p' }; /* the orders */
#define CHURN_PER_SECOND 1000
#define CHURN_LIFE_MS 20
#define CHURN_MOST 200       /* at once, if the computer is too slow for them */
#define CHURN_TWO_THREADS 10 /* every tenth process */

/* The state of the process that starts others. */
struct churner {
  int orders;
  uint64_t made;
  unsigned alive;
};

static inline int64_t churn_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline void* churn_wait_a_life(void* unused) {
  const struct timespec life = {0, CHURN_LIFE_MS * 1000000L};
  nanosleep(&life, NULL);
  return unused;
}

static inline void churn_live(uint64_t number) {
  char name[16];
  pthread_t thread;
  snprintf(name, sizeof(name), "churn%u", (unsigned)(number % 1000000));
  prctl(PR_SET_NAME, name);
  const int has_thread = number % CHURN_TWO_THREADS == 0 &&
                         pthread_create(&thread, NULL, churn_wait_a_life, NULL) == 0;
  churn_wait_a_life(NULL);
  if (has_thread) pthread_join(thread, NULL);
  _exit(0);
}

static inline void churn_make_one(struct churner* churner) {
  const pid_t child = fork();
  if (child == 0) churn_live(churner->made);
  if (child < 0) return; /* tries again when there is room */
  ++churner->made;
  ++churner->alive;
}

static inline void churn_reap(struct churner* churner, int flags) {
  while (churner->alive > 0 && waitpid(-1, NULL, flags) > 0) --churner->alive;
}

/* Starts the processes that are due until the next order. */
static inline void churn_go(struct churner* churner) {
  struct pollfd order = {churner->orders, POLLIN, 0};
  const int64_t begin = churn_now_ms();
  const uint64_t made_before = churner->made;
  do {
    const uint64_t due = (uint64_t)(churn_now_ms() - begin) * CHURN_PER_SECOND / 1000;
    while (churner->made - made_before < due && churner->alive < CHURN_MOST) {
      churn_make_one(churner);
    }
    churn_reap(churner, WNOHANG);
  } while (poll(&order, 1, 1) == 0);
}

/* Follows orders until the other end is closed. Answers a pause with the number of processes so
   far, after all have ended. */
static inline void churn_obey(int orders) {
  struct churner churner = {orders, 0, 0};
  for (char order = 0; read(orders, &order, 1) == 1;) {
    if (order == CHURN_GO) churn_go(&churner);
    if (order != CHURN_PAUSE) continue;
    churn_reap(&churner, 0);
    if (write(orders, &churner.made, sizeof(churner.made)) != sizeof(churner.made)) break;
  }
  _exit(0);
}

/* Starts it. Returns the socket for orders, or -1 on failure. */
static inline int churn_start(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  const pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    close(ends[0]);
    churn_obey(ends[1]);
  }
  close(ends[1]);
  return ends[0];
}

static inline int churn_order(int orders, char order) { return write(orders, &order, 1) == 1; }

/* Waits until none of them is left. Returns how many there have been so far. */
static inline uint64_t churn_stop(int orders) {
  uint64_t made = 0;
  if (!churn_order(orders, CHURN_PAUSE)) return 0;
  return recv(orders, &made, sizeof(made), MSG_WAITALL) == sizeof(made) ? made : 0;
}
