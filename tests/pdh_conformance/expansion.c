#include <stdio.h>

#include "pdh_suite.h"

static char* list;

/* The list of an expansion, in two calls; returns how many paths it has. */
static int expand_to(const char* source, const char* path, DWORD flags) {
  DWORD size = 0;
  EXPECT_CODE(PdhExpandWildCardPathA(source, path, NULL, &size, flags), PDH_MORE_DATA);
  list = (char*)fresh_room();
  EXPECT_CODE(PdhExpandWildCardPathA(source, path, list, &size, flags), ERROR_SUCCESS);
  EXPECT_EQ(list[size - 1], 0);
  EXPECT_EQ(list[size - 2], 0);
  return count_of(list);
}

static DWORD code_of(const char* path, DWORD flags) {
  DWORD size = 0;
  const PDH_STATUS status = PdhExpandWildCardPathA(NULL, path, NULL, &size, flags);
  EXPECT_EQ(size, 0);
  return (DWORD)status;
}

static void expect_path(int n, const char* without_machine) {
  char path[300];
  snprintf(path, sizeof path, "%s%s", this_machine(), without_machine);
  EXPECT_NAME(list, n, path);
}

static void whole_paths(void) {
  EXPECT_EQ(expand_to(NULL, "\\memory\\available Bytes", 0), 1);
  expect_path(0, AVAILABLE_BYTES);
}

static void partial_patterns(void) {
  EXPECT_EQ(expand_to(NULL, "\\Memory\\Available Byt*", 0), 1);
  expect_path(0, AVAILABLE_BYTES);
  EXPECT_EQ(expand_to(NULL, "\\Mem*\\Avail*Bytes", 0), 3);
  expect_path(0, AVAILABLE_BYTES);
  expect_path(1, "\\Memory\\Available KBytes");
  expect_path(2, "\\Memory\\Available MBytes");
  EXPECT_EQ(expand_to(NULL, "\\Processor(_T*)\\% Pro*", 0), 1);
  expect_path(0, "\\Processor(_Total)\\% Processor Time");
}

static void every_instance(void) {
  Printers printers = start_printers();
  (void)printer(&printers, "Laser", 1);
  (void)printer(&printers, "Ink", 0);
  EXPECT_EQ(expand_to(NULL, PRINTER("*", "Waiting"), 0), 3);
  EXPECT(strstr(name_at(list, 0), "(Laser)\\") != NULL);
  EXPECT(strstr(name_at(list, 1), "(Laser#1)\\") != NULL);
  EXPECT(strstr(name_at(list, 2), "(Ink)\\") != NULL);
  EXPECT_EQ(expand_to(NULL, PRINTER("*#*", "Waiting"), 0), 3);
  EXPECT_EQ(expand_to(NULL, PRINTER("Laser#1", "Waiting"), 0), 1);
  EXPECT_EQ(expand_to(NULL, PRINTER("Ink", "*"), 0), 6); /* bases are not listed */
  stop_printers(&printers);
}

static void parents_and_children(void) {
  char path[100];
  const Child child = start_child(unique_name("parent"));
  snprintf(path, sizeof path, "\\Thread(%s/*)\\ID Thread", unique_name("parent"));
  const int threads = expand_to(NULL, path, 0); /* sanitizers may add some */
  EXPECT(threads >= 1);
  snprintf(path, sizeof path, "\\Thread(%s*/*)\\ID Thread", unique_name("par*t"));
  EXPECT_EQ(expand_to(NULL, path, 0), threads);
  end_child(child);
}

static void parts_that_are_kept(void) {
  EXPECT_EQ(expand_to(NULL, "\\Processor(*)\\% Pro*", PDH_NOEXPANDINSTANCES), 1);
  expect_path(0, "\\Processor(*)\\% Processor Time");
  EXPECT_EQ(expand_to(NULL, "\\Processor(_T*)\\*", PDH_NOEXPANDCOUNTERS), 1);
  expect_path(0, "\\Processor(_Total)\\*");
  EXPECT_EQ(expand_to(NULL, "\\Processor(*)\\*", PDH_NOEXPANDCOUNTERS | PDH_NOEXPANDINSTANCES), 1);
  expect_path(0, "\\Processor(*)\\*");
  EXPECT_EQ(expand_to(NULL, "\\Memory\\Available Byt*", PDH_REFRESHCOUNTERS), 1);
}

