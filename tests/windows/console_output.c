/* The console functions of a program that writes to a terminal and to a file; the effect of
   Ctrl+C and other signals. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* posix_openpt */
#endif
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <windows.h>

#include "check.h"

static void outputs_that_are_no_terminal(void) {
  const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
  DWORD mode = 7, written = 7;
  CONSOLE_SCREEN_BUFFER_INFO info;
  CHECK(output != INVALID_HANDLE_VALUE && output != GetStdHandle(STD_ERROR_HANDLE));
  CHECK(GetStdHandle(5) == INVALID_HANDLE_VALUE && GetLastError() == ERROR_INVALID_HANDLE);
  CHECK(!GetConsoleMode(output, &mode) && GetLastError() == ERROR_INVALID_HANDLE && mode == 7);
  CHECK(!WriteConsole(output, TEXT("x"), 1, &written, NULL) && written == 7);
  CHECK(!SetConsoleTextAttribute(output, FOREGROUND_RED));
  CHECK(!GetConsoleScreenBufferInfo(output, &info));
  CHECK(SetConsoleTitle(TEXT("title"))); /* nothing is written */
  CHECK(!GetConsoleMode(NULL, &mode) && GetLastError() == ERROR_INVALID_HANDLE);
}

static void code_pages_of_the_console(void) {
  CHECK(GetConsoleOutputCP() == 65001 && GetConsoleCP() == 65001);
  CHECK(SetConsoleOutputCP(65001) && SetConsoleCP(CP_OEMCP));
  CHECK(!SetConsoleOutputCP(437) && GetLastError() == ERROR_INVALID_PARAMETER);
}

/* The bytes that arrived at the other side of the terminal. */
static void check_sent(int line, int terminal, const char* wanted) {
  char got[256];
  size_t count = 0;
  while (count < strlen(wanted)) {
    const ssize_t more = read(terminal, got + count, sizeof(got) - 1 - count);
    if (more <= 0) break;
    count += (size_t)more;
  }
  got[count] = 0;
  check_at(line, got, strcmp(got, wanted), 0);
}

static void a_terminal(void) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  const int before = dup(1);
  CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  const int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  const struct winsize size = {24, 80, 0, 0};
  const COORD place = {4, 2};
  DWORD mode = 0, written = 0;
  char nul[2] = "x";
  CONSOLE_SCREEN_BUFFER_INFO info;
  CHECK(slave >= 0 && ioctl(terminal, TIOCSWINSZ, &size) == 0);
  fflush(stdout);
  CHECK_EQ(dup2(slave, 1), 1);
  const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
  CHECK(GetConsoleMode(output, &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0);
  CHECK(SetConsoleMode(output, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING));
  CHECK(WriteConsoleW(output, WIDE("\u00FCx"), 2, &written, NULL) && written == 2);
  check_sent(__LINE__, terminal, "\xC3\xBCx");
  CHECK(WriteConsoleW(output, WIDE("\0n"), 2, &written, NULL) && written == 2);
  CHECK(read(terminal, nul, 2) == 2 && nul[0] == 0 && nul[1] == 'n');
  CHECK(SetConsoleTextAttribute(output, FOREGROUND_RED | FOREGROUND_INTENSITY | BACKGROUND_BLUE));
  check_sent(__LINE__, terminal, "\x1B[0;91;44m");
  CHECK(GetConsoleScreenBufferInfo(output, &info));
  CHECK(info.dwSize.X == 80 && info.srWindow.Bottom == 23);
  CHECK_EQ(info.wAttributes, FOREGROUND_RED | FOREGROUND_INTENSITY | BACKGROUND_BLUE);
  CHECK(SetConsoleTextAttribute(output, FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE));
  check_sent(__LINE__, terminal, "\x1B[0m");
  CHECK(SetConsoleCursorPosition(output, place));
  check_sent(__LINE__, terminal, "\x1B[3;5H");
  CHECK(SetConsoleTitleA("a\x1B\nb")); /* no character of the title ends the sequence */
  check_sent(__LINE__, terminal, "\x1B]0;ab\x07");
  CHECK_EQ(dup2(before, 1), 1);
  close(slave);
  close(terminal);
  close(before);
}

static HANDLE handled;
static DWORD last_event = 99;
static int calls_of_the_first;

static BOOL WINAPI handle_first(DWORD event) {
  (void)event;
  ++calls_of_the_first;
  return FALSE;
}
static BOOL WINAPI handle_last(DWORD event) {
  last_event = event;
  SetEvent(handled); /* a signal handler must not do this */
  return TRUE;
}

