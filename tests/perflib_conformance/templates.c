#include <stdlib.h>

#include "perflib_suite.h"

static ULONG described_as(Template* described) {
  HANDLE const provider = started_provider();
  const ULONG code = describe(provider, described);
  stop(provider);
  return code;
}

static void set_without_manifest(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(described_as(&jobs), ERROR_SUCCESS);
}

static void set_twice(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(describe(provider, &jobs), ERROR_ALREADY_EXISTS);
  stop(provider);
}

static void several_sets(void) {
  HANDLE const provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  Template other = jobs_template(PERF_COUNTERSET_SINGLE_INSTANCE);
  other.set.CounterSetGuid = guid_of(JOBS + 1);
  EXPECT_EQ(describe(provider, &other), ERROR_SUCCESS);
  stop(provider);
}

static void set_of_two_handles(void) {
  HANDLE const one = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  HANDLE const two = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  stop(two);
  stop(one);
}

static void each_size(void) {
  HANDLE const provider = started_provider();
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(PerfSetCounterSetInfo(provider, NULL, size_of(&jobs)), ERROR_INVALID_PARAMETER);
  for (ULONG size = 0; size < size_of(&jobs); ++size) {
    EXPECT_EQ(PerfSetCounterSetInfo(provider, &jobs.set, size), ERROR_INVALID_PARAMETER);
  }
  EXPECT_EQ(PerfSetCounterSetInfo(provider, &jobs.set, size_of(&jobs) + 1), ERROR_SUCCESS);
  stop(provider);
}

/* So many counters, with ids from 1 on; freed by the caller. */
static PERF_COUNTERSET_INFO* with_counters(ULONG count) {
  const Template none = empty_template(JOBS, PERF_COUNTERSET_MULTI_INSTANCES);
  unsigned char* const bytes =
      (unsigned char*)calloc(1, sizeof(PERF_COUNTERSET_INFO) + count * sizeof(PERF_COUNTER_INFO));
  if (bytes == NULL) exit(2);
  PERF_COUNTERSET_INFO* const set = (PERF_COUNTERSET_INFO*)bytes;
  *set = none.set;
  set->NumCounters = count;
  for (ULONG i = 0; i < count; ++i) {
    PERF_COUNTER_INFO counter;
    memset(&counter, 0, sizeof counter);
    counter.CounterId = i + 1;
    counter.Type = PERF_COUNTER_RAWCOUNT;
    memcpy(bytes + sizeof *set + i * sizeof counter, &counter, sizeof counter);
  }
  return set;
}

static ULONG described_with(ULONG count) {
  HANDLE const provider = started_provider();
  PERF_COUNTERSET_INFO* const set = with_counters(count);
  const ULONG size = (ULONG)(sizeof *set + count * sizeof(PERF_COUNTER_INFO));
  const ULONG code = PerfSetCounterSetInfo(provider, set, size);
  free(set);
  stop(provider);
  return code;
}

static void one_to_64000_counters(void) {
  EXPECT_EQ(described_with(1), ERROR_SUCCESS);
  EXPECT_EQ(described_with(64000), ERROR_SUCCESS);
}
static void no_counter(void) { EXPECT_EQ(described_with(0), ERROR_INVALID_PARAMETER); }
static void too_many_counters(void) {
  EXPECT_EQ(described_with(64001), ERROR_INVALID_PARAMETER);
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  HANDLE const provider = started_provider();
  const ULONG size = size_of(&jobs);
  jobs.set.NumCounters = 0xFFFFFFFFu; /* whose sizes would overflow */
  EXPECT_EQ(PerfSetCounterSetInfo(provider, &jobs.set, size), ERROR_INVALID_PARAMETER);
  stop(provider);
}

static void id_twice(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  jobs.counters[3].CounterId = PAGES;
  EXPECT_EQ(described_as(&jobs), ERROR_INVALID_PARAMETER);
}

static void known_instance_types(void) {
  const ULONG types[] = {
      PERF_COUNTERSET_SINGLE_INSTANCE,          PERF_COUNTERSET_MULTI_INSTANCES,
      PERF_COUNTERSET_SINGLE_AGGREGATE,         PERF_COUNTERSET_MULTI_AGGREGATE,
      PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY, PERF_COUNTERSET_INSTANCE_AGGREGATE};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
    Template jobs = jobs_template(types[i]);
    EXPECT_EQ(described_as(&jobs), ERROR_SUCCESS);
  }
}

static void unknown_instance_types(void) {
  const ULONG types[] = {1, 3, 5, 8, 10, 14, 16, 18, 20, 23, 32, 0xFFFFFFFFu};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
    Template jobs = jobs_template(types[i]);
    EXPECT_EQ(described_as(&jobs), ERROR_INVALID_PARAMETER);
  }
}

static void all_attributes(void) {
  for (ULONG attributes = 0; attributes < 32; ++attributes) {
    Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
    jobs.counters[0].Attrib = attributes;
    EXPECT_EQ(described_as(&jobs), ERROR_SUCCESS);
  }
}

static void any_provider_guid(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  jobs.set.ProviderGuid = guid_of(99);
  EXPECT_EQ(described_as(&jobs), ERROR_SUCCESS);
}

/* As .NET describes counters: Size is that of a pointer, and Offset runs. */
static void sizes_and_offsets_of_dotnet(void) {
  HANDLE const provider = started_provider();
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  for (ULONG i = 0; i < jobs.set.NumCounters; ++i) {
    jobs.counters[i].Size = (ULONG)sizeof(void*);
    jobs.counters[i].Offset = i * (ULONG)sizeof(void*);
  }
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, 5), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 6), ERROR_SUCCESS);
  EXPECT_EQ(value_of(laser, 0), 5);
  EXPECT_EQ(value_of(laser, 1), 6);
  stop(provider);
}

static void refused_set_can_be_described(void) {
  HANDLE const provider = started_provider();
  Template jobs = jobs_template(1);
  EXPECT_EQ(describe(provider, &jobs), ERROR_INVALID_PARAMETER);
  jobs.set.InstanceType = PERF_COUNTERSET_MULTI_INSTANCES;
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  stop(provider);
}

static void handles_that_are_not_open(void) {
  const HANDLE* const handles = foreign_handles();
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    EXPECT_EQ(describe(handles[i], &jobs), ERROR_INVALID_HANDLE);
  }
}

static const Promise promises[] = {
    {"PerfSetCounterSetInfo describes a set of which no manifest is registered",
     set_without_manifest},
    {"a handle may describe several sets", several_sets},
    {"a set that the handle has described before is 183", set_twice},
    {"another handle may describe the same set", set_of_two_handles},
    {"a template that is NULL or shorter than 40 + 32n bytes is 87, and a longer one is accepted",
     each_size},
    {"a set has 1 to 64,000 counters", one_to_64000_counters},
    {"a set without counters is 87", no_counter},
    {"a set of more than 64,000 counters is 87", too_many_counters},
    {"a counter id that is given twice is 87", id_twice},
    {"the instance types are 0, 2, 4, 6, 12 and 22", known_instance_types},
    {"any other instance type is 87", unknown_instance_types},
    {"all combinations of attributes are accepted", all_attributes},
    {"any ProviderGuid is accepted", any_provider_guid},
    {"Size and Offset of a counter are not looked at", sizes_and_offsets_of_dotnet},
    {"a set that was refused can still be described", refused_set_can_be_described},
    {"PerfSetCounterSetInfo with a handle that is not open is 6", handles_that_are_not_open},
};
CHAPTER(templates, "Templates")
