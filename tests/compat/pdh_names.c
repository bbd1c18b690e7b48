/* The functions of pdh.h for paths, names and lists, over this machine and over a log. */
#define _DEFAULT_SOURCE 1
#include <fcntl.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <pthread.h>
#include <signal.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define MOST 65536
#define CHECK_STATUS(got, wanted) CHECK_EQ((DWORD)(got), (DWORD)(wanted))

/* What a log says, in the folder where the test runs. */
static char log_name[64];
static WCHAR log_name_w[64];
static const char log_text[] =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\DB-16\\Process(bash)\\ID Process\","
    "\"\\\\DB-16\\Process(bash#1)\\ID Process\",\"\\\\DB-16\\Memory\\Available Bytes\","
    "\"\\\\DB-18\\Processor(_Total)\\% Processor Time\"\r\n"
    "\"01/02/2026 03:04:05.000\",\"1\",\"2\",\"3\",\"4\"\r\n";

static char this_machine[128]; /* with \\ */

static void find_machine(void) {
  struct utsname name;
  CHECK_EQ(uname(&name), 0);
  snprintf(this_machine, sizeof this_machine, "\\\\%.100s", name.nodename);
}

static void write_log(void) {
  snprintf(log_name, sizeof log_name, "pdh_names_%ld.csv", (long)getpid());
  widen(log_name, log_name_w);
  FILE* file = fopen(log_name, "wb");
  CHECK(file != NULL);
  fputs(log_text, file);
  fclose(file);
}

/* The n-th name of a list; NULL: it has fewer. */
static const char* name_at(const char* list, int n) {
  for (; *list != 0; list += strlen(list) + 1) {
    if (n-- == 0) return list;
  }
  return NULL;
}

static int has_name(const char* list, const char* name) {
  for (int i = 0; name_at(list, i) != NULL; ++i) {
    if (strcmp(name_at(list, i), name) == 0) return 1;
  }
  return 0;
}

static int count_of(const char* list) {
  int count = 0;
  while (name_at(list, count) != NULL) ++count;
  return count;
}

static void check_name(int line, const char* list, int n, const char* wanted) {
  const char* got = name_at(list, n);
  if (got != NULL && strcmp(got, wanted) == 0) return;
  ++failures;
  fprintf(stderr, "line %d: name %d is %s, not %s\n", line, n, got == NULL ? "-" : got, wanted);
}
#define CHECK_NAME(list, n, wanted) check_name(__LINE__, list, n, wanted)

/* ---- Every function that gives a text or a list, by the same names for A and W. ---- */

typedef struct Call {
  const char* what;
  PDH_STATUS (*a)(LPSTR buffer, LPDWORD size);
  PDH_STATUS (*w)(LPWSTR buffer, LPDWORD size);
} Call;

#define CALL(name, in_a, in_w)                                            \
  static PDH_STATUS name##_a(LPSTR buffer, LPDWORD size) { return in_a; } \
  static PDH_STATUS name##_w(LPWSTR buffer, LPDWORD size) { return in_w; }

static PDH_COUNTER_PATH_ELEMENTS_A parts_a;
static PDH_COUNTER_PATH_ELEMENTS_W parts_w;

CALL(make, PdhMakeCounterPathA(&parts_a, buffer, size, 0),
     PdhMakeCounterPathW(&parts_w, buffer, size, 0))
CALL(machines, PdhEnumMachinesA(NULL, buffer, size), PdhEnumMachinesW(NULL, buffer, size))
CALL(machines_h, PdhEnumMachinesHA(NULL, buffer, size), PdhEnumMachinesHW(NULL, buffer, size))
CALL(machines_of_log, PdhEnumMachinesA(log_name, buffer, size),
     PdhEnumMachinesW(log_name_w, buffer, size))
CALL(objects, PdhEnumObjectsA(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0),
     PdhEnumObjectsW(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0))
CALL(objects_h, PdhEnumObjectsHA(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0),
     PdhEnumObjectsHW(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0))
CALL(objects_of_log, PdhEnumObjectsA(log_name, NULL, buffer, size, PERF_DETAIL_WIZARD, 0),
     PdhEnumObjectsW(log_name_w, NULL, buffer, size, PERF_DETAIL_WIZARD, 0))
CALL(default_object, PdhGetDefaultPerfObjectA(NULL, NULL, buffer, size),
     PdhGetDefaultPerfObjectW(NULL, NULL, buffer, size))
CALL(default_object_h, PdhGetDefaultPerfObjectHA(NULL, NULL, buffer, size),
     PdhGetDefaultPerfObjectHW(NULL, NULL, buffer, size))
CALL(default_counter, PdhGetDefaultPerfCounterA(NULL, NULL, "Memory", buffer, size),
     PdhGetDefaultPerfCounterW(NULL, NULL, WIDE("Memory"), buffer, size))
CALL(default_counter_h, PdhGetDefaultPerfCounterHA(NULL, NULL, "Memory", buffer, size),
     PdhGetDefaultPerfCounterHW(NULL, NULL, WIDE("Memory"), buffer, size))
