/* Readings of counters, and what is calculated of readings that a program has kept. */
#include <stdio.h>

#include "printers_query.h"

static PDH_FMT_COUNTERVALUE value;

static void raw_value(void) {
  PDH_RAW_COUNTER reading;
  DWORD type = UNTOUCHED;
  begin_query();
  const PDH_HCOUNTER full = add(query, PRINTER("Laser", "% Full"));
  set_small(&printers, printers.laser, FULL_ID, 3);
  set_small(&printers, printers.laser, FULL_BASE, 4);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetRawCounterValue(full, &type, &reading), ERROR_SUCCESS);
  EXPECT_EQ(type, PERF_RAW_FRACTION);
  EXPECT_EQ(reading.FirstValue, 3);
  EXPECT_EQ(reading.SecondValue, 4);
  end_query();
}

static void type_of_value(void) {
  DWORD type = UNTOUCHED;
  begin_query();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetFormattedCounterValue(pages, PDH_FMT_LONG, &type, &value), ERROR_SUCCESS);
  EXPECT_EQ(type, PERF_COUNTER_LARGE_RAWCOUNT);
  end_query();
}

static void single_functions_and_wildcards(void) {
  PDH_RAW_COUNTER reading;
  begin_query();
  const PDH_HCOUNTER all = add(query, PRINTER("*", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetFormattedCounterValue(all, PDH_FMT_LONG, NULL, &value), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetRawCounterValue(all, NULL, &reading), PDH_INVALID_ARGUMENT);
  end_query();
}

static void time_bases(void) {
  LONGLONG ticks = 0;
  query = open_live();
  EXPECT_CODE(PdhGetCounterTimeBase(add(query, IDLE_TIME), &ticks), ERROR_SUCCESS);
  EXPECT_EQ(ticks, 10000000);
  ticks = 0;
  EXPECT_CODE(PdhGetCounterTimeBase(add(query, "\\System\\Context Switches/sec"), &ticks),
              ERROR_SUCCESS);
  EXPECT(ticks > 0);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void calculated_as_its_counter(void) {
  PDH_RAW_COUNTER older = made_reading(100, 10000000);
  PDH_RAW_COUNTER newer = made_reading(500, 20000000);
  LONGLONG ticks = 0;
  begin_query();
  const PDH_HCOUNTER rate = add(query, PRINTER("Laser", "Bytes/sec"));
  EXPECT_CODE(PdhGetCounterTimeBase(rate, &ticks), ERROR_SUCCESS);
  newer.SecondValue = older.SecondValue + ticks; /* one second */
  EXPECT_CODE(PdhCalculateCounterFromRawValue(rate, PDH_FMT_LONG, &newer, &older, &value),
              ERROR_SUCCESS);
  EXPECT_EQ(value.longValue, 400);
  EXPECT_CODE(PdhSetCounterScaleFactor(rate, 1), ERROR_SUCCESS);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(rate, PDH_FMT_LONG, &newer, &older, &value),
              ERROR_SUCCESS);
  EXPECT_EQ(value.longValue, 4000);
  end_query();
}

static void own_readings_give_the_value(void) {
  begin_query();
  const PDH_HCOUNTER rate = add(query, PRINTER("Laser", "Bytes/sec"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  PDH_RAW_COUNTER older = reading_of(rate);
  set_large(&printers, printers.laser, BYTES_ID, 12345);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  PDH_RAW_COUNTER newer = reading_of(rate);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(rate, PDH_FMT_DOUBLE, &newer, &older, &value),
              ERROR_SUCCESS);
  EXPECT(value.doubleValue == double_of(rate));
  EXPECT(value.doubleValue > 0);
  end_query();
}

static PDH_RAW_COUNTER older, newer;
static LONGLONG ticks = 10000000;

static DWORD formatted(DWORD type) {
  memset(&value, 0xAA, sizeof value);
  return (DWORD)PdhFormatFromRawValue(type, PDH_FMT_DOUBLE, &ticks, &newer, &older, &value);
}

static void formulas(void) {
  older = made_reading(1000, 50000000);
  newer = made_reading(6000, 100000000);
  EXPECT_CODE(formatted(PERF_COUNTER_COUNTER), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 1000);
  EXPECT_CODE(formatted(PERF_COUNTER_RAWCOUNT), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 6000);
  EXPECT_CODE(formatted(PERF_COUNTER_DELTA), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 5000);
  EXPECT_CODE(formatted(PERF_100NSEC_TIMER), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 0.01);
  EXPECT_CODE(formatted(PERF_100NSEC_TIMER_INV), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 99.99);
  EXPECT_CODE(formatted(PERF_AVERAGE_BULK), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 0.0001);
  newer = made_reading(10000000, 60000000);
  EXPECT_CODE(formatted(PERF_ELAPSED_TIME), ERROR_SUCCESS);
  EXPECT(value.doubleValue == 5);
}

static void what_is_not_needed(void) {
  newer = made_reading(6000, 0);
  EXPECT_CODE(
      PdhFormatFromRawValue(PERF_COUNTER_LARGE_RAWCOUNT, PDH_FMT_LARGE, NULL, &newer, NULL, &value),
      ERROR_SUCCESS);
  EXPECT_EQ(value.largeValue, 6000);
}

static void needed_time_base(void) {
  PDH_FMT_COUNTERVALUE untouched;
  newer = made_reading(6000, 100000000);
  older = made_reading(1000, 50000000);
  memset(&untouched, 0xAA, sizeof untouched);
  EXPECT_CODE(
      PdhFormatFromRawValue(PERF_COUNTER_COUNTER, PDH_FMT_LONG, NULL, &newer, &older, &untouched),
      PDH_INVALID_ARGUMENT);
  EXPECT_CODE(
      PdhFormatFromRawValue(PERF_COUNTER_COUNTER, PDH_FMT_LONG, NULL, &newer, NULL, &untouched),
      PDH_INVALID_ARGUMENT);
  EXPECT(is_untouched((const unsigned char*)&untouched, sizeof untouched));
}

/* Agents ask with one reading whether a counter needs two: this code means "read again later". */
static void needed_older_reading(void) {
  static const DWORD types[] = {
      PERF_COUNTER_COUNTER, PERF_COUNTER_BULK_COUNT,    PERF_COUNTER_DELTA,
      PERF_100NSEC_TIMER,   PERF_100NSEC_TIMER_INV,     PERF_AVERAGE_BULK,
      PERF_AVERAGE_TIMER,   PERF_PRECISION_100NS_TIMER, PERF_SAMPLE_FRACTION};
  static const char* const rates[] = {"Bytes/sec", "New Pages", "Bytes per Page"};
  PDH_FMT_COUNTERVALUE untouched;
  newer = made_reading(6000, 100000000);
  memset(&untouched, 0xAA, sizeof untouched);
  for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
    in_row(i);
    EXPECT_CODE(PdhFormatFromRawValue(types[i], PDH_FMT_LONG, &ticks, &newer, NULL, &untouched),
                PDH_CSTATUS_INVALID_DATA);
  }
  begin_query();
  for (size_t i = 0; i < sizeof rates / sizeof rates[0]; ++i) {
    char path[100];
    in_row(i);
    snprintf(path, sizeof path, PRINTER("Laser", "%s"), rates[i]);
    EXPECT_CODE(
        PdhCalculateCounterFromRawValue(add(query, path), PDH_FMT_LONG, &newer, NULL, &untouched),
        PDH_CSTATUS_INVALID_DATA);
  }
  EXPECT(is_untouched((const unsigned char*)&untouched, sizeof untouched));
  EXPECT_CODE(PdhCalculateCounterFromRawValue(add(query, PRINTER("Laser", "Pages")), PDH_FMT_LONG,
                                              &newer, NULL, &value),
              ERROR_SUCCESS);
  EXPECT_EQ(value.longValue, 6000);
  end_query();
}

static void types_without_values(void) {
  static const DWORD types[] = {PERF_AVERAGE_BASE,          PERF_SAMPLE_BASE,  PERF_RAW_BASE,
                                PERF_LARGE_RAW_BASE,        PERF_COUNTER_TEXT, PERF_COUNTER_NODATA,
                                PERF_COUNTER_HISTOGRAM_TYPE};
  newer = made_reading(6000, 100000000);
  older = made_reading(1000, 50000000);
  for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
    EXPECT_CODE(formatted(types[i]), PDH_INVALID_ARGUMENT);
    EXPECT(is_untouched((const unsigned char*)&value, sizeof value));
  }
}

