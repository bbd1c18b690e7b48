/* Named mutexes, events and file mappings of <windows.h> across processes. This program starts
   itself with a role and the names, and talks to it through pipes. */
#ifndef _GNU_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <windows.h>

#include "check.h"

static char mutex_name[64];
static char mapping_name[64];
static char event_name[80];

/* A program with a role: it reads `say` and writes `heard`. */
typedef struct Child {
  pid_t process;
  int say;
  int heard;
} Child;

static Child start(const char* role) {
  char path[4096];
  int to_child[2];
  int from_child[2];
  Child child;
  GetModuleFileNameA(NULL, path, sizeof(path));
  if (pipe(to_child) != 0 || pipe(from_child) != 0) exit(2);
  child.process = fork();
  if (child.process == 0) {
    dup2(to_child[0], 0);
    dup2(from_child[1], 1);
    close(to_child[1]);
    close(from_child[0]);
    execl(path, path, role, mutex_name, mapping_name, (char*)NULL);
    _exit(127);
  }
  close(to_child[0]);
  close(from_child[1]);
  child.say = to_child[1];
  child.heard = from_child[0];
  return child;
}

static char hear(int from) {
  char word = '?';
  return read(from, &word, 1) == 1 ? word : '!';
}

static void say(int to, char word) {
  if (write(to, &word, 1) != 1) exit(3);
}

static int end_of(Child child) {
  int status = -1;
  close(child.say);
  close(child.heard);
  waitpid(child.process, &status, 0);
  return status;
}

static HANDLE mapping_of(DWORD size) {
  return CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, size, mapping_name);
}

/* Acquires the mutex, writes to the mapping, reports it, and waits for an order or to be killed. */
static int own_both(void) {
  HANDLE mutex = CreateMutexA(NULL, FALSE, mutex_name);
  LONG* shared = (LONG*)MapViewOfFile(mapping_of(4096), FILE_MAP_ALL_ACCESS, 0, 0, 0);
  WaitForSingleObject(mutex, INFINITE);
  shared[0] = 42;
  say(1, 'o');
  if (hear(0) == 'r') ReleaseMutex(mutex);
  return 0;
}

/* Opens the event, waits for it, alone or among others, and reports it. */
static int wait_for_event(int alone) {
  HANDLE two[2];
  two[0] = CreateEventA(NULL, FALSE, FALSE, NULL);
  two[1] = OpenEventA(SYNCHRONIZE, FALSE, event_name);
  say(1, 'o');
  const DWORD result = alone ? WaitForSingleObject(two[1], INFINITE)
                             : WaitForMultipleObjects(2, two, FALSE, INFINITE);
  say(1, result == (alone ? WAIT_OBJECT_0 : WAIT_OBJECT_0 + 1) ? 's' : 'f');
  return 0;
}

static void processes_share_an_event(BOOL manual) {
  HANDLE event = CreateEventA(NULL, manual, FALSE, event_name);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  for (int alone = 0; alone < 2; ++alone) {
    Child child = start(alone ? "wait_alone" : "wait_among_others");
    CHECK_EQ(hear(child.heard), 'o');
    CHECK_EQ(SetEvent(event), TRUE);
    CHECK_EQ(hear(child.heard), 's');
    CHECK_EQ(end_of(child), 0);
    CHECK_EQ(WaitForSingleObject(event, 0), manual ? WAIT_OBJECT_0 : WAIT_TIMEOUT);
    CHECK_EQ(ResetEvent(event), TRUE);
  }
  Child child = start("wait_alone");
  CHECK_EQ(hear(child.heard), 'o');
  kill(child.process, SIGKILL);
  CHECK_EQ(end_of(child), SIGKILL);
  CHECK_EQ(CloseHandle(event), TRUE);
  CHECK(OpenEventA(SYNCHRONIZE, FALSE, event_name) == NULL);
  CHECK_EQ(GetLastError(), ERROR_FILE_NOT_FOUND);
}

