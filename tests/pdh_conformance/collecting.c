#include <stdio.h>

#include "pdh_suite.h"

static PDH_HQUERY query;

static void collect(void) { EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS); }
static void close_query(void) { EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS); }

static void nothing_to_collect(void) {
  LONGLONG time = 5;
  query = open_live();
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_DATA);
  EXPECT_CODE(PdhCollectQueryDataWithTime(query, &time), PDH_NO_DATA);
  EXPECT_EQ(time, 5);
  close_query();
}

static void no_instance_of_any(void) {
  Printers printers = start_printers();
  query = open_live();
  (void)add(query, PRINTER("Ink", "Pages"));
  (void)add(query, PRINTER("Paper*", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_DATA);
  (void)add(query, PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  close_query();
  stop_printers(&printers);
}

static void one_sample_of_all(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  const PDH_HCOUNTER waiting = add(query, PRINTER("Laser", "Waiting"));
  set_large(&printers, printers.laser, PAGES_ID, 5);
  set_small(&printers, printers.laser, WAITING_ID, 6);
  collect();
  set_large(&printers, printers.laser, PAGES_ID, 7); /* after the collection */
  EXPECT_EQ(long_of(pages), 5);
  EXPECT_EQ(long_of(waiting), 6);
  const FILETIME time = reading_of(pages).TimeStamp;
  const FILETIME same = reading_of(waiting).TimeStamp;
  EXPECT_EQ(memcmp(&time, &same, sizeof time), 0);
  close_query();
  stop_printers(&printers);
}

static void last_two_samples(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "New Pages"));
  for (ULONGLONG i = 1; i <= 3; ++i) {
    set_large(&printers, printers.laser, NEW_ID, i * i * 10);
    collect();
  }
  EXPECT_EQ(long_of(pages), 90 - 40);
  close_query();
  stop_printers(&printers);
}

static void local_times(void) {
  LONGLONG time = 0;
  query = open_live();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  const LONGLONG before = local_time_now();
  EXPECT_CODE(PdhCollectQueryDataWithTime(query, &time), ERROR_SUCCESS);
  const LONGLONG after = local_time_now();
  EXPECT(before <= time && time <= after);
  const FILETIME stamp = reading_of(bytes).TimeStamp;
  EXPECT_EQ(stamp.dwLowDateTime, (DWORD)time);
  EXPECT_EQ(stamp.dwHighDateTime, (DWORD)(time >> 32));
  LONGLONG later = 0;
  EXPECT_CODE(PdhCollectQueryDataWithTime(query, &later), ERROR_SUCCESS);
  EXPECT(later > time);
  close_query();
}

static void process_that_appears(void) {
  const char* const name = unique_name("late");
  char path[100];
  snprintf(path, sizeof path, "\\Process(%s)\\ID Process", name);
  query = open_live();
  const PDH_HCOUNTER id = add(query, path);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_DATA);
  const Child child = start_child(name);
  collect();
  EXPECT_EQ(long_of(id), child.id);
  end_child(child);
  EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_DATA);
  EXPECT_CODE(cstatus_of(id), PDH_CSTATUS_NO_INSTANCE);
  close_query();
}

static DWORD instances_of(PDH_HCOUNTER counter) {
  DWORD size = 0, count = 0;
  EXPECT_CODE(PdhGetRawCounterArrayA(counter, &size, &count, NULL), PDH_MORE_DATA);
  return count;
}

static void wildcards_follow(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER all = add(query, PRINTER("*", "Pages"));
  collect();
  EXPECT_EQ(instances_of(all), 1);
  PERF_COUNTERSET_INSTANCE* const ink = printer(&printers, "Ink", 0);
  EXPECT_EQ(instances_of(all), 1); /* until the next collection */
  collect();
  EXPECT_EQ(instances_of(all), 2);
  EXPECT_CODE(PerfDeleteInstance(printers.provider, ink), ERROR_SUCCESS);
  collect();
  EXPECT_EQ(instances_of(all), 1);
  close_query();
  stop_printers(&printers);
}

static void two_lives(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "New Pages"));
  set_large(&printers, printers.laser, NEW_ID, 10);
  collect();
  stop_printers(&printers);
  printers = start_printers();
  set_large(&printers, printers.laser, NEW_ID, 25);
  collect();
  EXPECT_NO_VALUE(pages, PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA);
  set_large(&printers, printers.laser, NEW_ID, 27);
  collect();
  EXPECT_EQ(long_of(pages), 2);
  close_query();
  stop_printers(&printers);
}

static void next_record(void) {
  LONGLONG time = 0;
  write_file("three.csv", three_records);
  query = open_file("three.csv");
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  for (int i = 0; i < 3; ++i) {
    EXPECT_CODE(PdhCollectQueryDataWithTime(query, &time), ERROR_SUCCESS);
    EXPECT_EQ(time, TEN_O_CLOCK + i * 10 * SECOND);
    EXPECT_EQ(long_of(bytes), i + 1);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_CODE(PdhCollectQueryDataWithTime(query, &time), PDH_NO_MORE_DATA);
    EXPECT_CODE(PdhCollectQueryData(query), PDH_NO_MORE_DATA);
  }
  EXPECT_EQ(time, TEN_O_CLOCK + 20 * SECOND);
  close_query();
  remove_file("three.csv");
}

static void added_later(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER first = add(query, PRINTER("Laser", "New Pages"));
  collect();
  const PDH_HCOUNTER second = add(query, PRINTER("Laser", "New Pages"));
  EXPECT_NO_VALUE(second, PDH_INVALID_DATA, PDH_CSTATUS_ITEM_NOT_VALIDATED);
  set_large(&printers, printers.laser, NEW_ID, 3);
  collect();
  EXPECT_EQ(long_of(first), 3);
  EXPECT_NO_VALUE(second, PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA);
  set_large(&printers, printers.laser, NEW_ID, 7);
  collect();
  EXPECT_EQ(long_of(second), 4);
  close_query();
  stop_printers(&printers);
}

static const Promise promises[] = {
    {"a query without counters is PDH_NO_DATA, and no time is written", nothing_to_collect},
    {"a query none of whose counters has an instance now is PDH_NO_DATA", no_instance_of_any},
    {"a collection takes one sample of all counters, at one time", one_sample_of_all},
    {"a query keeps the last two samples", last_two_samples},
    {"PdhCollectQueryDataWithTime gives the local time of the sample, which its readings have",
     local_times},
    {"an instance that appears has values from then on, and none after it has gone",
     process_that_appears},
    {"a wildcard means what is there at each collection", wildcards_follow},
    {"no difference is taken between two lives of an instance", two_lives},
    {"of a log each collection is the next record, and after the last PDH_NO_MORE_DATA each time",
     next_record},
    {"a counter that is added later begins with its first sample", added_later},
};
CHAPTER(collecting, "Collecting")