static void check_event(int line, int number, DWORD event) {
  check_at(line, "kill", kill(getpid(), number), 0);
  check_at(line, "wait", (long)WaitForSingleObject(handled, 60000), WAIT_OBJECT_0);
  check_at(line, "event", (long)last_event, (long)event);
}

static void signals_call_handlers(void) {
  handled = CreateEvent(NULL, FALSE, FALSE, NULL);
  CHECK(SetConsoleCtrlHandler(handle_first, TRUE));
  CHECK(SetConsoleCtrlHandler(handle_last, TRUE));
  check_event(__LINE__, SIGINT, CTRL_C_EVENT);
  check_event(__LINE__, SIGQUIT, CTRL_BREAK_EVENT);
  CHECK_EQ(calls_of_the_first, 0); /* the handler added last is called first */
  CHECK(SetConsoleCtrlHandler(NULL, TRUE));
  CHECK_EQ(kill(getpid(), SIGINT), 0); /* ignored: the next event belongs to the next signal */
  check_event(__LINE__, SIGQUIT, CTRL_BREAK_EVENT);
  CHECK(SetConsoleCtrlHandler(NULL, FALSE));
  check_event(__LINE__, SIGINT, CTRL_C_EVENT);
  CHECK(SetConsoleCtrlHandler(handle_last, FALSE));
  CHECK(!SetConsoleCtrlHandler(handle_last, FALSE) && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK(CloseHandle(handled));
}

/* If no handler returns TRUE, the signal ends the process. */
static void unhandled_signals_end_the_process(void) {
  fflush(NULL);
  const pid_t child = fork(); /* a child has no thread for handlers: the signal ends it at once */
  if (child == 0) {
    for (;;) pause();
  }
  int status = 0;
  CHECK_EQ(kill(child, SIGTERM), 0);
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

/* Writes the event to standard output; the handlers before it are not called. */
static BOOL WINAPI handle_by_writing(DWORD event) {
  const unsigned char byte = (unsigned char)event;
  return write(1, &byte, 1) == 1;
}

/* What the new program does: adds handlers and sends itself the signal. */
static int signal_itself(const char* way, const char* number) {
  SetConsoleCtrlHandler(handle_by_writing, TRUE);
  if (strcmp(way, "refuse") == 0) SetConsoleCtrlHandler(handle_by_writing, FALSE);
  if (strcmp(way, "refuse") == 0) SetConsoleCtrlHandler(handle_first, TRUE);
  if (strcmp(way, "twice") == 0) SetConsoleCtrlHandler(handle_by_writing, TRUE);
  kill(getpid(), atoi(number));
  sleep(60); /* for the handlers; not forever, so that a failing test ends */
  return 0;
}

/* The signal ends a new program, whose handlers write the events in `wanted`. */
static void check_ended(int line, const char* program, const char* way, int number,
                        const char* wanted) {
  char text[16], got[8] = "";
  int ends[2];
  int status = 0;
  snprintf(text, sizeof(text), "%d", number);
  fflush(NULL);
  check_at(line, "pipe", pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    if (dup2(ends[1], 1) == 1) execl(program, program, way, text, (char*)NULL);
    _exit(1);
  }
  close(ends[1]);
  check_at(line, "waitpid", waitpid(child, &status, 0), child);
  check_at(line, "signal", WIFSIGNALED(status) ? WTERMSIG(status) : -1, number);
  check_at(line, "events", read(ends[0], got, sizeof(got)), (long)strlen(wanted));
  check_at(line, "event", memcmp(got, wanted, strlen(wanted)), 0);
  close(ends[0]);
}

static void signals_that_end_the_process(const char* program) {
  check_ended(__LINE__, program, "refuse", SIGINT, "");     /* no handler returns TRUE */
  check_ended(__LINE__, program, "handle", SIGHUP, "\x02"); /* after a handler that returns TRUE */
  check_ended(__LINE__, program, "handle", SIGTERM, "\x06");
  check_ended(__LINE__, program, "twice", SIGTERM, "\x06"); /* one of the two is called */
}

int main(int argc, char** argv) {
  if (argc > 2) return signal_itself(argv[1], argv[2]);
  signals_that_end_the_process(argv[0]);
  outputs_that_are_no_terminal();
  code_pages_of_the_console();
  a_terminal();
  signals_call_handlers();
  unhandled_signals_end_the_process();
  return finish("console_output");
}