static void events_of_a_process(void) {
  HANDLE first = CreateEventA(NULL, FALSE, TRUE, event_name);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  HANDLE second = CreateEventA(NULL, TRUE, FALSE, event_name); /* has no effect on the event */
  CHECK(second != NULL && GetLastError() == ERROR_ALREADY_EXISTS);
  HANDLE both[2] = {CreateEventA(NULL, TRUE, FALSE, NULL), second};
  CHECK_EQ(WaitForMultipleObjects(2, both, TRUE, 3), WAIT_TIMEOUT); /* and takes neither */
  SetEvent(both[0]);
  CHECK_EQ(WaitForMultipleObjects(2, both, TRUE, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(first, 0), WAIT_TIMEOUT);
  CHECK_EQ(WaitForSingleObject(first, 2), WAIT_TIMEOUT);
  CHECK_EQ(SetEvent(second), TRUE);
  CHECK_EQ(WaitForMultipleObjects(2, both, FALSE, 0), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(first, INFINITE), WAIT_OBJECT_0);
  CHECK(CreateMutexA(NULL, FALSE, event_name) == NULL);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK(OpenEventA(SYNCHRONIZE, FALSE, NULL) == NULL);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK(CreateEventA(NULL, FALSE, FALSE, "a\\b") == NULL);
  CHECK_EQ(GetLastError(), ERROR_PATH_NOT_FOUND);
  HANDLE mutex = CreateMutexA(NULL, FALSE, mutex_name);
  CHECK(OpenEventA(SYNCHRONIZE, FALSE, mutex_name) == NULL);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CloseHandle(mutex);
  CloseHandle(both[0]);
  CHECK_EQ(CloseHandle(first), TRUE);
  CHECK_EQ(CloseHandle(second), TRUE);
}

enum { kRounds = 200, kProcesses = 4 };

/* Creates the mutex, counts while holding it, and closes it, again and again. The last process
   to close it removes it. */
static int count_under_new_mutexes(void) {
  LONG* shared = (LONG*)MapViewOfFile(mapping_of(4096), FILE_MAP_ALL_ACCESS, 0, 0, 0);
  for (int i = 0; i < kRounds; ++i) {
    HANDLE mutex = CreateMutexA(NULL, TRUE, mutex_name);
    if (GetLastError() == ERROR_ALREADY_EXISTS) WaitForSingleObject(mutex, INFINITE);
    const LONG before = *(LONG volatile*)shared;
    if (i % 8 == 0) Sleep(0);
    *(LONG volatile*)shared = before + 1;
    ReleaseMutex(mutex);
    CloseHandle(mutex);
  }
  return 0;
}

static void processes_come_and_go(void) {
  HANDLE mapping = mapping_of(4096);
  LONG* shared = (LONG*)MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  Child children[kProcesses];
  for (int i = 0; i < kProcesses; ++i) children[i] = start("count_under_new_mutexes");
  for (int i = 0; i < kProcesses; ++i) CHECK_EQ(end_of(children[i]), 0);
  CHECK_EQ(shared[0], kRounds * kProcesses);
  UnmapViewOfFile(shared);
  CloseHandle(mapping);
}

static void processes_share_both(void) {
  HANDLE mapping = mapping_of(4096);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  HANDLE mutex = CreateMutexA(NULL, FALSE, mutex_name);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  LONG* shared = (LONG*)MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  CHECK_EQ(shared[0], 0);
  Child child = start("own_both");
  CHECK_EQ(hear(child.heard), 'o');
  CHECK_EQ(shared[0], 42);
  CHECK_EQ(WaitForSingleObject(mutex, 2), WAIT_TIMEOUT);
  HANDLE both[2];
  both[0] = CreateEvent(NULL, TRUE, TRUE, NULL);
  both[1] = mutex;
  CHECK_EQ(WaitForMultipleObjects(2, both, TRUE, 3), WAIT_TIMEOUT);
  say(child.say, 'r');
  CHECK_EQ(WaitForMultipleObjects(2, both, TRUE, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(end_of(child), 0);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CloseHandle(both[0]);
  CloseHandle(mutex);
  CHECK_EQ(CloseHandle(mapping), TRUE);
  CHECK_EQ(shared[0], 42); /* the view keeps the memory */
  mapping = OpenFileMappingA(FILE_MAP_READ, FALSE, mapping_name);
  CHECK_EQ(CloseHandle(mapping), TRUE);
  CHECK_EQ(UnmapViewOfFile(shared), TRUE);
  CHECK(OpenFileMappingA(FILE_MAP_READ, FALSE, mapping_name) == NULL);
  CHECK_EQ(GetLastError(), ERROR_FILE_NOT_FOUND);
}

static void killed_owner_leaves_nothing_behind(void) {
  HANDLE mutex = CreateMutexA(NULL, FALSE, mutex_name);
  Child child = start("own_both");
  CHECK_EQ(hear(child.heard), 'o');
  kill(child.process, SIGKILL);
  CHECK_EQ(end_of(child), SIGKILL);
  CHECK_EQ(WaitForSingleObject(mutex, INFINITE), WAIT_ABANDONED);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CloseHandle(mutex);
  CHECK(OpenMutexA(SYNCHRONIZE, FALSE, mutex_name) == NULL);
  CHECK_EQ(GetLastError(), ERROR_FILE_NOT_FOUND);
}

/* No process has them open now: what the killed process left is created again. */
static void leftovers_are_not_found(void) {
  Child child = start("own_both");
  CHECK_EQ(hear(child.heard), 'o');
  kill(child.process, SIGKILL);
  end_of(child);
  HANDLE mutex = CreateMutexA(NULL, TRUE, mutex_name);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CloseHandle(mutex);
}

static void names_of_a_process(void) {
  WCHAR wide[80];
  char prefixed[80];
  HANDLE first = CreateMutexA(NULL, TRUE, mutex_name);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  snprintf(prefixed, sizeof(prefixed), "Global\\%s", mutex_name);
  HANDLE second = CreateMutexW(NULL, TRUE, widen(prefixed, wide));
  CHECK_EQ(GetLastError(), ERROR_ALREADY_EXISTS);
  CHECK(second != NULL && second != first);
  HANDLE third = OpenMutexA(SYNCHRONIZE, FALSE, mutex_name);
  CHECK(third != NULL);
  CHECK_EQ(ReleaseMutex(third), TRUE);
  CHECK_EQ(ReleaseMutex(second), FALSE); /* owned once, by the first call */
  CloseHandle(first);
  CloseHandle(second);
  CHECK_EQ(WaitForSingleObject(third, 0), WAIT_OBJECT_0);
  CloseHandle(third);
  CHECK(OpenMutexA(SYNCHRONIZE, FALSE, mutex_name) == NULL);
}

static void is_refused(HANDLE handle, DWORD code) {
  CHECK(handle == NULL);
  CHECK_EQ(GetLastError(), code);
}

static void wrong_names(void) {
  char long_name[1000];
  memset(long_name, 'x', sizeof(long_name));
  long_name[999] = 0;
  is_refused(CreateMutexA(NULL, FALSE, long_name), ERROR_FILENAME_EXCED_RANGE);
  is_refused(CreateMutexA(NULL, FALSE, "a\\b"), ERROR_PATH_NOT_FOUND);
  is_refused(CreateMutexA(NULL, FALSE, "Local\\"), ERROR_INVALID_HANDLE);
  is_refused(OpenMutexA(SYNCHRONIZE, FALSE, NULL), ERROR_INVALID_PARAMETER);
  is_refused(OpenFileMappingA(FILE_MAP_READ, FALSE, NULL), ERROR_INVALID_PARAMETER);
  is_refused(OpenFileMappingA(FILE_MAP_READ, FALSE, "openperflib test: nobody"),
             ERROR_FILE_NOT_FOUND);
  HANDLE mutex = CreateMutexA(NULL, FALSE, mutex_name);
  is_refused(OpenFileMappingA(FILE_MAP_READ, FALSE, mutex_name), ERROR_INVALID_HANDLE);
  is_refused(CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 8, mutex_name),
             ERROR_INVALID_HANDLE);
  CloseHandle(mutex);
}

static void mappings_without_a_name(void) {
  HANDLE mapping = CreateFileMapping(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 70000, NULL);
  BYTE* whole = (BYTE*)MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, 0);
  BYTE* end = (BYTE*)MapViewOfFile(mapping, FILE_MAP_READ, 0, 65536, 4464);
  BYTE* copy = (BYTE*)MapViewOfFile(mapping, FILE_MAP_COPY, 0, 0, 10);
  whole[69999] = 9;
  copy[0] = 1;
  CHECK_EQ(end[4463], 9);
  CHECK_EQ(whole[0], 0);
  is_refused(MapViewOfFile(mapping, FILE_MAP_READ, 0, 4096, 0), ERROR_MAPPED_ALIGNMENT);
  is_refused(MapViewOfFile(mapping, FILE_MAP_READ, 0, 65536, 4465), ERROR_ACCESS_DENIED);
  is_refused(MapViewOfFile(mapping, FILE_MAP_READ, 1, 0, 0), ERROR_ACCESS_DENIED);
  is_refused(MapViewOfFile(mapping, 0, 0, 0, 0), ERROR_INVALID_PARAMETER);
  CHECK(UnmapViewOfFile(whole) && UnmapViewOfFile(end) && UnmapViewOfFile(copy));
  CHECK_EQ(UnmapViewOfFile(whole), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_ADDRESS);
  CHECK_EQ(WaitForSingleObject(mapping, 0), WAIT_FAILED);
  CHECK_EQ(CloseHandle(mapping), TRUE);
  is_refused(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0), ERROR_INVALID_HANDLE);
}

