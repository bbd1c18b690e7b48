/* A set of counters whose values the checks decide. It is registered by printers.man, which names
   its object, its counters and, in German, the object and Pages. */
#include "pdh_suite.h"

#define NO_DISPLAY 2

Printers start_printers(void) {
  Template set = empty_template(PRINTERS, PERF_COUNTERSET_MULTI_INSTANCES);
  add_counter(&set, PAGES_ID, PERF_COUNTER_LARGE_RAWCOUNT);
  add_counter(&set, WAITING_ID, PERF_COUNTER_RAWCOUNT);
  add_counter(&set, BYTES_ID, PERF_COUNTER_BULK_COUNT);
  add_counter(&set, FULL_ID, PERF_RAW_FRACTION);
  add_counter(&set, FULL_BASE, PERF_RAW_BASE)->Attrib = NO_DISPLAY;
  add_counter(&set, MEAN_ID, PERF_AVERAGE_BULK);
  add_counter(&set, MEAN_BASE, PERF_AVERAGE_BASE)->Attrib = NO_DISPLAY;
  add_counter(&set, NEW_ID, PERF_COUNTER_LARGE_DELTA);
  Printers printers = {started_provider(), NULL};
  EXPECT_CODE(describe(printers.provider, &set), ERROR_SUCCESS);
  printers.laser = printer(&printers, "Laser", 0);
  return printers;
}

PERF_COUNTERSET_INSTANCE* printer(const Printers* printers, const char* name, ULONG id) {
  WCHAR wide[64];
  return created(printers->provider, PRINTERS, widen(name, wide), id);
}

void set_large(const Printers* printers, PERF_COUNTERSET_INSTANCE* one, ULONG id, ULONGLONG value) {
  EXPECT_CODE(PerfSetULongLongCounterValue(printers->provider, one, id, value), ERROR_SUCCESS);
}

void set_small(const Printers* printers, PERF_COUNTERSET_INSTANCE* one, ULONG id, ULONG value) {
  EXPECT_CODE(PerfSetULongCounterValue(printers->provider, one, id, value), ERROR_SUCCESS);
}

void stop_printers(Printers* printers) { stop(printers->provider); }
