#include "child.h"
#include "reader.h"
#include "registered_sets.h"

static HANDLE provider;

/* An instance whose PAGES is `pages`. */
static PERF_COUNTERSET_INSTANCE* with_pages(HANDLE of, const WCHAR* name, ULONG id,
                                            ULONGLONG pages) {
  PERF_COUNTERSET_INSTANCE* const instance = created(of, JOBS, name, id);
  EXPECT_EQ(PerfSetULongLongCounterValue(of, instance, PAGES, pages), ERROR_SUCCESS);
  return instance;
}

static void single_set(void) {
  provider = started_jobs(PERF_COUNTERSET_SINGLE_INSTANCE);
  EXPECT_READ(JOBS, PAGES, NULL, "0/4201");
  EXPECT_TEXT(text_of_instances(JOBS), "4201");
  (void)with_pages(provider, WIDE("label"), 0, 5);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 5");
  EXPECT_READ(JOBS, ANY, NULL, "2/0 10,20,30,31: 5 0 0 0");
  EXPECT_TEXT(text_of_instances(JOBS), "#0");
  stop(provider);
}

static void* publish_single(void) {
  HANDLE const own = started_jobs(PERF_COUNTERSET_SINGLE_INSTANCE);
  (void)with_pages(own, WIDE("label"), 0, 5);
  return own;
}

static void single_set_of_two_processes(void) {
  const Child one = start_child(publish_single);
  const Child two = start_child(publish_single);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 5");
  end_child(one);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 5");
  end_child(two);
}

static void several_instances(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0");
  (void)with_pages(provider, WIDE("Ink"), 1, 5);
  (void)with_pages(provider, WIDE("Ink"), 2, 6);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0 [Ink#1 5][Ink#2 6]");
  stop(provider);
}

static void* publish_aggregate(void) {
  HANDLE const own = started_jobs(PERF_COUNTERSET_SINGLE_AGGREGATE);
  (void)with_pages(own, WIDE("three"), 0, 1ull << 40);
  return own;
}

static void global_aggregate(void) {
  provider = started_jobs(PERF_COUNTERSET_SINGLE_AGGREGATE);
  EXPECT_READ(JOBS, PAGES, NULL, "0/4201");
  (void)with_pages(provider, WIDE("one"), 0, 5);
  PERF_COUNTERSET_INSTANCE* const two = with_pages(provider, WIDE("two"), 0, 6);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 11");
  const Child child = start_child(publish_aggregate);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 1099511627787");
  EXPECT_EQ(PerfDeleteInstance(provider, two), ERROR_SUCCESS);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 1099511627781");
  end_child(child);
  EXPECT_READ(JOBS, PAGES, NULL, "1/0 5");
  stop(provider);
}

static void multiple_aggregate(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_AGGREGATE);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0");
  (void)with_pages(provider, WIDE("Ink"), 1, 5);
  (void)with_pages(provider, WIDE("Ink"), 2, 6);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0 [Ink#1 5][Ink#2 6][_Total#4294967295 11]");
  EXPECT_READ(JOBS, PAGES, PERF_AGGREGATE_INSTANCE, "1/0 11");
  stop(provider);
}

static void aggregate_with_history(void) {
  provider = started_jobs(PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY);
  PERF_COUNTERSET_INSTANCE* const one = with_pages(provider, WIDE("one"), 0, 5);
  HANDLE const query = query_of(JOBS, PAGES, NULL);
  EXPECT_TEXT(text_of_reply(query), "1/0 5");
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, one, PAGES, 7), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "1/0 7");
  EXPECT_EQ(PerfDeleteInstance(provider, one), ERROR_SUCCESS);
  EXPECT_TEXT(text_of_reply(query), "1/0 7");
  (void)with_pages(provider, WIDE("two"), 0, 6);
  EXPECT_TEXT(text_of_reply(query), "1/0 13");
  close_query(query);
  stop(provider);
}

static void instance_aggregate(void) {
  provider = started_jobs(PERF_COUNTERSET_INSTANCE_AGGREGATE);
  (void)with_pages(provider, WIDE("Ink"), 1, 5);
  (void)with_pages(provider, WIDE("Laser"), 2, 6);
  (void)with_pages(provider, WIDE("Ink"), 3, 7);
  EXPECT_READ(JOBS, PAGES, WIDE("*"), "4/0 [Ink#1 12][Laser#2 6]");
  stop(provider);
}

static void sums_wrap(void) {
  provider = started_jobs(PERF_COUNTERSET_SINGLE_AGGREGATE);
  for (ULONG id = 0; id < 2; ++id) {
    PERF_COUNTERSET_INSTANCE* const one = created(provider, JOBS, WIDE("one"), id);
    EXPECT_EQ(PerfSetULongCounterValue(provider, one, WAITING, 0x80000001u), ERROR_SUCCESS);
  }
  EXPECT_READ(JOBS, WAITING, NULL, "1/0 2");
  stop(provider);
}

/* An instance with these values of the first six counters, of which the base has another. */
static void add_totals(const WCHAR* name, ULONGLONG value, ULONG base) {
  PERF_COUNTERSET_INSTANCE* const instance = created(provider, TOTALS, name, 0);
  for (ULONG id = 1; id <= 6; ++id) {
    EXPECT_EQ(PerfSetULongLongCounterValue(provider, instance, id, value), ERROR_SUCCESS);
  }
  EXPECT_EQ(PerfSetULongCounterValue(provider, instance, 7, base), ERROR_SUCCESS);
}

static void each_function(void) {
  provider = started_totals();
  add_totals(WIDE("one"), 10, 3);
  add_totals(WIDE("two"), 25, 2);
  EXPECT_READ(TOTALS, 1, NULL, "1/0 35");
  EXPECT_READ(TOTALS, 2, NULL, "1/0 17");
  EXPECT_READ(TOTALS, 3, NULL, "1/0 10");
  EXPECT_READ(TOTALS, 4, NULL, "1/0 25");
  stop(provider);
}

static void no_function(void) {
  provider = started_totals();
  add_totals(WIDE("one"), 10, 3);
  EXPECT_READ(TOTALS, 5, NULL, "0/232");
  EXPECT_READ(TOTALS, ANY, NULL, "2/0 1,2,3,4,5,6,7: 10 10 10 10 - 10 3");
  stop(provider);
}

static void base_follows_its_counter(void) {
  provider = started_totals();
  add_totals(WIDE("one"), 10, 3);
  add_totals(WIDE("two"), 25, 2);
  EXPECT_READ(TOTALS, 6, NULL, "1/0 25");
  EXPECT_READ(TOTALS, 7, NULL, "1/0 3");
  stop(provider);
}

static const Promise promises[] = {
    {"type 0 has one instance without a name, or none: 4201", single_set},
    {"type 0 has one instance also if several processes have one", single_set_of_two_processes},
    {"type 2 has its instances, also several of one name", several_instances},
    {"type 4 has one value, over all instances of all processes", global_aggregate},
    {"type 6 has its instances, and their aggregate as _Total", multiple_aggregate},
    {"type 12 is type 4 in which the last values of instances that have ended stay",
     aggregate_with_history},
    {"type 22 has one instance for each name, over all that have it", instance_aggregate},
    {"a set that is not registered is added up, at the width of its values", sums_wrap},
    {"registered functions are sum, mean, least and greatest of the raw values", each_function},
    {"a counter without a function has no aggregate", no_function},
    {"a base without a function has that of its counter", base_follows_its_counter},
};
CHAPTER(instance_types, "Instance types")
