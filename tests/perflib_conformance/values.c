#include "perflib_suite.h"

typedef ULONG(WINAPI* ChangeULong)(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance, ULONG id,
                                   ULONG value);
typedef ULONG(WINAPI* ChangeULongLong)(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance,
                                       ULONG id, ULONGLONG value);
static const ChangeULong ulong_functions[] = {
    PerfSetULongCounterValue, PerfIncrementULongCounterValue, PerfDecrementULongCounterValue};
static const ChangeULongLong ulonglong_functions[] = {PerfSetULongLongCounterValue,
                                                      PerfIncrementULongLongCounterValue,
                                                      PerfDecrementULongLongCounterValue};

/* What all six functions return for 1. */
static void expect_of_all(HANDLE provider, PERF_COUNTERSET_INSTANCE* instance, ULONG id4, ULONG id8,
                          ULONG code) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(ulong_functions[i](provider, instance, id4, 1), code);
    EXPECT_EQ(ulonglong_functions[i](provider, instance, id8, 1), code);
  }
}

static HANDLE provider;
static PERF_COUNTERSET_INSTANCE* laser;

static void begin(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
}

static void set_stores(void) {
  begin();
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, 0x0123456789ABCDEFull),
            ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 0x89ABCDEFu), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), 0x0123456789ABCDEFull);
  EXPECT_EQ(value_of(laser, 1), 0x89ABCDEFu);
  EXPECT_EQ(value_of(laser, 2), 0);
  stop(provider);
}

static void places_follow_the_template(void) {
  begin();
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, BYTES_BASE, 4), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, BYTES, 3), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 2), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, 1), ERROR_SUCCESS);
  for (ULONG i = 0; i < 4; ++i) EXPECT_EQ(value_of(laser, i), i + 1);
  stop(provider);
}

static void additions_and_subtractions(void) {
  begin();
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, WAITING, 40), ERROR_SUCCESS);
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, WAITING, 5), ERROR_SUCCESS);
  EXPECT_EQ(PerfDecrementULongCounterValue(provider, laser, WAITING, 3), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 1), 42);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, PAGES, 1ull << 40), ERROR_SUCCESS);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, PAGES, 9), ERROR_SUCCESS);
  EXPECT_EQ(PerfDecrementULongLongCounterValue(provider, laser, PAGES, 7), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), (1ull << 40) + 2);
  stop(provider);
}

static void values_wrap(void) {
  begin();
  EXPECT_EQ(PerfDecrementULongCounterValue(provider, laser, WAITING, 1), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 1), 0xFFFFFFFFu);
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, WAITING, 3), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 1), 2);
  EXPECT_EQ(PerfDecrementULongLongCounterValue(provider, laser, PAGES, 1), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), 0xFFFFFFFFFFFFFFFFull);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, PAGES, 3), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), 2);
  stop(provider);
}

static void written_by_the_program(void) {
  const ULONGLONG pages = 1ull << 41;
  begin();
  memcpy(place_of(laser, 0), &pages, sizeof pages);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, PAGES, 1), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), pages + 1);
  stop(provider);
}

/* All types that have a value. */
static const ULONG types[] = {PERF_COUNTER_COUNTER,
                              PERF_COUNTER_TIMER,
                              PERF_COUNTER_QUEUELEN_TYPE,
                              PERF_COUNTER_LARGE_QUEUELEN_TYPE,
                              PERF_COUNTER_100NS_QUEUELEN_TYPE,
                              PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE,
                              PERF_COUNTER_BULK_COUNT,
                              PERF_COUNTER_RAWCOUNT,
                              PERF_COUNTER_LARGE_RAWCOUNT,
                              PERF_COUNTER_RAWCOUNT_HEX,
                              PERF_COUNTER_LARGE_RAWCOUNT_HEX,
                              PERF_SAMPLE_FRACTION,
                              PERF_SAMPLE_COUNTER,
                              PERF_COUNTER_TIMER_INV,
                              PERF_SAMPLE_BASE,
                              PERF_AVERAGE_TIMER,
                              PERF_AVERAGE_BASE,
                              PERF_AVERAGE_BULK,
                              PERF_OBJ_TIME_TIMER,
                              PERF_100NSEC_TIMER,
                              PERF_100NSEC_TIMER_INV,
                              PERF_COUNTER_MULTI_TIMER,
                              PERF_COUNTER_MULTI_TIMER_INV,
                              PERF_COUNTER_MULTI_BASE,
                              PERF_100NSEC_MULTI_TIMER,
                              PERF_100NSEC_MULTI_TIMER_INV,
                              PERF_RAW_FRACTION,
                              PERF_LARGE_RAW_FRACTION,
                              PERF_RAW_BASE,
                              PERF_LARGE_RAW_BASE,
                              PERF_ELAPSED_TIME,
                              PERF_COUNTER_DELTA,
                              PERF_COUNTER_LARGE_DELTA,
                              PERF_PRECISION_SYSTEM_TIMER,
                              PERF_PRECISION_100NS_TIMER,
                              PERF_PRECISION_OBJECT_TIMER};
