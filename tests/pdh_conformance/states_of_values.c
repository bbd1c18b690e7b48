/* What a counter says in each state: the code of its value, and CStatus. */
#include "printers_query.h"

static void collect(void) { EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS); }

static void never_collected(void) {
  begin_query();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  EXPECT_NO_VALUE(pages, PDH_INVALID_DATA, PDH_CSTATUS_ITEM_NOT_VALIDATED);
  EXPECT_CODE(cstatus_of(pages), PDH_CSTATUS_ITEM_NOT_VALIDATED);
  end_query();
}

static void one_sample(void) {
  begin_query();
  const PDH_HCOUNTER rate = add(query, PRINTER("Laser", "Bytes/sec"));
  const PDH_HCOUNTER delta = add(query, PRINTER("Laser", "New Pages"));
  const PDH_HCOUNTER idle = add(query, IDLE_TIME);
  collect();
  EXPECT_NO_VALUE(rate, PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA);
  EXPECT_NO_VALUE(delta, PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA);
  EXPECT_NO_VALUE(idle, PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA);
  EXPECT_CODE(cstatus_of(rate), PDH_CSTATUS_VALID_DATA); /* there is a reading */
  collect();
  EXPECT(double_of(rate) == 0);
  EXPECT(double_of(delta) == 0);
  end_query();
}

static void first_value(void) {
  begin_query();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  const PDH_HCOUNTER full = add(query, PRINTER("Laser", "% Full"));
  set_large(&printers, printers.laser, PAGES_ID, 12);
  set_small(&printers, printers.laser, FULL_ID, 1);
  set_small(&printers, printers.laser, FULL_BASE, 4);
  collect();
  EXPECT_EQ(long_of(pages), 12);
  EXPECT(double_of(full) == 25);
  end_query();
}

static void missing_instance(void) {
  begin_query();
  const PDH_HCOUNTER ink = add(query, PRINTER("Ink", "Pages"));
  (void)add(query, PRINTER("Laser", "Pages"));
  collect();
  EXPECT_NO_VALUE(ink, PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE);
  EXPECT_CODE(cstatus_of(ink), PDH_CSTATUS_NO_INSTANCE);
  end_query();
}

/* A set that runs without a counter of its manifest has no value of it. */
static void missing_values(void) {
  Template half = empty_template(PRINTERS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&half, PAGES_ID, PERF_COUNTER_LARGE_RAWCOUNT);
  HANDLE const provider = started_provider();
  EXPECT_CODE(describe(provider, &half), ERROR_SUCCESS);
  (void)created(provider, PRINTERS, WIDE("Laser"), 0);
  query = open_live();
  const PDH_HCOUNTER waiting = add(query, PRINTER("Laser", "Waiting"));
  (void)add(query, AVAILABLE_BYTES);
  collect();
  const DWORD reason = cstatus_of(waiting);
  EXPECT(reason != PDH_CSTATUS_VALID_DATA);
  EXPECT_NO_VALUE(waiting, PDH_INVALID_DATA, reason);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop(provider);
}

static void went_back(void) {
  begin_query();
  const PDH_HCOUNTER rate = add(query, PRINTER("Laser", "Bytes/sec"));
  const PDH_HCOUNTER mean = add(query, PRINTER("Laser", "Bytes per Page"));
  set_large(&printers, printers.laser, BYTES_ID, 100);
  set_large(&printers, printers.laser, MEAN_ID, 100);
  set_small(&printers, printers.laser, MEAN_BASE, 10);
  collect();
  set_large(&printers, printers.laser, BYTES_ID, 99);
  set_large(&printers, printers.laser, MEAN_ID, 200);
  set_small(&printers, printers.laser, MEAN_BASE, 9);
  collect();
  EXPECT_NO_VALUE(rate, PDH_CALC_NEGATIVE_VALUE, PDH_CALC_NEGATIVE_VALUE);
  EXPECT_NO_VALUE(mean, PDH_CALC_NEGATIVE_DENOMINATOR, PDH_CALC_NEGATIVE_DENOMINATOR);
  set_large(&printers, printers.laser, MEAN_ID, 210);
  set_small(&printers, printers.laser, MEAN_BASE, 11);
  collect();
  EXPECT(double_of(rate) == 0);
  EXPECT(double_of(mean) == 5);
  end_query();
}

/* Many programs take a value only if its status is 0, so a number that changed has that too. */
static void status_of_every_value(void) {
  PDH_FMT_COUNTERVALUE value;
  begin_query();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  for (ULONG number = 1; number < 6; ++number) {
    set_large(&printers, printers.laser, PAGES_ID, number / 2);
    collect();
    EXPECT_CODE(cstatus_of(pages), PDH_CSTATUS_VALID_DATA);
    value.CStatus = UNTOUCHED;
    EXPECT_CODE(PdhGetFormattedCounterValue(pages, PDH_FMT_LONG, NULL, &value), ERROR_SUCCESS);
    EXPECT_CODE(value.CStatus, PDH_CSTATUS_VALID_DATA);
    EXPECT_EQ(value.longValue, number / 2);
    EXPECT_CODE(cstatus_of(pages), PDH_CSTATUS_VALID_DATA);
  }
  end_query();
}

static void text_log(void) {
  PDH_RAW_COUNTER reading;
  PDH_FMT_COUNTERVALUE value;
  PDH_STATISTICS of_ring;
  LONGLONG ticks = 0;
  DWORD type = UNTOUCHED, size = 0, count = 0;
  write_file("three.csv", three_records);
  query = open_file("three.csv");
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  const PDH_HCOUNTER queue = add(query, "\\Disk(x)\\Queue");
  collect();
  EXPECT_CODE(PdhGetFormattedCounterValue(bytes, PDH_FMT_LONG, &type, &value), ERROR_SUCCESS);
  EXPECT_EQ(type, 0);
  EXPECT_CODE(PdhGetRawCounterValue(bytes, NULL, &reading), PDH_INVALID_DATA);
  EXPECT_CODE(PdhGetRawCounterArrayA(bytes, &size, &count, NULL), PDH_INVALID_DATA);
  EXPECT_CODE(PdhGetCounterTimeBase(bytes, &ticks), PDH_INVALID_DATA);
  reading = made_reading(1, 1);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(bytes, PDH_FMT_LONG, &reading, &reading, &value),
              PDH_INVALID_DATA);
  EXPECT_CODE(PdhComputeCounterStatistics(bytes, PDH_FMT_LONG, 0, 1, &reading, &of_ring),
              PDH_INVALID_DATA);
  value.CStatus = UNTOUCHED;
  EXPECT_CODE(PdhGetFormattedCounterValue(queue, PDH_FMT_LONG, NULL, &value), PDH_INVALID_DATA);
  EXPECT(value.CStatus != UNTOUCHED && value.CStatus != PDH_CSTATUS_VALID_DATA);
  collect();
  EXPECT(double_of(queue) == 1. / 3);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("three.csv");
}

static const Promise promises[] = {
    {"a counter that was never collected is PDH_INVALID_DATA, and not validated", never_collected},
    {"a type of two samples has no value after the first", one_sample},
    {"other types have a value with the first", first_value},
    {"an instance that is missing is PDH_INVALID_DATA, and its reading says so", missing_instance},
    {"a value that is missing has the status that says why, and is never 0", missing_values},
    {"a number or a base that fell has its code, in its status too", went_back},
    {"a value is PDH_CSTATUS_VALID_DATA, whether or not its number changed", status_of_every_value},
    {"a text log has values alone: its counters have the type 0 and no readings", text_log},
};
CHAPTER(states_of_values, "States of values")
