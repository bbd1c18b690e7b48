#define _DEFAULT_SOURCE 1
#include "child.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perflib_suite.h"

/* One byte each way: the child has published, and is to end. */
static void live(void* (*publish)(void), int input, int output) {
  char byte = 0;
  HANDLE const provider = publish();
  if (write(output, &byte, 1) != 1) _exit(1);
  if (read(input, &byte, 1) != 1) _exit(1);
  const int has_failed = PerfStopProvider(provider) != ERROR_SUCCESS || take_failure()[0] != 0;
  _exit(has_failed ? 1 : 0);
}

Child start_child(void* (*publish)(void)) {
  int input[2], output[2];
  char byte = 0;
  if (pipe(input) != 0 || pipe(output) != 0) exit(2);
  const Child child = {fork(), input[1]};
  if (child.process == 0) {
    close(input[1]);
    live(publish, input[0], output[1]);
  }
  close(input[0]);
  close(output[1]);
  EXPECT_EQ(read(output[0], &byte, 1), 1);
  close(output[0]);
  return child;
}

static int wait_for(Child child) {
  int status = -1;
  EXPECT_EQ(waitpid(child.process, &status, 0), child.process);
  close(child.input);
  return status;
}

void end_child(Child child) {
  const char byte = 0;
  EXPECT_EQ(write(child.input, &byte, 1), 1);
  EXPECT_EQ(wait_for(child), 0);
}

void kill_child(Child child) {
  kill(child.process, SIGKILL);
  (void)wait_for(child);
}
