#include <pthread.h>

#include "child.h"
#include "reader.h"
#include "registered_sets.h"

static HANDLE provider;
static PERF_COUNTERSET_INSTANCE* laser;

static void begin(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  laser = created(provider, JOBS, WIDE("Laser"), 1);
}

static void exact_values(void) {
  const ULONGLONG bytes = 0xFEDCBA9876543210ull;
  begin();
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, (1ull << 63) + 1), ERROR_SUCCESS);
  EXPECT_EQ(PerfDecrementULongCounterValue(provider, laser, WAITING, 1), ERROR_SUCCESS);
  memcpy(place_of(laser, 2), &bytes, sizeof bytes);
  EXPECT_READ(JOBS, ANY, WIDE("*"),
              "6/0 10,20,30,31: [Laser#1 9223372036854775809 4294967295 18364758544493064720 0]");
  stop(provider);
}

static void next_collection_has_changes(void) {
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("*"));
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#1 0]");
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, WAITING, 2), ERROR_SUCCESS);
  PERF_COUNTERSET_INSTANCE* const ink = created(provider, JOBS, WIDE("Ink"), 2);
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#1 2][Ink#2 0]");
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "4/0 [Ink#2 0]");
  EXPECT_EQ(PerfDeleteInstance(provider, ink), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "4/0");
  stop(provider);
  EXPECT_TEXT(text_of_reply(query), "0/4200");
  close_query(query);
}

static void stop_withdraws_instances(void) {
  begin();
  EXPECT_TEXT(text_of_instances(JOBS), "Laser#1");
  stop(provider);
  EXPECT_TEXT(text_of_instances(JOBS), "4200");
}

static void* count_up(void* unused) {
  for (int i = 0; i < 10000; ++i) {
    (void)PerfIncrementULongLongCounterValue(provider, laser, PAGES, 3);
    (void)PerfDecrementULongLongCounterValue(provider, laser, PAGES, 1);
    (void)PerfIncrementULongCounterValue(provider, laser, WAITING, 1);
  }
  return unused;
}

static void additions_of_threads(void) {
  pthread_t threads[4];
  begin();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pthread_create(&threads[i], NULL, count_up, NULL), 0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pthread_join(threads[i], NULL), 0);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0 [Laser#1 80000]");
  EXPECT_READ(JOBS, WAITING, WIDE("*"), "4/0 [Laser#1 40000]");
  stop(provider);
}

static void begin_with_references(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  jobs.counters[0].Attrib = PERF_ATTRIB_BY_REFERENCE;
  jobs.counters[3].Attrib = PERF_ATTRIB_BY_REFERENCE;
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  laser = created(provider, JOBS, WIDE("Laser"), 1);
}

static void references_are_read(void) {
  const ULONGLONG bytes = 6;
  ULONGLONG pages = 1ull << 40;
  ULONG samples[2] = {3, 0xFFFFFFFFu};
  begin_with_references();
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, &pages), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, BYTES_BASE, &samples), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 4), ERROR_SUCCESS);
  HANDLE const query = query_of(JOBS, ANY, WIDE("*"));
  EXPECT_TEXT(text_of_reply(query), "6/0 10,20,30,31: [Laser#1 1099511627776 4 0 3]");
  pages = 5;
  memcpy(place_of(laser, 2), &bytes, sizeof bytes);
  EXPECT_TEXT(text_of_reply(query), "6/0 10,20,30,31: [Laser#1 5 4 6 3]");
  close_query(query);
  stop(provider);
}

static void reference_to_nothing(void) {
  ULONGLONG pages = 1;
  begin_with_references();
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, &pages), ERROR_SUCCESS);
  EXPECT_READ(JOBS, PAGES, WIDE("Laser"), "1/0 1");
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, PAGES, NULL), ERROR_SUCCESS);
  EXPECT_READ(JOBS, PAGES, WIDE("Laser"), "0/232");
  EXPECT_READ(JOBS, ANY, WIDE("*"), "6/0 10,20,30,31: [Laser#1 - 0 0 -]");
  stop(provider);
}