static void unknown_flags(void) {
  EXPECT_CODE(code_of("\\Memory\\*", 8), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(code_of("\\Memory\\*", 0x80000000u), PDH_INVALID_ARGUMENT);
}

static void no_paths(void) {
  static char longest[65536];
  DWORD size = 0;
  memset(longest, 'x', sizeof longest - 1);
  longest[0] = '\\';
  EXPECT_CODE(code_of("", 0), PDH_INVALID_PATH);
  EXPECT_CODE(code_of("Memory", 0), PDH_INVALID_PATH);
  EXPECT_CODE(code_of("/Memory/*", 0), PDH_INVALID_PATH);
  EXPECT_CODE(code_of(longest, 0), PDH_INVALID_PATH);
  EXPECT_CODE(PdhExpandCounterPathA("", NULL, &size), PDH_INVALID_PATH);
}

static void instances_of_an_object_without(void) {
  EXPECT_CODE(code_of("\\Memory(*)\\*", 0), PDH_INVALID_PATH);
}

static void what_does_not_exist(void) {
  EXPECT_CODE(code_of("\\Nothing(*)\\*", 0), PDH_CSTATUS_NO_OBJECT);
  EXPECT_CODE(code_of("\\Memory\\Nothing*", 0), PDH_CSTATUS_NO_COUNTER);
  EXPECT_CODE(code_of("\\Processor(nothing*)\\*", 0), PDH_CSTATUS_NO_INSTANCE);
  EXPECT_CODE(code_of("\\\\nowhere\\Memory\\*", 0), PDH_CSTATUS_NO_MACHINE);
}

static void only_asterisks(void) {
  EXPECT_CODE(code_of("\\Processor(_Tota?)\\% Processor Time", 0), PDH_CSTATUS_NO_INSTANCE);
  EXPECT_CODE(code_of("\\Processor([_]Total)\\% Processor Time", 0), PDH_CSTATUS_NO_INSTANCE);
}

static void local_expansion(void) {
  WCHAR wide[100];
  DWORD size = sizeof wide / sizeof wide[0];
  DWORD narrow_size = ROOM;
  list = (char*)fresh_room();
  EXPECT_CODE(PdhExpandCounterPathA("\\Memory\\Available Byt*", list, &narrow_size), ERROR_SUCCESS);
  EXPECT_EQ(count_of(list), 1);
  expect_path(0, AVAILABLE_BYTES);
  EXPECT_CODE(PdhExpandCounterPathW(WIDE("\\Memory\\Available Byt*"), wide, &size), ERROR_SUCCESS);
  EXPECT_EQ(size, narrow_size);
}

/* The call that asks for the size looks again, and the one that fills answers from that. */
static void processes_that_start_later(void) {
  DWORD size = 0;
  Printers printers = start_printers();
  EXPECT_CODE(PdhExpandWildCardPathA(NULL, PRINTER("*", "Waiting"), NULL, &size, 0), PDH_MORE_DATA);
  const DWORD alone = size;
  (void)printer(&printers, "Ink", 0);
  list = (char*)fresh_room();
  EXPECT_CODE(PdhExpandWildCardPathA(NULL, PRINTER("*", "Waiting"), list, &size, 0), ERROR_SUCCESS);
  EXPECT_EQ(size, alone);
  EXPECT_EQ(count_of(list), 1);
  EXPECT_EQ(expand_to(NULL, PRINTER("*", "Waiting"), 0), 2);
  (void)printer(&printers, "Paper", 0);
  size = ROOM; /* one call with room for everything looks again, too */
  EXPECT_CODE(PdhExpandWildCardPathA(NULL, PRINTER("*", "Waiting"), list, &size, 0), ERROR_SUCCESS);
  EXPECT_EQ(count_of(list), 3);
  stop_printers(&printers);
}

static void of_a_log(void) {
  char log[512];
  write_two_machines("two.csv");
  strcpy(log, path_of("two.csv"));
  EXPECT_EQ(expand_to(log, "\\\\db-18\\*(*)\\*", 0), 1);
  EXPECT_NAME(list, 0, "\\\\DB-18\\Processor(_Total)\\% Processor Time");
  EXPECT_EQ(expand_to(log, "\\Process(*)\\*", 0), 2);
  EXPECT_NAME(list, 0, "\\\\DB-16\\Process(bash)\\ID Process");
  EXPECT_NAME(list, 1, "\\\\DB-16\\Process(bash#1)\\ID Process");
  remove_file("two.csv");
}

static void by_handle(void) {
  PDH_HLOG log = NULL;
  DWORD size = ROOM;
  write_two_machines("two.csv");
  EXPECT_CODE(open_log(NULL, "two.csv", READ_EXISTING, 0, &log), ERROR_SUCCESS);
  list = (char*)fresh_room();
  EXPECT_CODE(PdhExpandWildCardPathHA(log, "\\Mem*\\*", list, &size, 0), ERROR_SUCCESS);
  EXPECT_NAME(list, 0, "\\\\DB-16\\Memory\\Available Bytes");
  size = ROOM / sizeof(WCHAR);
  EXPECT_CODE(PdhExpandWildCardPathHW(log, WIDE("\\Mem*\\*"), (LPWSTR)(void*)list, &size, 0),
              ERROR_SUCCESS);
  size = 0;
  EXPECT_CODE(PdhExpandWildCardPathHA(H_WBEM_DATASOURCE, "\\Memory\\*", NULL, &size, 0),
              PDH_CANNOT_CONNECT_WMI_SERVER);
  close_log(log);
  remove_file("two.csv");
}

static const Promise promises[] = {
    {"a path without wildcards is one path, with this computer's name and the names of the source",
     whole_paths},
    {"partial patterns work in objects, instances and counters", partial_patterns},
    {"* means every instance, with its #n, and every counter but bases", every_instance},
    {"wildcards may be in the parent and in the instance", parents_and_children},
    {"flags keep the instances or the counters as they were given", parts_that_are_kept},
    {"unknown flags are PDH_INVALID_ARGUMENT", unknown_flags},
    {"what cannot be parsed is PDH_INVALID_PATH", no_paths},
    {"an instance of an object that has none is PDH_INVALID_PATH", instances_of_an_object_without},
    {"what does not exist has its code", what_does_not_exist},
    {"only * is a wildcard", only_asterisks},
    {"PdhExpandCounterPath expands over this machine", local_expansion},
    {"the call that asks for the size looks again, and the one that fills answers from that",
     processes_that_start_later},
    {"a log is expanded from what it has", of_a_log},
    {"a handle of a log is what its name is, and WBEM is PDH_CANNOT_CONNECT_WMI_SERVER", by_handle},
};
CHAPTER(expansion, "Expansion of paths")