CALL(title, PdhLookupPerfNameByIndexA(NULL, 238, buffer, size),
     PdhLookupPerfNameByIndexW(NULL, 238, buffer, size))
CALL(expand, PdhExpandCounterPathA("\\Memory\\*Bytes", buffer, size),
     PdhExpandCounterPathW(WIDE("\\Memory\\*Bytes"), buffer, size))
CALL(expand_wild, PdhExpandWildCardPathA(NULL, "\\Memory\\C*", buffer, size, 0),
     PdhExpandWildCardPathW(NULL, WIDE("\\Memory\\C*"), buffer, size, 0))
CALL(expand_wild_h, PdhExpandWildCardPathHA(NULL, "\\Memory\\C*", buffer, size, 0),
     PdhExpandWildCardPathHW(NULL, WIDE("\\Memory\\C*"), buffer, size, 0))
CALL(expand_log, PdhExpandWildCardPathA(log_name, "\\Process(*)\\*", buffer, size, 0),
     PdhExpandWildCardPathW(log_name_w, WIDE("\\Process(*)\\*"), buffer, size, 0))

static const Call calls[] = {
    {"PdhMakeCounterPath", make_a, make_w},
    {"PdhEnumMachines", machines_a, machines_w},
    {"PdhEnumMachinesH", machines_h_a, machines_h_w},
    {"PdhEnumMachines of a log", machines_of_log_a, machines_of_log_w},
    {"PdhEnumObjects", objects_a, objects_w},
    {"PdhEnumObjectsH", objects_h_a, objects_h_w},
    {"PdhEnumObjects of a log", objects_of_log_a, objects_of_log_w},
    {"PdhGetDefaultPerfObject", default_object_a, default_object_w},
    {"PdhGetDefaultPerfObjectH", default_object_h_a, default_object_h_w},
    {"PdhGetDefaultPerfCounter", default_counter_a, default_counter_w},
    {"PdhGetDefaultPerfCounterH", default_counter_h_a, default_counter_h_w},
    {"PdhLookupPerfNameByIndex", title_a, title_w},
    {"PdhExpandCounterPath", expand_a, expand_w},
    {"PdhExpandWildCardPath", expand_wild_a, expand_wild_w},
    {"PdhExpandWildCardPathH", expand_wild_h_a, expand_wild_h_w},
    {"PdhExpandWildCardPath of a log", expand_log_a, expand_log_w},
};

static void check_size(const Call* call, DWORD room, DWORD needed, unsigned char* buffer) {
  const PDH_STATUS wanted = room < needed ? (PDH_STATUS)PDH_MORE_DATA : ERROR_SUCCESS;
  DWORD size = room;
  memset(buffer, 0xAA, MOST * sizeof(WCHAR));
  CHECK_STATUS(call->a(room == 0 ? NULL : (LPSTR)buffer, &size), wanted);
  CHECK_EQ(size, needed);
  CHECK(is_untouched(buffer + (room < needed ? 0 : needed), MOST));
  memset(buffer, 0xAA, MOST * sizeof(WCHAR));
  size = room;
  CHECK_STATUS(call->w(room == 0 ? NULL : (LPWSTR)buffer, &size), wanted);
  CHECK_EQ(size, needed);
  CHECK(is_untouched(buffer + (room < needed ? 0 : needed) * sizeof(WCHAR), MOST));
}