#define TYPES (sizeof types / sizeof types[0])

/* An instance with a counter of each type, whose id is its position; Size says nothing. */
static void begin_with_all_types(void) {
  Template all = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  for (ULONG i = 0; i < TYPES; ++i) add_counter(&all, i, types[i])->Size = i % 2 == 0 ? 8 : 4;
  provider = started_provider();
  EXPECT_EQ(describe(provider, &all), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
}

static void widths_of_all_types(void) {
  begin_with_all_types();
  for (ULONG i = 0; i < TYPES; ++i) {
    const int is_large = (types[i] & 0x300u) == 0x100u;
    const ULONG of_ulong = is_large ? ERROR_INVALID_PARAMETER : ERROR_SUCCESS;
    const ULONG of_ulonglong = is_large ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER;
    for (int function = 0; function < 3; ++function) {
      EXPECT_EQ(ulong_functions[function](provider, laser, i, 1), of_ulong);
      EXPECT_EQ(ulonglong_functions[function](provider, laser, i, 1), of_ulonglong);
    }
  }
  stop(provider);
}

static void width_of_an_average_timer(void) {
  Template timer = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&timer, 1, PERF_AVERAGE_TIMER);
  add_counter(&timer, 2, PERF_AVERAGE_BASE);
  provider = started_provider();
  EXPECT_EQ(describe(provider, &timer), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, 1, 5), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, 1, 5), ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void counters_of_text(void) {
  Template texts = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&texts, 1, PERF_COUNTER_TEXT);
  provider = started_provider();
  EXPECT_EQ(describe(provider, &texts), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
  expect_of_all(provider, laser, 1, 1, ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void counters_by_reference(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  for (int i = 0; i < 4; ++i) jobs.counters[i].Attrib = PERF_ATTRIB_BY_REFERENCE;
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
  expect_of_all(provider, laser, WAITING, PAGES, ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void ids_that_the_set_lacks(void) {
  const ULONG ids[] = {0, 1, 11, 32, 500, 0x7FFFFFFFu, 0xFFFFFFFFu};
  begin();
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; ++i) {
    expect_of_all(provider, laser, ids[i], ids[i], ERROR_NOT_FOUND);
  }
  stop(provider);
}

static void instances_of_nobody(void) {
  PERF_COUNTERSET_INSTANCE made_up;
  memset(&made_up, 0, sizeof made_up);
  begin();
  HANDLE const other = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const of_other = created(other, JOBS, WIDE("Laser"), 0);
  expect_of_all(provider, NULL, WAITING, PAGES, ERROR_INVALID_PARAMETER);
  expect_of_all(provider, &made_up, WAITING, PAGES, ERROR_INVALID_PARAMETER);
  expect_of_all(provider, of_other, WAITING, PAGES, ERROR_INVALID_PARAMETER);
  for (ULONG i = 0; i < 4; ++i) EXPECT_EQ(value_of(of_other, i), 0);
  stop(other);
  stop(provider);
}

static void handles_that_are_not_open(void) {
  const HANDLE* const handles = foreign_handles();
  begin();
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    expect_of_all(handles[i], laser, WAITING, PAGES, ERROR_INVALID_HANDLE);
  }
  for (ULONG i = 0; i < 4; ++i) EXPECT_EQ(value_of(laser, i), 0);
  stop(provider);
}

static const Promise promises[] = {
    {"the functions that set store 8 bytes, or 4 in the low half of the place", set_stores},
    {"the value of the counter at position k of the template is at 32 + 8k",
     places_follow_the_template},
    {"the functions that add and subtract do so", additions_and_subtractions},
    {"additions and subtractions wrap at the width of the value", values_wrap},
    {"a program may write the value in its place", written_by_the_program},
    {"a value has 8 bytes if the size bits of its type are 0x100, 4 if they are 0, and the "
     "function of the other width is 87",
     widths_of_all_types},
    {"the value of a PERF_AVERAGE_TIMER has 4 bytes", width_of_an_average_timer},
    {"a counter of text has no value to change: 87", counters_of_text},
    {"a counter by reference has no value to change: 87", counters_by_reference},
    {"the id of a counter that the set lacks is 1168", ids_that_the_set_lacks},
    {"an instance that is NULL, another handle's or made up is 87, and nothing is changed",
     instances_of_nobody},
    {"a handle that is not open is 6, and nothing is changed", handles_that_are_not_open},
};
CHAPTER(values, "Values")
