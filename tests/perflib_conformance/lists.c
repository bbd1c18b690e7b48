#define _DEFAULT_SOURCE 1
#include <unistd.h>

#include "reader.h"
#include "registered_sets.h"

#define MOST 4096
static GUID sets[MOST];

/* How often a set is in the list. */
static int listed(const GUID* set) {
  DWORD actual = 0;
  int count = 0;
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, sets, MOST, &actual), ERROR_SUCCESS);
  for (DWORD i = 0; i < actual; ++i) count += memcmp(&sets[i], set, sizeof *set) == 0;
  return count;
}

static void registered_sets_are_listed(void) {
  const GUID idle = guid_of(IDLE), totals = guid_of(TOTALS);
  EXPECT_EQ(listed(&idle), 1);
  EXPECT_EQ(listed(&totals), 1);
  HANDLE const provider = started_totals();
  EXPECT_EQ(listed(&totals), 1);
  stop(provider);
}

static void running_sets_are_listed(void) {
  const GUID jobs = guid_of(JOBS);
  EXPECT_EQ(listed(&jobs), 0);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(listed(&jobs), 1);
  stop(provider);
  EXPECT_EQ(listed(&jobs), 0);
}

static void guids_are_counted(void) {
  DWORD needed = 0, actual = 0;
  memset(sets, 0xAA, sizeof sets);
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, NULL, 0, &needed), ERROR_NOT_ENOUGH_MEMORY);
  EXPECT(needed > 3 && needed < MOST);
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, sets, needed - 1, &actual), ERROR_NOT_ENOUGH_MEMORY);
  EXPECT_EQ(actual, needed);
  EXPECT_EQ(ulong_at((const unsigned char*)sets, 0), 0xAAAAAAAAu);
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, sets, needed, &actual), ERROR_SUCCESS);
  EXPECT_EQ(actual, needed);
  EXPECT_EQ(ulong_at((const unsigned char*)&sets[needed], 0), 0xAAAAAAAAu);
}

static void active_instances(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 5);
  (void)created(provider, JOBS, WIDE("Ink"), 6);
  EXPECT_TEXT(text_of_instances(JOBS), "Laser#5 Ink#6");
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_instances(JOBS), "Ink#6");
  stop(provider);
}

static void form_of_an_instance(void) {
  const GUID jobs = guid_of(JOBS);
  ULONGLONG room[8];
  unsigned char* const bytes = (unsigned char*)room;
  DWORD actual = 0;
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  (void)created(provider, JOBS, WIDE("Ink"), 6);
  (void)created(provider, JOBS, WIDE("Laser"), 5);
  EXPECT_EQ(PerfEnumerateCounterSetInstances(NULL, &jobs, (PPERF_INSTANCE_HEADER)room, sizeof room,
                                             &actual),
            ERROR_SUCCESS);
  EXPECT_EQ(actual, 16 + 24);
  EXPECT_EQ(ulong_at(bytes, 0), 16);
  EXPECT_EQ(ulong_at(bytes, 4), 6);
  EXPECT_EQ(memcmp(bytes + 8, WIDE("Ink"), 8), 0);
  EXPECT_EQ(ulong_at(bytes, 16), 24);
  EXPECT_EQ(memcmp(bytes + 24, WIDE("Laser"), 12), 0);
  stop(provider);
}

static void set_that_nobody_knows(void) { EXPECT_TEXT(text_of_instances(99), "4200"); }

static void set_without_an_instance(void) {
  EXPECT_TEXT(text_of_instances(IDLE), "4201");
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_TEXT(text_of_instances(JOBS), "4201");
  stop(provider);
}

static WCHAR machine[256];

static void this_machine_by_its_name(void) {
  const GUID idle = guid_of(IDLE);
  char name[256] = "";
  DWORD actual = 0;
  HANDLE query = NULL;
  EXPECT_EQ(gethostname(name, sizeof name - 1), 0);
  for (size_t i = 0; i < sizeof name; ++i) machine[i] = (WCHAR)name[i];
  EXPECT_EQ(PerfEnumerateCounterSet(machine, sets, MOST, &actual), ERROR_SUCCESS);
  EXPECT_EQ(PerfEnumerateCounterSetInstances(machine, &idle, NULL, 0, &actual),
            ERROR_WMI_INSTANCE_NOT_FOUND);
  EXPECT_EQ(PerfQueryCounterSetRegistrationInfo(machine, &idle, PERF_REG_PROVIDER_GUID, 0, NULL, 0,
                                                &actual),
            ERROR_NOT_ENOUGH_MEMORY);
  EXPECT_EQ(PerfOpenQueryHandle(machine, &query), ERROR_SUCCESS);
  close_query(query);
}

static void other_machines(void) {
  const WCHAR* const other = WIDE("other.invalid");
  const GUID idle = guid_of(IDLE);
  DWORD actual = 0;
  HANDLE query = NULL;
  EXPECT_EQ(PerfEnumerateCounterSet(other, sets, MOST, &actual), ERROR_BAD_NETPATH);
  EXPECT_EQ(PerfEnumerateCounterSetInstances(other, &idle, NULL, 0, &actual), ERROR_BAD_NETPATH);
  EXPECT_EQ(PerfQueryCounterSetRegistrationInfo(other, &idle, PERF_REG_PROVIDER_GUID, 0, NULL, 0,
                                                &actual),
            ERROR_BAD_NETPATH);
  EXPECT_EQ(PerfOpenQueryHandle(other, &query), ERROR_BAD_NETPATH);
  EXPECT(query == NULL);
}

static const Promise promises[] = {
    {"PerfEnumerateCounterSet lists the registered sets, whether they run or not",
     registered_sets_are_listed},
    {"it lists sets that run without being registered, too", running_sets_are_listed},
    {"its numbers count GUIDs, and nothing is written beyond them", guids_are_counted},
    {"PerfEnumerateCounterSetInstances lists the active instances", active_instances},
    {"an instance is a PERF_INSTANCE_HEADER, its name, a NUL and padding to a multiple of 8",
     form_of_an_instance},
    {"a set that does not exist is 4200", set_that_nobody_knows},
    {"a set without an active instance is 4201", set_without_an_instance},
    {"this machine may be given by its name", this_machine_by_its_name},
    {"another machine is 53", other_machines},
};
CHAPTER(lists, "Lists of sets and instances")