/* A size of 0 asks, too small a buffer is not written, and a larger one only as far as needed. */
static void test_two_calls(void) {
  unsigned char* buffer = new_buffer();
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; ++i) {
    const int failures_before = failures;
    DWORD needed = 0;
    CHECK_STATUS(calls[i].a(NULL, NULL), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(calls[i].w(NULL, NULL), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(calls[i].a((LPSTR)buffer, &needed), PDH_MORE_DATA);
    CHECK(needed > 1 && needed < MOST);
    DWORD size = needed;
    CHECK_STATUS(calls[i].a(NULL, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(calls[i].w(NULL, &size), PDH_INVALID_ARGUMENT);
    CHECK_EQ(size, needed);
    for (DWORD room = 0; room <= needed + 1; ++room) {
      if (room < 20 || room + 2 > needed) check_size(&calls[i], room, needed, buffer);
    }
    if (failures != failures_before) fprintf(stderr, "  in %s\n", calls[i].what);
  }
  free(buffer);
}

/* The texts of A and W are the same. */
static void test_twins(void) {
  char* narrow = (char*)new_buffer();
  WCHAR* wide = (WCHAR*)(void*)new_buffer();
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; ++i) {
    DWORD size = 0;
    DWORD size_w = 0;
    calls[i].a(NULL, &size);
    CHECK_STATUS(calls[i].a(narrow, &size), ERROR_SUCCESS);
    calls[i].w(NULL, &size_w);
    CHECK_STATUS(calls[i].w(wide, &size_w), ERROR_SUCCESS);
    CHECK_EQ(size, size_w);
    DWORD same = 0;
    while (same < size && (unsigned char)narrow[same] == wide[same]) ++same;
    CHECK_EQ(same, size);
  }
  free(narrow);
  free(wide);
}

/* ---- Wrong arguments, in the order in which they are judged. ---- */

static HANDLE garbage(void) { return (HANDLE)(intptr_t)0x1234; }

static void test_pointers_before_handles(void) {
  char text[8];
  DWORD size = 0;
  DWORD other = 0;
  CHECK_STATUS(PdhEnumMachinesHA(garbage(), text, NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhEnumMachinesHA(garbage(), text, &size), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhEnumObjectsHA(garbage(), NULL, text, NULL, 1, 0), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhEnumObjectsHA(garbage(), NULL, text, &size, 1, 0), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhEnumObjectItemsHA(garbage(), NULL, NULL, text, &size, text, &other, 100, 9),
               PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhEnumObjectItemsHA(garbage(), NULL, "Memory", text, NULL, text, &other, 100, 9),
               PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhEnumObjectItemsHA(garbage(), NULL, "Memory", text, &size, text, NULL, 100, 9),
               PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhEnumObjectItemsHA(garbage(), NULL, "Memory", text, &size, text, &other, 100, 9),
               PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhGetDefaultPerfObjectHA(garbage(), NULL, text, NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhGetDefaultPerfObjectHA(garbage(), NULL, text, &size), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhGetDefaultPerfCounterHA(garbage(), NULL, NULL, text, &size),
               PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhGetDefaultPerfCounterHA(garbage(), NULL, "x", text, &size), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhExpandWildCardPathHA(garbage(), NULL, text, &size, 8), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhExpandWildCardPathHA(garbage(), "x", text, &size, 8), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhValidatePathExA(garbage(), NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhValidatePathExA(garbage(), ""), PDH_INVALID_HANDLE);
  CHECK_EQ(size, 0);
  CHECK_EQ(other, 0);
}

static void test_wbem(void) {
  DWORD size = 0;
  CHECK_STATUS(PdhEnumMachinesHA(H_WBEM_DATASOURCE, NULL, &size), PDH_CANNOT_CONNECT_WMI_SERVER);
  CHECK_STATUS(PdhEnumObjectsHA(H_WBEM_DATASOURCE, NULL, NULL, &size, 100, 0),
               PDH_CANNOT_CONNECT_WMI_SERVER);
  CHECK_STATUS(PdhExpandWildCardPathHA(H_WBEM_DATASOURCE, "\\Memory\\*", NULL, &size, 0),
               PDH_CANNOT_CONNECT_WMI_SERVER);
  CHECK_STATUS(PdhValidatePathExA(H_WBEM_DATASOURCE, "\\Memory\\Available Bytes"),
               PDH_CANNOT_CONNECT_WMI_SERVER);
}

static void test_values(void) {
  DWORD size = 0;
  DWORD other = 0;
  for (DWORD level = 0; level < 2; ++level) {
    const DWORD wrong = level == 0 ? 0 : PERF_DETAIL_WIZARD | 0x20000;
    CHECK_STATUS(PdhEnumObjectsA(NULL, NULL, NULL, &size, wrong, 0), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhEnumObjectItemsA(NULL, NULL, "Memory", NULL, &size, NULL, &other, wrong, 0),
                 PDH_INVALID_ARGUMENT);
  }
  CHECK_STATUS(PdhEnumObjectItemsA(NULL, NULL, "Memory", NULL, &size, NULL, &other, 100, 1),
               PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, "\\Memory\\*", NULL, &size, 8), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, "", NULL, &size, 0), PDH_INVALID_PATH);
  CHECK_STATUS(PdhExpandCounterPathA("", NULL, &size), PDH_INVALID_PATH);
  CHECK_STATUS(PdhExpandCounterPathA(NULL, NULL, &size), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhLookupPerfIndexByNameA(NULL, NULL, &size), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhLookupPerfIndexByNameA(NULL, "Memory", NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhEnumMachinesA("no such log", NULL, &size), PDH_FILE_NOT_FOUND);
  CHECK_EQ(size, 0);
  CHECK_EQ(other, 0);
}

/* Texts of 64 KiB and unpaired surrogates are names of nothing. */
static void test_odd_texts(void) {
  static char longest[65536 + 1];
  static const WCHAR surrogate[] = {'\\', 'M', 'e', 'm', 'o', 'r', 'y', '\\', 0xDC00, 0};
  DWORD size = 0;
  DWORD other = 0;
  memset(longest, 'x', sizeof longest - 1);
  longest[0] = '\\';
  CHECK_STATUS(PdhValidatePathA(longest), PDH_CSTATUS_BAD_COUNTERNAME);
  CHECK_STATUS(PdhExpandCounterPathA(longest, NULL, &size), PDH_INVALID_PATH);
  CHECK_STATUS(PdhExpandWildCardPathA(longest, "\\a\\b", NULL, &size, 0), PDH_LOG_FILE_OPEN_ERROR);
  CHECK_STATUS(PdhEnumObjectsA(NULL, longest, NULL, &size, 100, 0), PDH_CSTATUS_NO_MACHINE);
  CHECK_STATUS(PdhEnumObjectItemsA(NULL, NULL, longest, NULL, &size, NULL, &other, 100, 0),
               PDH_CSTATUS_NO_OBJECT);
  CHECK_STATUS(PdhGetDefaultPerfCounterA(NULL, NULL, longest, NULL, &size), PDH_CSTATUS_NO_OBJECT);
  CHECK_STATUS(PdhLookupPerfIndexByNameA(NULL, longest, &size), PDH_STRING_NOT_FOUND);
  CHECK_STATUS(PdhConnectMachineA(longest), PDH_CSTATUS_NO_MACHINE);
  CHECK_STATUS(PdhValidatePathW(surrogate), PDH_CSTATUS_NO_COUNTER);
  CHECK_STATUS(PdhLookupPerfIndexByNameW(NULL, surrogate, &size), PDH_STRING_NOT_FOUND);
}

/* ---- What the functions say. ---- */

/* The list of an expansion, in two calls; `buffer` has MOST characters. */
static int expand_to(const char* source, const char* path, DWORD flags, char* buffer) {
  DWORD size = 0;
  CHECK_STATUS(PdhExpandWildCardPathA(source, path, NULL, &size, flags), PDH_MORE_DATA);
  CHECK(size <= MOST);
  CHECK_STATUS(PdhExpandWildCardPathA(source, path, buffer, &size, flags), ERROR_SUCCESS);
  CHECK_EQ(buffer[size - 1], 0);
  CHECK_EQ(buffer[size - 2], 0);
  return count_of(buffer);
}

static void test_validation(void) {
  CHECK_STATUS(PdhValidatePathA(NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhValidatePathA(""), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhValidatePathA("Memory"), PDH_CSTATUS_BAD_COUNTERNAME);
  CHECK_STATUS(PdhValidatePathA("Memory/Available Bytes"), PDH_CSTATUS_BAD_COUNTERNAME);
  CHECK_STATUS(PdhValidatePathA("\\Memory\\Available Bytes"), ERROR_SUCCESS);
  CHECK_STATUS(PdhValidatePathW(WIDE("\\Memory\\Available Bytes")), ERROR_SUCCESS);
  CHECK_STATUS(PdhValidatePathExW(NULL, WIDE("\\memory\\available BYTES")), ERROR_SUCCESS);
  CHECK_STATUS(PdhValidatePathA("\\Processor(_Total)\\% Processor Time"), ERROR_SUCCESS);
  CHECK_STATUS(PdhValidatePathA("\\238(_Total)\\6"), ERROR_SUCCESS);
  CHECK_STATUS(PdhValidatePathA("\\Processor(_Total)\\Nothing"), PDH_CSTATUS_NO_COUNTER);
  CHECK_STATUS(PdhValidatePathA("\\Processor(9999)\\% Processor Time"), PDH_CSTATUS_NO_INSTANCE);
  CHECK_STATUS(PdhValidatePathA("\\Nothing\\Available Bytes"), PDH_CSTATUS_NO_OBJECT);
  CHECK_STATUS(PdhValidatePathA("\\\\nowhere\\Memory\\Available Bytes"), PDH_CSTATUS_NO_MACHINE);
  /* Only * is a wildcard. */
  CHECK_STATUS(PdhValidatePathA("\\Processor(_Tota?)\\% Processor Time"), PDH_CSTATUS_NO_INSTANCE);
}

static void test_expansion(char* buffer) {
  char path[512];
  DWORD size = 0;
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, "\\Memory(*)\\*", NULL, &size, 0), PDH_INVALID_PATH);
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, "\\Nothing(*)\\*", NULL, &size, 0),
               PDH_CSTATUS_NO_OBJECT);
  CHECK_STATUS(PdhExpandCounterPathA("\\\\nowhere\\Memory\\*", NULL, &size),
               PDH_CSTATUS_NO_MACHINE);
  CHECK_EQ(expand_to(NULL, "\\Memory\\Available Byt*", 0, buffer), 1);
  snprintf(path, sizeof path, "%s\\Memory\\Available Bytes", this_machine);
  CHECK_NAME(buffer, 0, path);
  /* Partial patterns, of objects too. */
  CHECK_EQ(expand_to(NULL, "\\Mem*\\Avail*Bytes", 0, buffer), 3 /* Bytes, KBytes, MBytes */);
  CHECK_EQ(expand_to(NULL, "\\Processor(_T*)\\% Pro*", 0, buffer), 1);
  snprintf(path, sizeof path, "%s\\Processor(_Total)\\%% Processor Time", this_machine);
  CHECK_NAME(buffer, 0, path);
  /* What is not expanded stays as it was given. */
  CHECK_EQ(expand_to(NULL, "\\Processor(*)\\% Pro*", PDH_NOEXPANDINSTANCES, buffer), 1);
  snprintf(path, sizeof path, "%s\\Processor(*)\\%% Processor Time", this_machine);
  CHECK_NAME(buffer, 0, path);
  CHECK_EQ(expand_to(NULL, "\\Processor(_T*)\\*", PDH_NOEXPANDCOUNTERS, buffer), 1);
  snprintf(path, sizeof path, "%s\\Processor(_Total)\\*", this_machine);
  CHECK_NAME(buffer, 0, path);
  CHECK_EQ(expand_to(NULL, "\\Processor(*)\\*",
                     PDH_NOEXPANDCOUNTERS | PDH_NOEXPANDINSTANCES | PDH_REFRESHCOUNTERS, buffer),
           1);
}

/* A child of this name, until its end of the pipe is closed. */
typedef struct Child {
  pid_t pid;
  int pipe;
} Child;

static Child start_child(void) {
  int ends[2];
  Child child;
  CHECK_EQ(pipe(ends), 0);
  child.pid = fork();
  if (child.pid == 0) {
    char byte;
    close(ends[1]);
    while (read(ends[0], &byte, 1) > 0) continue;
    _exit(0);
  }
  close(ends[0]);
  child.pipe = ends[1];
  return child;
}

static void end_child(Child child) {
  close(child.pipe);
  CHECK_EQ(waitpid(child.pid, NULL, 0), child.pid);
}

/* As Process names this process: by its program. */
static void find_own_name(char* name, size_t size) {
  char program[512];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  CHECK(length > 0);
  program[length > 0 ? length : 0] = 0;
  snprintf(name, size, "%.60s", strrchr(program, '/') + 1);
}

/* The call that asks for the size looks again, and the one that fills answers from that. */
static void test_new_process_is_found(char* buffer) {
  char own[64];
  char path[128];
  DWORD size = 0;
  find_own_name(own, sizeof own);
  snprintf(path, sizeof path, "\\Process(%s*)\\ID Process", own);
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, path, NULL, &size, 0), PDH_MORE_DATA);
  const DWORD alone = size;
  const Child child = start_child();
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, path, buffer, &size, 0), ERROR_SUCCESS);
  CHECK_EQ(size, alone);
  const int before = count_of(buffer);
  CHECK_EQ(expand_to(NULL, path, 0, buffer), before + 1);
  end_child(child);
  /* One call with room for everything looks again, too. */
  size = MOST;
  CHECK_STATUS(PdhExpandWildCardPathA(NULL, path, buffer, &size, 0), ERROR_SUCCESS);
  CHECK_EQ(count_of(buffer), before);
}