static void wrong_arguments_of_mappings(void) {
  is_refused(CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 0, NULL),
             ERROR_INVALID_PARAMETER);
  is_refused(CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, 0, 0, 8, NULL),
             ERROR_INVALID_PARAMETER);
  is_refused(CreateFileMappingA(NULL, NULL, PAGE_READWRITE, 0, 8, NULL), ERROR_INVALID_HANDLE);
  is_refused(CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0xFFFFFFFFu, 8, NULL),
             ERROR_COMMITMENT_LIMIT);
  HANDLE read_only = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READONLY, 0, 8, NULL);
  is_refused(MapViewOfFile(read_only, FILE_MAP_WRITE, 0, 0, 0), ERROR_ACCESS_DENIED);
  CloseHandle(read_only);
  HANDLE named = mapping_of(100);
  HANDLE again = mapping_of(200);
  CHECK_EQ(GetLastError(), ERROR_ALREADY_EXISTS);
  is_refused(MapViewOfFile(again, FILE_MAP_READ, 0, 0, 101),
             ERROR_ACCESS_DENIED); /* the size does not change */
  HANDLE reader = OpenFileMappingA(FILE_MAP_READ, FALSE, mapping_name);
  is_refused(MapViewOfFile(reader, FILE_MAP_WRITE, 0, 0, 0), ERROR_ACCESS_DENIED);
  CloseHandle(reader);
  CloseHandle(again);
  CloseHandle(named);
}

