#include "registered_sets.h"

#define NO_DISPLAY 2

static HANDLE started_with(Template* described) {
  HANDLE const provider = started_provider();
  EXPECT_EQ(describe(provider, described), ERROR_SUCCESS);
  return provider;
}

HANDLE started_totals(void) {
  Template totals = empty_template(TOTALS, PERF_COUNTERSET_SINGLE_AGGREGATE);
  for (ULONG id = 1; id <= 5; ++id) add_counter(&totals, id, PERF_COUNTER_LARGE_RAWCOUNT);
  add_counter(&totals, 6, PERF_AVERAGE_BULK);
  add_counter(&totals, 7, PERF_AVERAGE_BASE)->Attrib = NO_DISPLAY;
  return started_with(&totals);
}

HANDLE started_clocks(void) {
  Template clocks = empty_template(CLOCKS, PERF_COUNTERSET_MULTI_AGGREGATE);
  add_counter(&clocks, 1, PERF_COUNTER_RAWCOUNT)->Attrib = NO_DISPLAY;
  add_counter(&clocks, 2, PERF_AVERAGE_BULK);
  add_counter(&clocks, 3, PERF_COUNTER_MULTI_TIMER);
  add_counter(&clocks, 4, PERF_AVERAGE_BASE)->Attrib = NO_DISPLAY;
  add_counter(&clocks, 5, PERF_COUNTER_RAWCOUNT)->Attrib = NO_DISPLAY;
  add_counter(&clocks, 6, PERF_OBJ_TIME_TIMER);
  add_counter(&clocks, 7, PERF_COUNTER_LARGE_RAWCOUNT)->Attrib = NO_DISPLAY;
  add_counter(&clocks, 8, PERF_COUNTER_LARGE_RAWCOUNT)->Attrib = NO_DISPLAY;
  add_counter(&clocks, 9, PERF_PRECISION_OBJECT_TIMER);
  add_counter(&clocks, 10, PERF_COUNTER_TEXT);
  return started_with(&clocks);
}