typedef struct Items {
  char counters[MOST];
  char instances[MOST];
  DWORD counters_size;
  DWORD instances_size;
} Items;

static PDH_STATUS read_items(const char* source, const char* machine, const char* object,
                             DWORD detail, Items* items) {
  items->counters_size = MOST;
  items->instances_size = MOST;
  return PdhEnumObjectItemsA(source, machine, object, items->counters, &items->counters_size,
                             items->instances, &items->instances_size, detail, 0);
}

static void test_items(Items* items) {
  DWORD counters = 0;
  DWORD instances = 0;
  CHECK_STATUS(read_items(NULL, NULL, "Nothing", PERF_DETAIL_WIZARD, items), PDH_CSTATUS_NO_OBJECT);
  CHECK_STATUS(read_items(NULL, "nowhere", "Memory", 100, items), PDH_CSTATUS_NO_MACHINE);
  CHECK_STATUS(read_items(NULL, NULL, "Memory", PERF_DETAIL_WIZARD, items), ERROR_SUCCESS);
  CHECK(has_name(items->counters, "Available Bytes"));
  CHECK_EQ(items->instances_size, 0);
  const DWORD all = items->counters_size;
  CHECK_STATUS(read_items(NULL, NULL, "Memory", PERF_DETAIL_NOVICE, items), ERROR_SUCCESS);
  CHECK(items->counters_size < all);
  CHECK_STATUS(read_items(NULL, this_machine, "processor", PERF_DETAIL_WIZARD, items),
               ERROR_SUCCESS);
  CHECK(has_name(items->counters, "% Processor Time"));
  CHECK(has_name(items->instances, "_Total"));
  /* One list without room is enough. */
  counters = items->counters_size;
  CHECK_STATUS(PdhEnumObjectItemsA(NULL, NULL, "Processor", items->counters, &counters, NULL,
                                   &instances, PERF_DETAIL_WIZARD, 0),
               PDH_MORE_DATA);
  CHECK_EQ(counters, items->counters_size);
  CHECK_EQ(instances, items->instances_size);
  counters = items->counters_size - 1;
  instances = items->instances_size;
  CHECK_STATUS(PdhEnumObjectItemsHA(NULL, NULL, "Processor", items->counters, &counters,
                                    items->instances, &instances, PERF_DETAIL_WIZARD, 0),
               PDH_MORE_DATA);
}

