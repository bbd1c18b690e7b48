/* The application: it counts its jobs in memory that its performance module reads. An increment
   costs no more than that of any other variable. Usage: disque_app [JOBS PER SECOND] */
#include <stdio.h>
#include <stdlib.h>
#ifndef _WIN32
#include <time.h>
#endif

#include "disque_shared.h"

static void wait_100_ms(void) {
#ifdef _WIN32
  Sleep(100);
#else
  const struct timespec time = {0, 100000000};
  nanosleep(&time, NULL);
#endif
}

int main(int argc, char** argv) {
  const unsigned long jobs = argc > 1 ? strtoul(argv[1], NULL, 10) : 50;
  DISQUE_SHARED* const shared = map_disque(1);
  if (shared == NULL) {
    fputs("disque_app: the shared memory " DISQUE_MEMORY
          " cannot be made; "
          "remove it if another user has left it in /dev/shm\n",
          stderr);
    return 1;
  }
  for (uint32_t step = 0;; ++step) {
    shared->queues[0].finished += jobs / 10;
    shared->queues[0].depth = step % 7;
    shared->queues[1].finished += 1;
    shared->queues[1].depth = step % 3;
    wait_100_ms();
  }
}
