/* Child: another process that publishes. For POSIX. */
#pragma once

#include <sys/types.h>

typedef struct Child {
  pid_t process;
  int input; /* of the child */
} Child;

/* Forks a child, which calls `publish`, and stops the provider that this returns when it is to end.
   Returns when it has published. None of the handles that are open here is open in it. */
Child start_child(void* (*publish)(void));
/* Waits until it has stopped its provider and ended. */
void end_child(Child child);
/* kill -9. */
void kill_child(Child child);