static int count_processes(const char* name, Items* items) {
  int count = 0;
  CHECK_STATUS(read_items(NULL, NULL, "Process", PERF_DETAIL_WIZARD, items), ERROR_SUCCESS);
  for (int i = 0; name_at(items->instances, i) != NULL; ++i) {
    count += strcmp(name_at(items->instances, i), name) == 0;
  }
  return count;
}

static int count_objects(int refresh) {
  static char objects[MOST];
  DWORD size = MOST;
  CHECK_STATUS(PdhEnumObjectsA(NULL, NULL, objects, &size, PERF_DETAIL_WIZARD, refresh),
               ERROR_SUCCESS);
  return count_of(objects);
}

/* A child that runs a copy of cat with this name, until its end of the pipe is closed. */
static Child start_named(const char* program) {
  int started[2];
  int ends[2];
  char byte;
  char copy[128];
  Child child;
  snprintf(copy, sizeof copy, "cp /bin/cat ./%s", program);
  CHECK_EQ(system(copy), 0);
  CHECK_EQ(pipe(started), 0);
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(fcntl(started[1], F_SETFD, FD_CLOEXEC), 0);
  child.pid = fork();
  if (child.pid == 0) {
    close(ends[1]);
    dup2(ends[0], 0);
    execl(program, program, (char*)NULL);
    _exit(1);
  }
  close(started[1]);
  CHECK_EQ(read(started[0], &byte, 1), 0); /* it runs the program */
  close(started[0]);
  close(ends[0]);
  unlink(program);
  child.pipe = ends[1];
  return child;
}

