#include "perflib_suite.h"

#define LONGEST 1023

/* Fills a name with so many letters. */
static const WCHAR* name_of(WCHAR* name, size_t length) {
  for (size_t i = 0; i < length; ++i) name[i] = 'x';
  name[length] = 0;
  return name;
}

/* Whether creating fails with a code. */
static void expect_refused(HANDLE provider, const GUID* set, const WCHAR* name, ULONG id,
                           DWORD code) {
  SetLastError(UNTOUCHED);
  EXPECT(PerfCreateInstance(provider, set, name, id) == NULL);
  EXPECT_EQ(GetLastError(), code);
}

static void expect_not_found(HANDLE provider, const GUID* set, const WCHAR* name, ULONG id,
                             DWORD code) {
  SetLastError(UNTOUCHED);
  EXPECT(PerfQueryInstance(provider, set, name, id) == NULL);
  EXPECT_EQ(GetLastError(), code);
}

static void block_of_an_instance(void) {
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const ink = created(provider, JOBS, WIDE("Ink"), 9);
  EXPECT(ink != NULL);
  EXPECT_EQ(memcmp(&ink->CounterSetGuid, &jobs, sizeof jobs), 0);
  EXPECT_EQ(ink->InstanceId, 9);
  EXPECT_EQ(ink->InstanceNameOffset, 32 + 4 * 8);
  EXPECT_EQ(ink->InstanceNameSize, 8);
  EXPECT_EQ(memcmp((unsigned char*)ink + ink->InstanceNameOffset, WIDE("Ink"), 8), 0);
  stop(provider);
}

static void size_of_the_block(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(created(provider, JOBS, WIDE("Ink"), 0)->dwSize, 32 + 4 * 8 + 8);
  EXPECT_EQ(created(provider, JOBS, WIDE("Laser"), 0)->dwSize, 32 + 4 * 8 + 16);
  stop(provider);
}

static void values_begin_at_0(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* laser = created(provider, JOBS, WIDE("Laser"), 0);
  for (ULONG i = 0; i < 4; ++i) EXPECT_EQ(value_of(laser, i), 0);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, 7), ERROR_SUCCESS);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
  for (ULONG i = 0; i < 4; ++i) EXPECT_EQ(value_of(laser, i), 0);
  stop(provider);
}

static void pointers_that_are_needed(void) {
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  expect_refused(provider, NULL, WIDE("Laser"), 0, ERROR_INVALID_PARAMETER);
  expect_refused(provider, &jobs, NULL, 0, ERROR_INVALID_PARAMETER);
  expect_not_found(provider, NULL, WIDE("Laser"), 0, ERROR_INVALID_PARAMETER);
  expect_not_found(provider, &jobs, NULL, 0, ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void empty_name_of_several(void) {
  const ULONG types[] = {PERF_COUNTERSET_MULTI_INSTANCES, PERF_COUNTERSET_MULTI_AGGREGATE,
                         PERF_COUNTERSET_INSTANCE_AGGREGATE};
  const GUID jobs = guid_of(JOBS);
  for (int i = 0; i < 3; ++i) {
    HANDLE const provider = started_jobs(types[i]);
    expect_refused(provider, &jobs, WIDE(""), 0, ERROR_INVALID_PARAMETER);
    stop(provider);
  }
}

static void empty_name_of_one(void) {
  const ULONG types[] = {PERF_COUNTERSET_SINGLE_INSTANCE, PERF_COUNTERSET_SINGLE_AGGREGATE,
                         PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY};
  for (int i = 0; i < 3; ++i) {
    HANDLE const provider = started_jobs(types[i]);
    EXPECT(created(provider, JOBS, WIDE(""), 0) != NULL);
    stop(provider);
  }
}

static void longest_name(void) {
  WCHAR name[LONGEST + 2];
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const longest = created(provider, JOBS, name_of(name, LONGEST), 0);
  EXPECT(longest != NULL);
  EXPECT_EQ(longest->InstanceNameSize, 2 * (LONGEST + 1));
  expect_refused(provider, &jobs, name_of(name, LONGEST + 1), 0, ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void second_of_a_single_set(void) {
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_SINGLE_INSTANCE);
  PERF_COUNTERSET_INSTANCE* const first = created(provider, JOBS, WIDE("first"), 0);
  expect_refused(provider, &jobs, WIDE("second"), 1, ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfDeleteInstance(provider, first), ERROR_SUCCESS);
  EXPECT(created(provider, JOBS, WIDE("second"), 1) != NULL);
  stop(provider);
}

static void several_of_an_aggregate(void) {
  const ULONG types[] = {PERF_COUNTERSET_SINGLE_AGGREGATE,
                         PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY};
  for (int i = 0; i < 2; ++i) {
    HANDLE const provider = started_jobs(types[i]);
    EXPECT(created(provider, JOBS, WIDE("one"), 0) != NULL);
    EXPECT(created(provider, JOBS, WIDE("two"), 0) != NULL);
    stop(provider);
  }
}

static void same_name_and_id(void) {
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT(created(provider, JOBS, WIDE("Laser"), 1) != NULL);
  expect_refused(provider, &jobs, WIDE("Laser"), 1, ERROR_ALREADY_EXISTS);
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0xFFFFFFFFu) != NULL);
  EXPECT(created(provider, JOBS, WIDE("Ink"), 1) != NULL);
  stop(provider);
}

static void set_that_is_not_described(void) {
  const GUID other = guid_of(JOBS + 1);
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  HANDLE const second = started_provider();
  expect_refused(provider, &other, WIDE("Laser"), 0, ERROR_NOT_FOUND);
  expect_refused(second, &jobs, WIDE("Laser"), 0, ERROR_NOT_FOUND);
  expect_not_found(second, &jobs, WIDE("Laser"), 0, ERROR_NOT_FOUND);
  stop(second);
  stop(provider);
}

static void handles_that_are_not_open(void) {
  const GUID jobs = guid_of(JOBS);
  const HANDLE* const handles = foreign_handles();
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    expect_refused(handles[i], &jobs, WIDE("Ink"), 0, ERROR_INVALID_HANDLE);
    expect_not_found(handles[i], &jobs, WIDE("Laser"), 0, ERROR_INVALID_HANDLE);
    EXPECT_EQ(PerfDeleteInstance(handles[i], laser), ERROR_INVALID_HANDLE);
  }
  stop(provider);
}