int main(int count, char** arguments) {
  if (count == 4) {
    snprintf(mutex_name, sizeof(mutex_name), "%s", arguments[2]);
    snprintf(mapping_name, sizeof(mapping_name), "%s", arguments[3]);
    snprintf(event_name, sizeof(event_name), "%s event", mapping_name);
    if (strncmp(arguments[1], "wait_", 5) == 0) {
      return wait_for_event(strcmp(arguments[1], "wait_alone") == 0);
    }
    return strcmp(arguments[1], "own_both") == 0 ? own_both() : count_under_new_mutexes();
  }
  snprintf(mutex_name, sizeof(mutex_name), "openperflib test mutex %d", (int)getpid());
  snprintf(mapping_name, sizeof(mapping_name), "openperflib test mapping %d", (int)getpid());
  snprintf(event_name, sizeof(event_name), "%s event", mapping_name);
  names_of_a_process();
  events_of_a_process();
  processes_share_an_event(FALSE);
  processes_share_an_event(TRUE);
  wrong_names();
  mappings_without_a_name();
  wrong_arguments_of_mappings();
  processes_come_and_go();
  processes_share_both();
  for (int i = 0; i < 20; ++i) {
    killed_owner_leaves_nothing_behind();
    leftovers_are_not_found();
  }
  return finish("shared_memory");
}