/* Items are kept until the objects are refreshed; equal names are listed once. */
static void test_kept_items(Items* items) {
  char own[64];
  char other[64];
  find_own_name(own, sizeof own);
  snprintf(other, sizeof other, "pdhn%ld", (long)getpid());
  const Child twin = start_child();
  CHECK(count_objects(1) > 5);
  CHECK_EQ(count_processes(own, items), 1);
  CHECK_EQ(count_processes(other, items), 0);
  const Child child = start_named(other);
  CHECK_EQ(count_processes(other, items), 0);
  CHECK(count_objects(0) > 5);
  CHECK_EQ(count_processes(other, items), 0);
  CHECK(count_objects(1) > 5);
  CHECK_EQ(count_processes(other, items), 1);
  end_child(child);
  end_child(twin);
}

static void test_objects(char* buffer) {
  DWORD size = MOST;
  DWORD costly = MOST;
  CHECK_STATUS(PdhEnumObjectsA(NULL, this_machine, buffer, &size, PERF_DETAIL_WIZARD, 1),
               ERROR_SUCCESS);
  CHECK(has_name(buffer, "Processor"));
  CHECK(has_name(buffer, "Memory"));
  CHECK(!has_name(buffer, "Collection Status"));
  CHECK(!has_name(buffer, "Titles"));
  CHECK_STATUS(
      PdhEnumObjectsA(NULL, NULL, buffer, &costly, PERF_DETAIL_WIZARD | PERF_DETAIL_COSTLY, 0),
      ERROR_SUCCESS);
  CHECK(costly >= size);
  CHECK_STATUS(PdhEnumObjectsA(NULL, "\\\\nowhere", buffer, &size, PERF_DETAIL_WIZARD, 0),
               PDH_CSTATUS_NO_MACHINE);
}

static void test_defaults(char* buffer) {
  DWORD size = MOST;
  CHECK_STATUS(PdhGetDefaultPerfObjectA(NULL, NULL, buffer, &size), ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "Processor");
  size = MOST;
  CHECK_STATUS(PdhGetDefaultPerfCounterA(NULL, this_machine, "Processor", buffer, &size),
               ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "% Processor Time");
  CHECK_STATUS(PdhGetDefaultPerfCounterA(NULL, NULL, "Nothing", buffer, &size),
               PDH_CSTATUS_NO_OBJECT);
  CHECK_STATUS(PdhGetDefaultPerfObjectA(NULL, "nowhere", buffer, &size), PDH_CSTATUS_NO_MACHINE);
}

static void test_titles(char* buffer) {
  DWORD size = MOST;
  DWORD index = 0;
  CHECK_STATUS(PdhLookupPerfNameByIndexA(NULL, 4, buffer, &size), ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "Memory");
  CHECK_EQ(size, 7);
  CHECK_STATUS(PdhLookupPerfNameByIndexA(this_machine, 4, buffer, &size), ERROR_SUCCESS);
  CHECK_STATUS(PdhLookupPerfNameByIndexA(NULL, 3, buffer, &size), PDH_STRING_NOT_FOUND);
  CHECK_STATUS(PdhLookupPerfNameByIndexA(NULL, 0xFFFFFFFF, buffer, &size), PDH_STRING_NOT_FOUND);
  CHECK_STATUS(PdhLookupPerfNameByIndexA("nowhere", 4, buffer, &size), PDH_CSTATUS_NO_MACHINE);
  CHECK_STATUS(PdhLookupPerfIndexByNameA(NULL, "memory", &index), ERROR_SUCCESS);
  CHECK_EQ(index, 4);
  CHECK_STATUS(PdhLookupPerfIndexByNameW(NULL, WIDE("Available MBytes"), &index), ERROR_SUCCESS);
  CHECK_EQ(index, 1382); /* and 1824 */
  CHECK_STATUS(PdhLookupPerfIndexByNameA(NULL, "", &index), PDH_STRING_NOT_FOUND);
  CHECK_STATUS(PdhLookupPerfIndexByNameA("\\\\nowhere", "Memory", &index), PDH_CSTATUS_NO_MACHINE);
  CHECK_EQ(index, 1382);
}

