/* <conio.h> over a pipe and a terminal: keys arrive one at a time, and the terminal mode is
   restored. */
#ifndef _GNU_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include <conio.h>
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>
#include <windows.h>

#include "check.h"

static void send(int to, const char* keys) {
  if (write(to, keys, strlen(keys)) != (ssize_t)strlen(keys)) exit(2);
}

static void keys_of_a_pipe(void) {
  int ends[2];
  if (pipe(ends) != 0) exit(2);
  dup2(ends[0], 0);
  CHECK_EQ(_kbhit(), 0);
  send(ends[1], "ab");
  CHECK_EQ(_kbhit(), 1);
  CHECK_EQ(_getch(), 'a');
  CHECK_EQ(_getche(), 'b');
  CHECK_EQ(_kbhit(), 0);
  close(ends[1]);
  CHECK_EQ(_kbhit(), 1); /* at the end of the input */
  CHECK_EQ(_getch(), -1);
  CHECK_EQ(_getche(), -1);
}

/* A terminal passes on whole lines; _kbhit sees a key before the end of the line. */
static void keys_of_a_terminal(void) {
  struct termios before;
  struct termios after;
  const int keyboard = posix_openpt(O_RDWR | O_NOCTTY);
  if (keyboard < 0 || grantpt(keyboard) != 0 || unlockpt(keyboard) != 0) exit(2);
  const int terminal = open(ptsname(keyboard), O_RDWR | O_NOCTTY);
  dup2(terminal, 0);
  CHECK_EQ(tcgetattr(0, &before), 0);
  CHECK_EQ(_kbhit(), 0);
  send(keyboard, "q\n");
  CHECK_EQ(_getch(), 'q');
  CHECK_EQ(_kbhit(), 1);
  CHECK_EQ(_getch(), '\n');
  CHECK_EQ(_kbhit(), 0);
  CHECK_EQ(tcgetattr(0, &after), 0);
  CHECK(after.c_lflag == before.c_lflag && (after.c_lflag & ICANON) != 0);
}

int main(void) {
  keys_of_a_pipe();
  keys_of_a_terminal();
  return finish("console");
}
