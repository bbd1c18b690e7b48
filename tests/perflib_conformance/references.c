#include "perflib_suite.h"

static HANDLE provider;
static PERF_COUNTERSET_INSTANCE* laser;

/* PAGES and BYTES_BASE are read through pointers. */
static void begin(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  jobs.counters[0].Attrib = PERF_ATTRIB_BY_REFERENCE;
  jobs.counters[3].Attrib = PERF_ATTRIB_BY_REFERENCE;
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
}

static void addresses_of_both_widths(void) {
  ULONGLONG pages = 1;
  ULONG samples = 2;
  begin();
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, &pages), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, BYTES_BASE, &samples), ERROR_SUCCESS);
  stop(provider);
}

static void address_that_is_null(void) {
  begin();
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, NULL), ERROR_SUCCESS);
  stop(provider);
}

static void address_in_the_place(void) {
  ULONGLONG pages = 1;
  ULONG samples = 2;
  begin();
  EXPECT_EQ(value_of(laser, 0), 0);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, &pages), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, BYTES_BASE, &samples), ERROR_SUCCESS);
  EXPECT(value_of(laser, 0) == (size_t)&pages);
  EXPECT(value_of(laser, 3) == (size_t)&samples);
  EXPECT_EQ(value_of(laser, 1), 0);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, NULL), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), 0);
  stop(provider);
}

static void counter_with_a_value(void) {
  ULONG waiting = 1;
  begin();
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, WAITING, &waiting), ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void id_that_the_set_lacks(void) {
  ULONGLONG pages = 1;
  begin();
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES + 1, &pages), ERROR_NOT_FOUND);
  stop(provider);
}

static void instances_of_nobody(void) {
  ULONGLONG pages = 1;
  PERF_COUNTERSET_INSTANCE made_up;
  memset(&made_up, 0, sizeof made_up);
  begin();
  EXPECT_EQ(PerfSetCounterRefValue(provider, NULL, PAGES, &pages), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfSetCounterRefValue(provider, &made_up, PAGES, &pages), ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void handles_that_are_not_open(void) {
  ULONGLONG pages = 1;
  const HANDLE* const handles = foreign_handles();
  begin();
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    EXPECT_EQ(PerfSetCounterRefValue(handles[i], laser, PAGES, &pages), ERROR_INVALID_HANDLE);
  }
  stop(provider);
}

/* As .NET describes them. */
static void all_counters_by_reference(void) {
  ULONGLONG pages = 1;
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  for (ULONG i = 0; i < jobs.set.NumCounters; ++i) {
    jobs.counters[i].Attrib = PERF_ATTRIB_BY_REFERENCE;
    jobs.counters[i].Size = (ULONG)sizeof(void*);
    jobs.counters[i].Offset = i * (ULONG)sizeof(void*);
  }
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, &pages), ERROR_SUCCESS);
  stop(provider);
}

static void other_counters_have_values(void) {
  begin();
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 3), ERROR_SUCCESS);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, BYTES, 4), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 1), 3);
  EXPECT_EQ(value_of(laser, 2), 4);
  stop(provider);
}

static const Promise promises[] = {
    {"PerfSetCounterRefValue takes the address of a value of 4 or 8 bytes",
     addresses_of_both_widths},
    {"the address may be NULL", address_that_is_null},
    {"the place of the counter holds the address", address_in_the_place},
    {"a counter without the attribute is 87", counter_with_a_value},
    {"the id of a counter that the set lacks is 1168", id_that_the_set_lacks},
    {"an instance that is NULL or made up is 87", instances_of_nobody},
    {"a handle that is not open is 6", handles_that_are_not_open},
    {"all counters of a set may be by reference, as in the templates of .NET",
     all_counters_by_reference},
    {"the other counters of the set have values to change", other_counters_have_values},
};
CHAPTER(references, "References")
