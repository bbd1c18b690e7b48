#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* pipe2(), tm_gmtoff */
#endif
#include <stdio.h>
#include <stdlib.h>

#include "pdh_suite.h"
#ifdef _WIN32
#include <io.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#endif

#ifdef _WIN32
const char* this_machine(void) {
  static char name[64] = "\\\\";
  DWORD size = sizeof name - 2;
  if (!GetComputerNameA(name + 2, &size)) exit(2);
  return name;
}

LONGLONG local_time_now(void) {
  FILETIME now, local;
  GetSystemTimeAsFileTime(&now);
  if (!FileTimeToLocalFileTime(&now, &local)) exit(2);
  return ((LONGLONG)local.dwHighDateTime << 32) + local.dwLowDateTime;
}

long minutes_to_utc(void) {
  TIME_ZONE_INFORMATION zone;
  const DWORD season = GetTimeZoneInformation(&zone);
  return zone.Bias + (season == TIME_ZONE_ID_DAYLIGHT ? zone.DaylightBias : zone.StandardBias);
}

void rest(void) { Sleep(1); }

const char* unique_name(const char* prefix) {
  static char name[32];
  snprintf(name, sizeof name, "%s%lu", prefix, GetCurrentProcessId());
  return name;
}

int live_as_child(void) {
  char byte = 'w';
  if (_write(1, &byte, 1) != 1) return 1;
  return _read(0, &byte, 1) == 0 ? 0 : 1;
}

/* One end for the child, the other for this process. */
static void make_pipe(HANDLE* input, HANDLE* output, HANDLE* ours) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  if (!CreatePipe(input, output, &inherited, 0)) exit(2);
  SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
}

static PROCESS_INFORMATION start_program(const char* file, HANDLE input, HANDLE output) {
  PROCESS_INFORMATION process;
  STARTUPINFOA start;
  char command[600];
  memset(&start, 0, sizeof start);
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = input;
  start.hStdOutput = output;
  snprintf(command, sizeof command, "\"%s\" --child", file);
  if (!CreateProcessA(file, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) exit(2);
  CloseHandle(process.hThread);
  return process;
}

Child start_child(const char* name) {
  HANDLE input, output, started_input, started_output;
  char file[520], program[512];
  char byte = 0;
  DWORD count = 0;
  snprintf(file, sizeof file, "%s.exe", path_of(name));
  if (GetModuleFileNameA(NULL, program, sizeof program) == 0) exit(2);
  CopyFileA(program, file, FALSE);
  make_pipe(&input, &output, &output);
  make_pipe(&started_input, &started_output, &started_input);
  const PROCESS_INFORMATION process = start_program(file, input, started_output);
  CloseHandle(input);
  CloseHandle(started_output);
  if (!ReadFile(started_input, &byte, 1, &count, NULL)) exit(2);
  CloseHandle(started_input);
  const Child child = {process.hProcess, output, process.dwProcessId};
  return child;
}

void end_child(Child child) {
  CloseHandle(child.input);
  EXPECT_EQ(WaitForSingleObject(child.process, INFINITE), 0);
  CloseHandle(child.process);
}
#else
const char* this_machine(void) {
  static char machine[80];
  struct utsname name;
  if (uname(&name) != 0) exit(2);
  snprintf(machine, sizeof machine, "\\\\%.70s", name.nodename);
  return machine;
}

LONGLONG local_time_now(void) {
  struct timespec now;
  struct tm local;
  clock_gettime(CLOCK_REALTIME, &now);
  localtime_r(&now.tv_sec, &local);
  return ((LONGLONG)now.tv_sec + local.tm_gmtoff + 11644473600ll) * SECOND + now.tv_nsec / 100;
}

long minutes_to_utc(void) {
  const time_t now = time(NULL);
  struct tm local;
  localtime_r(&now, &local);
  return -local.tm_gmtoff / 60;
}

void rest(void) { usleep(1000); }

const char* unique_name(const char* prefix) {
  static char name[32];
  snprintf(name, sizeof name, "%s%d", prefix, (int)getpid());
  return name;
}

int live_as_child(void) {
  char byte = 'w';
  if (write(STDOUT_FILENO, &byte, 1) != 1) return 1;
  return read(STDIN_FILENO, &byte, 1) == 0 ? 0 : 1;
}

/* Runs a copy of this program with its ends of two pipes. */
static void become_child(const char* file, int input, int output) {
  if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0) _exit(2);
  execl(file, file, "--child", (char*)NULL);
  _exit(2);
}

static void copy_program(const char* file) {
  char bytes[4096];
  size_t size = 0;
  FILE* const from = fopen("/proc/self/exe", "rb");
  FILE* const to = fopen(file, "wb");
  if (from == NULL || to == NULL) exit(2);
  while ((size = fread(bytes, 1, sizeof bytes, from)) != 0) {
    if (fwrite(bytes, 1, size, to) != size) exit(2);
  }
  fclose(from);
  if (fclose(to) != 0) exit(2);
}

static void make_program(const char* file) {
  copy_program(file);
  if (chmod(file, 0700) != 0) exit(2);
}

Child start_child(const char* name) {
  int input[2], started[2];
  char byte = 0;
  const char* const file = path_of(name);
  make_program(file);
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(started, O_CLOEXEC) != 0) exit(2);
  const pid_t process = fork();
  if (process == 0) become_child(file, input[0], started[1]);
  close(input[0]);
  close(started[1]);
  EXPECT_EQ(read(started[0], &byte, 1), 1); /* it runs that program */
  close(started[0]);
  EXPECT_EQ(unlink(file), 0);
  const Child child = {NULL, (HANDLE)(intptr_t)input[1], (DWORD)process};
  return child;
}

void end_child(Child child) {
  int status = -1;
  close((int)(intptr_t)child.input);
  EXPECT_EQ(waitpid((pid_t)child.id, &status, 0), child.id);
  EXPECT_EQ(status, 0);
}
#endif
