/* What the interface does to the process that calls it: eight threads at once, after fork(), with
   standard input closed; descriptors, limits, and the memory that is given back. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* kill(), fork() */
#endif
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <winperf.h>
#include <winreg.h>

#include "check.h"

#if defined(__SANITIZE_THREAD__)
#define UNDER_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_THREAD_SANITIZER
#endif
#endif
#define THREADS 8
#define ROUNDS 20

static int descriptors_of_this_process(void) {
  DIR* folder = opendir("/proc/self/fd");
  int count = 0;
  if (folder == NULL) exit(2);
  while (readdir(folder) != NULL) ++count;
  closedir(folder);
  return count;
}

/* A whole block of these objects: 0, or what is wrong with it. */
static int query(const char* name, DWORD objects) {
  unsigned char* buffer = (unsigned char*)malloc(ROOM);
  DWORD size = ROOM;
  PERF_DATA_BLOCK header;
  int fault =
      buffer == NULL || RegQueryValueExA(HKEY_PERFORMANCE_DATA, name, NULL, NULL, buffer, &size);
  if (!fault) {
    memcpy(&header, buffer, sizeof(header));
    fault = header.TotalByteLength != size || header.NumObjectTypes != objects;
  }
  free(buffer);
  return fault;
}

/* Titles have the same bytes for everybody, whoever closes meanwhile. */
static int titles_differ(const unsigned char* whole, DWORD whole_size) {
  unsigned char* buffer = (unsigned char*)malloc(ROOM);
  DWORD size = ROOM;
  const int fault =
      buffer == NULL ||
      RegQueryValueExW(HKEY_PERFORMANCE_DATA, WIDE("Counter 009"), NULL, NULL, buffer, &size) ||
      size != whole_size || memcmp(buffer, whole, size) != 0;
  free(buffer);
  return fault;
}

static unsigned char* titles;
static DWORD titles_size = ROOM;

static void* use_everything(void* faults) {
  for (int i = 0; i < ROUNDS; ++i) {
    HKEY key = NULL;
    *(int*)faults += query("2 238 4", 3);
    *(int*)faults += titles_differ(titles, titles_size);
    *(int*)faults += RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE", 0, KEY_READ, &key) != 0;
    *(int*)faults += RegCloseKey(key) != 0;
    if (i % 5 == 0) *(int*)faults += RegCloseKey(HKEY_PERFORMANCE_DATA) != 0;
  }
  return NULL;
}

static void eight_threads(void) {
  pthread_t threads[THREADS];
  int faults[THREADS] = {0};
  for (int i = 0; i < THREADS; ++i) {
    CHECK_EQ(pthread_create(&threads[i], NULL, use_everything, &faults[i]), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
    CHECK_EQ(faults[i], 0);
  }
}

/* The parent's collections have files, a socket and a thread open, which a child must not use. */
static void child_after_fork(const char* name, DWORD objects) {
  CHECK_EQ(query(name, objects), 0);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(query(name, objects) + query("2 4", 2) + (RegCloseKey(HKEY_PERFORMANCE_DATA) != 0));
  }
  for (int i = 0; i < 3; ++i) CHECK_EQ(query(name, objects), 0); /* at the same time */
  int status = -1;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

static volatile int stop;

static void* query_until_told(void* unused) {
  (void)unused;
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) (void)query("4", 1);
  return NULL;
}

/* While another thread holds the library's lock most of the time. */
static void fork_while_another_thread_queries(void) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, query_until_told, NULL), 0);
  for (int i = 0; i < 10; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      _exit(query("2", 1));
    }
    int status = -1;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

static int whole_machine(void) {
  unsigned char* buffer = new_buffer();
  DWORD size = ROOM;
  const int fault =
      RegQueryValueExA(HKEY_PERFORMANCE_DATA, "Global", NULL, NULL, buffer, &size) != 0;
  free(buffer);
  return fault;
}

static void descriptors_and_limits(void) {
  struct rlimit before, after;
  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), 0);
  const int descriptors = descriptors_of_this_process();
  pid_t sleepers[80];
  for (int i = 0; i < 80; ++i) {
    sleepers[i] = fork();
    if (sleepers[i] == 0) {
      pause();
      _exit(0);
    }
  }
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  CHECK_EQ(whole_machine() + whole_machine(), 0);
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &after), 0);
  CHECK(before.rlim_cur == after.rlim_cur && before.rlim_max == after.rlim_max);
  CHECK(descriptors_of_this_process() <= descriptors + 64);
  CHECK(descriptors_of_this_process() > descriptors);
  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), 0);
  CHECK_EQ(descriptors_of_this_process(), descriptors);
  for (int i = 0; i < 80; ++i) {
    kill(sleepers[i], SIGKILL);
    waitpid(sleepers[i], NULL, 0);
  }
}

/* A process that has no descriptor left is told so, and is served as soon as it has some again. */
static void no_descriptor_left(void) {
  struct rlimit before;
  struct rlimit none = {0, 0};
  BYTE byte = 0xAA;
  DWORD size = 1;
  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), 0);
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  none.rlim_max = before.rlim_max;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  CHECK_EQ(RegQueryValueExA(HKEY_PERFORMANCE_DATA, "4", NULL, NULL, &byte, &size),
           ERROR_TOO_MANY_OPEN_FILES);
  CHECK(byte == 0xAA && size == 1);
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  CHECK_EQ(query("4", 1), 0);
}

static void standard_input_closed(void) {
  CHECK_EQ(close(0), 0);
  CHECK_EQ(query("2 238 4", 3), 0); /* its files may have number 0 now */
  CHECK_EQ(query("2 238 4", 3), 0);
  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), 0);
}

int main(void) {
  titles = new_buffer();
  CHECK_EQ(RegQueryValueExW(HKEY_PERFORMANCE_DATA, WIDE("Counter 009"), NULL, NULL, titles,
                            &titles_size),
           0);
  child_after_fork("4", 1);
#ifndef UNDER_THREAD_SANITIZER /* which cannot start threads in the child of a process that has \
                                  some */
  child_after_fork("236 510", 2);
#endif
  fork_while_another_thread_queries();
  descriptors_and_limits();
  no_descriptor_left();
  eight_threads();
  standard_input_closed();
  free(titles);
  return finish("registry_process");
}