/* In a child. */
static void* publish_ink(void) {
  HANDLE const own = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const ink = created(own, JOBS, WIDE("Ink"), 2);
  EXPECT_EQ(PerfSetULongCounterValue(own, ink, WAITING, 7), ERROR_SUCCESS);
  return own;
}
static void* publish_laser(void) {
  HANDLE const own = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT(created(own, JOBS, WIDE("Laser"), 1) != NULL);
  return own;
}

static void several_processes(void) {
  begin();
  const Child child = start_child(publish_ink);
  EXPECT_READ(JOBS, WAITING, WIDE("Ink"), "1/0 7");
  EXPECT_READ(JOBS, WAITING, WIDE("Laser"), "1/0 0");
  end_child(child);
  EXPECT_READ(JOBS, WAITING, WIDE("*"), "4/0 [Laser#1 0]");
  stop(provider);
}

static void handles_of_a_process(void) {
  begin();
  HANDLE const another = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT(created(another, JOBS, WIDE("Ink"), 2) != NULL);
  EXPECT_READ(JOBS, WAITING, WIDE("*"), "4/0 [Laser#1 0][Ink#2 0]");
  stop(another);
  stop(provider);
}

static void same_instance_twice(void) {
  begin();
  const Child child = start_child(publish_laser);
  EXPECT_READ(JOBS, WAITING, WIDE("*"), "4/0 [Laser#1 0][Laser#1 0]");
  EXPECT_READ(JOBS, WAITING, WIDE("Laser"), "4/0 [Laser#1 0][Laser#1 0]");
  end_child(child);
  stop(provider);
}

static void killed_process(void) {
  const Child child = start_child(publish_ink);
  HANDLE const query = query_of(JOBS, WAITING, WIDE("*"));
  EXPECT_TEXT(text_of_reply(query), "4/0 [Ink#2 7]");
  kill_child(child);
  EXPECT_TEXT(text_of_reply(query), "0/4200");
  EXPECT_TEXT(text_of_instances(JOBS), "4200");
  close_query(query);
}

static void registered_set_that_starts_later(void) {
  HANDLE const query = query_of(TOTALS, ANY, NULL);
  EXPECT_TEXT(text_of_reply(query), "0/4201");
  provider = started_totals();
  EXPECT_TEXT(text_of_reply(query), "0/4201");
  (void)created(provider, TOTALS, WIDE("one"), 0);
  EXPECT_TEXT(text_of_reply(query), "2/0 1,2,3,4,5,6,7: 0 0 0 0 - 0 0");
  stop(provider);
  EXPECT_TEXT(text_of_reply(query), "0/4201");
  close_query(query);
}

static void set_unlike_its_registration(void) {
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  jobs.set.CounterSetGuid = guid_of(IDLE);
  provider = started_provider();
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  EXPECT(created(provider, IDLE, WIDE("Laser"), 0) != NULL);
  EXPECT_TEXT(text_of_instances(IDLE), "4211");
  EXPECT_READ(IDLE, ANY, WIDE("*"), "0/4211");
  stop(provider);
}

static const Promise promises[] = {
    {"readers get exactly the values that a program sets, adds or writes", exact_values},
    {"the next collection has all changes of values and instances", next_collection_has_changes},
    {"PerfStopProvider withdraws its sets", stop_withdraws_instances},
    {"additions of several threads lose nothing", additions_of_threads},
    {"a counter by reference is read where its address says, whenever it is collected",
     references_are_read},
    {"a counter by reference without an address has no value: 232", reference_to_nothing},
    {"the instances of several processes are those of one set", several_processes},
    {"the instances of several handles of a process likewise", handles_of_a_process},
    {"two processes may have an instance of the same name and id", same_instance_twice},
    {"what a process has published ends when the process is killed", killed_process},
    {"a registered set has values as soon as it runs", registered_set_that_starts_later},
    {"a set that runs in another way than it is registered is 4211", set_unlike_its_registration},
};
CHAPTER(visibility, "What readers see")