static void readings_that_went_back(void) {
  newer = made_reading(6000, 100000000);
  older = made_reading(7000, 50000000);
  EXPECT_CODE(formatted(PERF_COUNTER_COUNTER), PDH_CALC_NEGATIVE_VALUE);
  EXPECT_CODE(value.CStatus, PDH_CALC_NEGATIVE_VALUE);
  older = made_reading(1000, 200000000);
  EXPECT_CODE(formatted(PERF_COUNTER_COUNTER), PDH_CALC_NEGATIVE_TIMEBASE);
  EXPECT_CODE(value.CStatus, PDH_CALC_NEGATIVE_TIMEBASE);
  EXPECT_CODE(formatted(PERF_AVERAGE_BULK), PDH_CALC_NEGATIVE_DENOMINATOR);
  EXPECT_CODE(value.CStatus, PDH_CALC_NEGATIVE_DENOMINATOR);
}

static void readings_without_a_value(void) {
  newer = made_reading(6000, 100000000);
  older = made_reading(1000, 50000000);
  newer.CStatus = PDH_CSTATUS_NO_INSTANCE;
  EXPECT_CODE(formatted(PERF_COUNTER_COUNTER), PDH_INVALID_DATA);
  EXPECT_CODE(value.CStatus, PDH_CSTATUS_NO_INSTANCE);
  newer.CStatus = PDH_CSTATUS_NEW_DATA;
  EXPECT_CODE(formatted(PERF_COUNTER_COUNTER), ERROR_SUCCESS);
  older.CStatus = PDH_CSTATUS_NO_COUNTER;
  EXPECT_CODE(formatted(PERF_COUNTER_COUNTER), PDH_INVALID_DATA);
  EXPECT_CODE(value.CStatus, PDH_CSTATUS_INVALID_DATA);
  EXPECT_CODE(formatted(PERF_COUNTER_RAWCOUNT), ERROR_SUCCESS); /* which does not need it */
}

static const Promise promises[] = {
    {"PdhGetRawCounterValue gives the reading and the type", raw_value},
    {"PdhGetFormattedCounterValue gives the type with the value", type_of_value},
    {"a counter with wildcards has no single value: PDH_INVALID_ARGUMENT",
     single_functions_and_wildcards},
    {"the time base is that of the clock of the type", time_bases},
    {"readings are calculated with the type, the time base and the scale of their counter",
     calculated_as_its_counter},
    {"the readings of a query give the value that the query gives", own_readings_give_the_value},
    {"PdhFormatFromRawValue has the formulas of the types", formulas},
    {"an older reading and a time base that are not needed may be NULL", what_is_not_needed},
    {"a time base that is needed must not be NULL: PDH_INVALID_ARGUMENT", needed_time_base},
    {"an older reading of NULL that is needed is PDH_CSTATUS_INVALID_DATA", needed_older_reading},
    {"bases, texts, histograms and types without data are PDH_INVALID_ARGUMENT",
     types_without_values},
    {"readings of which one went back have the code of what went back", readings_that_went_back},
    {"a reading without a value is PDH_INVALID_DATA, with its own status; without an older one "
     "there "
     "is one sample",
     readings_without_a_value},
};
CHAPTER(readings, "Readings")