static void test_machines(char* buffer) {
  DWORD size = MOST;
  CHECK_STATUS(PdhEnumMachinesA(NULL, buffer, &size), ERROR_SUCCESS);
  CHECK_EQ(count_of(buffer), 1);
  CHECK_NAME(buffer, 0, this_machine);
  CHECK_STATUS(PdhConnectMachineA(NULL), ERROR_SUCCESS);
  CHECK_STATUS(PdhConnectMachineA(this_machine), ERROR_SUCCESS);
  CHECK_STATUS(PdhConnectMachineA(this_machine + 2), ERROR_SUCCESS);
  CHECK_STATUS(PdhConnectMachineW(WIDE("\\\\nowhere")), PDH_CSTATUS_NO_MACHINE);
  CHECK_STATUS(PdhConnectMachineW(WIDE("\\\\localhost")), ERROR_SUCCESS);
  size = MOST;
  CHECK_STATUS(PdhEnumMachinesA(NULL, buffer, &size), ERROR_SUCCESS);
  CHECK_EQ(count_of(buffer), 2);
  CHECK_NAME(buffer, 1, "\\\\localhost");
}

static void test_log(char* buffer, Items* items) {
  DWORD size = MOST;
  CHECK_STATUS(PdhEnumMachinesA(log_name, buffer, &size), ERROR_SUCCESS);
  CHECK_EQ(count_of(buffer), 2);
  CHECK_NAME(buffer, 0, "\\\\DB-16");
  CHECK_NAME(buffer, 1, "\\\\DB-18");
  size = MOST; /* the first machine, because this computer is not in the log */
  CHECK_STATUS(PdhEnumObjectsA(log_name, NULL, buffer, &size, 100, 0), ERROR_SUCCESS);
  CHECK_EQ(count_of(buffer), 2);
  CHECK_NAME(buffer, 0, "Process");
  CHECK_NAME(buffer, 1, "Memory");
  CHECK_STATUS(read_items(log_name, "db-16", "process", 100, items), ERROR_SUCCESS);
  CHECK_EQ(count_of(items->instances), 1);
  CHECK_NAME(items->instances, 0, "bash");
  CHECK_STATUS(read_items(log_name, NULL, "Processor", 100, items), PDH_CSTATUS_NO_OBJECT);
  CHECK_EQ(expand_to(log_name, "\\\\db-18\\*(*)\\*", 0, buffer), 1);
  CHECK_NAME(buffer, 0, "\\\\DB-18\\Processor(_Total)\\% Processor Time");
  CHECK_EQ(expand_to(log_name, "\\Process(*)\\*", 0, buffer), 2);
  CHECK_NAME(buffer, 1, "\\\\DB-16\\Process(bash#1)\\ID Process");
  size = MOST;
  CHECK_STATUS(PdhGetDefaultPerfObjectA(log_name, "\\\\DB-18", buffer, &size), ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "Processor");
  CHECK_STATUS(PdhEnumObjectsA(log_name, "nowhere", buffer, &size, 100, 0), PDH_CSTATUS_NO_MACHINE);
}

/* A log by its handle is what it is by its name; other handles are none. */
static void test_handles(char* buffer) {
  static char files[80]; /* a list of one name */
  PDH_HLOG log = NULL;
  PDH_HQUERY query = NULL;
  DWORD size = MOST;
  memcpy(files, log_name, sizeof log_name);
  CHECK_STATUS(PdhBindInputDataSourceA(&log, files), ERROR_SUCCESS);
  CHECK_STATUS(PdhEnumMachinesHA(log, buffer, &size), ERROR_SUCCESS);
  CHECK_NAME(buffer, 1, "\\\\DB-18");
  size = MOST;
  CHECK_STATUS(PdhEnumObjectsHA(log, "DB-18", buffer, &size, 100, 0), ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "Processor");
  size = MOST;
  CHECK_STATUS(PdhExpandWildCardPathHA(log, "\\Mem*\\*", buffer, &size, 0), ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "\\\\DB-16\\Memory\\Available Bytes");
  size = MOST;
  CHECK_STATUS(PdhGetDefaultPerfCounterHA(log, NULL, "Memory", buffer, &size), ERROR_SUCCESS);
  CHECK_NAME(buffer, 0, "Available Bytes");
  CHECK_STATUS(PdhValidatePathExA(log, "\\Process(bash#1)\\ID Process"), ERROR_SUCCESS);
  CHECK_STATUS(PdhValidatePathExA(log, "\\Process(zsh)\\ID Process"), PDH_CSTATUS_NO_INSTANCE);
  CHECK_STATUS(PdhCloseLog(log, 0), ERROR_SUCCESS);
  CHECK_STATUS(PdhEnumMachinesHA(log, buffer, &size), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhOpenQueryA(NULL, 0, &query), ERROR_SUCCESS);
  CHECK_STATUS(PdhEnumMachinesHA(query, buffer, &size), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhValidatePathExA(query, "\\Memory\\Available Bytes"), PDH_INVALID_HANDLE);
  CHECK_STATUS(PdhCloseQuery(query), ERROR_SUCCESS);
}

