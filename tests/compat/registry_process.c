/* What the library does to the process that calls it: eight threads at once, after fork(), with
   closed standard streams; descriptors, limits, and freed memory. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* kill(), fork() */
#endif
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <winperf.h>
#include <winreg.h>

#include "check.h"
#include "footprint.h"

#define LEAST_STACK (128u << 10) /* as docs/registry.md says; sanitizers need more */
#if defined(__SANITIZE_ADDRESS__) || defined(UNDER_THREAD_SANITIZER)
#define STACK (LEAST_STACK << 4)
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STACK (LEAST_STACK << 4)
#endif
#endif
#ifndef STACK
#define STACK LEAST_STACK
#endif
#define THREADS 8
#define ROUNDS 20

/* Queries a block of these objects: 0 if it is correct. */
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

/* Every thread gets the same bytes of the titles, whichever thread closes the key meanwhile. */
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

/* fork() in a process with threads: AddressSanitizer frees the locks of its allocator in the child,
   but not that of its quarantine, on which a child would then wait for ever. Without it there is
   none. */
#ifdef __cplusplus
extern "C"
#endif
    const char*
    __asan_default_options(void);
const char* __asan_default_options(void) {
  return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
}

/* The parent's collections have open files, a socket and a thread that the child must not use. */
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

/* fork() while another thread holds the lock of the library most of the time. */
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

static void* query_everything(void* faults) {
  static const char* const kNames[] = {"Costly", "MetadataGlobal", "Counter 009", "Help"};
  unsigned char* buffer = new_buffer();
  *(int*)faults += whole_machine();
  for (size_t i = 0; i < sizeof(kNames) / sizeof(kNames[0]); ++i) {
    DWORD size = ROOM;
    *(int*)faults +=
        RegQueryValueExA(HKEY_PERFORMANCE_DATA, kNames[i], NULL, NULL, buffer, &size) != 0;
  }
  *(int*)faults += RegCloseKey(HKEY_PERFORMANCE_DATA) != 0;
  free(buffer);
  return NULL;
}

static void thread_with_the_least_stack(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  int faults = 0;
  CHECK_EQ(pthread_attr_init(&attributes), 0);
  CHECK_EQ(pthread_attr_setstacksize(&attributes, STACK), 0);
  CHECK_EQ(pthread_create(&thread, &attributes, query_everything, &faults), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_EQ(pthread_attr_destroy(&attributes), 0);
  CHECK_EQ(faults, 0);
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

/* A process without free descriptors gets an error, and an answer as soon as it has some again. */
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

/* If the program has closed its standard streams, no file of a query takes their numbers. */
static void standard_streams_closed(void) {
  const int kept = dup(2);
  CHECK_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), 0);
  for (int i = 0; i < 3; ++i) CHECK_EQ(close(i), 0);
  const int faults = whole_machine() + query("2 238 4", 3) + query("236 510", 2);
  const int taken =
      (fcntl(0, F_GETFD) != -1) + (fcntl(1, F_GETFD) != -1) + (fcntl(2, F_GETFD) != -1);
  CHECK_EQ(dup2(kept, 2), 2);
  CHECK_EQ(faults, 0);
  CHECK_EQ(taken, 0);
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
  thread_with_the_least_stack();
  descriptors_and_limits();
  no_descriptor_left();
  eight_threads();
  standard_streams_closed();
  free(titles);
  return finish("registry_process");
}