static void deleted_instance(void) {
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  expect_not_found(provider, &jobs, WIDE("Laser"), 0, ERROR_NOT_FOUND);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 1), ERROR_INVALID_PARAMETER);
  EXPECT(created(provider, JOBS, WIDE("Laser"), 0) != NULL);
  stop(provider);
}

static void instances_of_nobody(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  HANDLE const other = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const of_other = created(other, JOBS, WIDE("Laser"), 0);
  PERF_COUNTERSET_INSTANCE made_up;
  memset(&made_up, 0, sizeof made_up);
  EXPECT_EQ(PerfDeleteInstance(provider, NULL), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfDeleteInstance(provider, of_other), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfDeleteInstance(provider, &made_up), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfDeleteInstance(other, of_other), ERROR_SUCCESS);
  stop(other);
  stop(provider);
}

static void query_finds_own_instances(void) {
  const GUID jobs = guid_of(JOBS);
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  HANDLE const other = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 1);
  PERF_COUNTERSET_INSTANCE* const second = created(provider, JOBS, WIDE("Laser"), 2);
  EXPECT(PerfQueryInstance(provider, &jobs, WIDE("Laser"), 1) == laser);
  EXPECT(PerfQueryInstance(provider, &jobs, WIDE("Laser"), 2) == second);
  expect_not_found(provider, &jobs, WIDE("Laser"), 3, ERROR_NOT_FOUND);
  expect_not_found(provider, &jobs, WIDE("Ink"), 1, ERROR_NOT_FOUND);
  expect_not_found(other, &jobs, WIDE("Laser"), 1, ERROR_NOT_FOUND);
  stop(other);
  stop(provider);
}

/* More than a first segment has room for. */
static void instances_stay_where_they_are(void) {
  enum { kCount = 1000 };
  static PERF_COUNTERSET_INSTANCE* all[kCount];
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  const GUID jobs = guid_of(JOBS);
  for (ULONG i = 0; i < kCount; ++i) {
    all[i] = created(provider, JOBS, WIDE("Laser"), i);
    EXPECT_EQ(PerfSetULongCounterValue(provider, all[i], WAITING, i), ERROR_SUCCESS);
  }
  for (ULONG i = 0; i < kCount; ++i) {
    EXPECT(PerfQueryInstance(provider, &jobs, WIDE("Laser"), i) == all[i]);
    EXPECT_EQ(value_of(all[i], 1), i);
  }
  stop(provider);
}

static const Promise promises[] = {
    {"an instance has the set's GUID, its id, its name with a NUL, and where that is",
     block_of_an_instance},
    {"dwSize is that of the structure, 8 bytes for each counter and the name, a multiple of 8",
     size_of_the_block},
    {"the values of a new instance are 0", values_begin_at_0},
    {"a set or a name that is NULL is 87", pointers_that_are_needed},
    {"an empty name is 87 in a set of several instances", empty_name_of_several},
    {"a name may be empty in a set of one instance and in a global aggregate", empty_name_of_one},
    {"a name has at most 1,023 units", longest_name},
    {"a second instance of a set of one instance is 87, until the first is deleted",
     second_of_a_single_set},
    {"a global aggregate may have several instances in a process", several_of_an_aggregate},
    {"an instance of the same name and id is 183, of another name or id is not", same_name_and_id},
    {"a set that the handle has not described is 1168", set_that_is_not_described},
    {"a handle that is not open is 6", handles_that_are_not_open},
    {"an instance that was deleted is not known any more, and its name is free", deleted_instance},
    {"an instance that is NULL, another handle's or made up is 87", instances_of_nobody},
    {"PerfQueryInstance finds an instance of its handle by name and id", query_finds_own_instances},
    {"an instance stays where it is, however many there are", instances_stay_where_they_are},
};
CHAPTER(instances, "Instances")