/* Nobody can be asked: standard input is not a terminal. */
static void test_dialogs(char* buffer) {
  PDH_BROWSE_DLG_CONFIG_A dialog;
  PDH_BROWSE_DLG_CONFIG_HW by_handle;
  DWORD size = 0;
  memset(&dialog, 0, sizeof dialog);
  memset(&by_handle, 0, sizeof by_handle);
  CHECK(freopen("/dev/null", "r", stdin) != NULL);
  CHECK_STATUS(PdhBrowseCountersA(NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhBrowseCountersW(NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhBrowseCountersHA(NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhBrowseCountersHW(NULL), PDH_INVALID_ARGUMENT);
  dialog.cchReturnPathLength = MOST;
  CHECK_STATUS(PdhBrowseCountersA(&dialog), PDH_INVALID_ARGUMENT);
  dialog.szReturnPathBuffer = buffer;
  CHECK_STATUS(PdhBrowseCountersA(&dialog), PDH_DIALOG_CANCELLED);
  dialog.cchReturnPathLength = 0;
  CHECK_STATUS(PdhBrowseCountersA(&dialog), PDH_INVALID_ARGUMENT);
  by_handle.hDataSource = garbage();
  CHECK_STATUS(PdhBrowseCountersHW(&by_handle), PDH_INVALID_ARGUMENT);
  by_handle.szReturnPathBuffer = (WCHAR*)(void*)buffer;
  by_handle.cchReturnPathLength = MOST;
  CHECK_STATUS(PdhBrowseCountersHW(&by_handle), PDH_INVALID_HANDLE);
  by_handle.hDataSource = H_WBEM_DATASOURCE;
  CHECK_STATUS(PdhBrowseCountersHW(&by_handle), PDH_CANNOT_CONNECT_WMI_SERVER);
  CHECK_STATUS(PdhSelectDataSourceA(NULL, 0, buffer, NULL), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhSelectDataSourceA(NULL, 2, buffer, &size), PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhSelectDataSourceA(NULL, 0, NULL, &size), PDH_MORE_DATA);
  CHECK_EQ(size, PDH_MAX_DATASOURCE_PATH);
  CHECK_STATUS(PdhSelectDataSourceW(NULL, PDH_FLAGS_FILE_BROWSER_ONLY, NULL, &size),
               PDH_INVALID_ARGUMENT);
  CHECK_STATUS(PdhSelectDataSourceA(NULL, 0, buffer, &size), PDH_DIALOG_CANCELLED);
}

/* A child of this process asks for itself. */
static void test_fork(void) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(PdhValidatePathA("\\Memory\\Available Bytes") == ERROR_SUCCESS ? 0 : 1);
  }
  int status = -1;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

static void* ask(void* argument) {
  char list[4096];
  DWORD size = sizeof list;
  (void)argument;
  for (int i = 0; i < 20; ++i) {
    size = sizeof list;
    CHECK_STATUS(PdhExpandCounterPathA("\\Memory\\*Bytes", list, &size), ERROR_SUCCESS);
    CHECK_STATUS(PdhValidatePathA("\\Memory\\Available Bytes"), ERROR_SUCCESS);
  }
  return NULL;
}

static void test_threads(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) CHECK_EQ(pthread_create(&threads[i], NULL, &ask, NULL), 0);
  for (int i = 0; i < 4; ++i) CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

int main(void) {
  char* buffer = (char*)new_buffer();
  static Items items;
  static char object[] = "Memory";
  static char counter[] = "Available Bytes";
  static WCHAR object_w[8];
  static WCHAR counter_w[16];
  parts_a.szObjectName = object;
  parts_a.szCounterName = counter;
  widen(object, object_w);
  widen(counter, counter_w);
  parts_w.szObjectName = object_w;
  parts_w.szCounterName = counter_w;
  find_machine();
  write_log();
  test_two_calls();
  test_twins();
  test_pointers_before_handles();
  test_wbem();
  test_values();
  test_odd_texts();
  test_validation();
  test_expansion(buffer);
  test_new_process_is_found(buffer);
  test_items(&items);
  test_kept_items(&items);
  test_objects(buffer);
  test_defaults(buffer);
  test_titles(buffer);
  test_machines(buffer);
  test_log(buffer, &items);
  test_handles(buffer);
  test_dialogs(buffer);
  test_fork();
  test_threads();
  free(buffer);
  unlink(log_name);
  return finish("pdh_names");
}
