/* How a value becomes the number that a program asks for. */
#include "pdh_suite.h"

static PDH_FMT_COUNTERVALUE value;

/* Formats a reading of a type that needs one. */
static DWORD format(DWORD type, DWORD flags, LONGLONG first, LONGLONG second) {
  PDH_RAW_COUNTER reading = made_reading(first, second);
  memset(&value, 0xAA, sizeof value);
  return (DWORD)PdhFormatFromRawValue(type, flags, NULL, &reading, NULL, &value);
}
static double number(DWORD type, DWORD flags, LONGLONG first, LONGLONG second) {
  EXPECT_CODE(format(type, flags | PDH_FMT_DOUBLE, first, second), ERROR_SUCCESS);
  EXPECT_CODE(value.CStatus, PDH_CSTATUS_VALID_DATA);
  return value.doubleValue;
}
static LONG whole(DWORD type, DWORD flags, LONGLONG first, LONGLONG second) {
  EXPECT_CODE(format(type, flags | PDH_FMT_LONG, first, second), ERROR_SUCCESS);
  return value.longValue;
}
static LONGLONG large(DWORD type, DWORD flags, LONGLONG first, LONGLONG second) {
  EXPECT_CODE(format(type, flags | PDH_FMT_LARGE, first, second), ERROR_SUCCESS);
  return value.largeValue;
}

static void one_kind(void) {
  static const DWORD wrong[] = {0,
                                PDH_FMT_NOSCALE,
                                PDH_FMT_1000,
                                PDH_FMT_LONG | PDH_FMT_DOUBLE,
                                PDH_FMT_LONG | PDH_FMT_LARGE,
                                PDH_FMT_DOUBLE | PDH_FMT_LARGE,
                                PDH_FMT_LONG | PDH_FMT_DOUBLE | PDH_FMT_LARGE};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    EXPECT_CODE(format(PERF_COUNTER_RAWCOUNT, wrong[i], 1, 0), PDH_INVALID_ARGUMENT);
  }
  EXPECT_EQ(whole(PERF_COUNTER_RAWCOUNT, 0, 7, 0), 7);
  EXPECT_EQ(large(PERF_COUNTER_RAWCOUNT, 0, 7, 0), 7);
  EXPECT(number(PERF_COUNTER_RAWCOUNT, 0, 7, 0) == 7);
}

static void other_flags(void) {
  static const DWORD wrong[] = {PDH_FMT_RAW, PDH_FMT_ANSI, PDH_FMT_UNICODE, PDH_FMT_NODATA,
                                1,           0x800,        0x10000,         0x80000000u};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    EXPECT_CODE(format(PERF_COUNTER_RAWCOUNT, PDH_FMT_LONG | wrong[i], 1, 0), PDH_INVALID_ARGUMENT);
    EXPECT(is_untouched((const unsigned char*)&value, sizeof value));
  }
}

static void cap(void) {
  EXPECT(number(PERF_RAW_FRACTION, 0, 3, 2) == 100);
  EXPECT(number(PERF_RAW_FRACTION, PDH_FMT_NOCAP100, 3, 2) == 150);
  EXPECT(number(PERF_RAW_FRACTION, 0, 1, 2) == 50);
  EXPECT(number(PERF_COUNTER_RAWCOUNT, 0, 150, 0) == 150); /* not a percentage */
}

static void thousand(void) {
  EXPECT(number(PERF_COUNTER_RAWCOUNT, PDH_FMT_1000, 7, 0) == 7000);
  EXPECT_EQ(whole(PERF_RAW_FRACTION, PDH_FMT_1000, 1, 3), 33333);  /* before the fraction is cut */
  EXPECT_EQ(whole(PERF_RAW_FRACTION, PDH_FMT_1000, 3, 2), 100000); /* after the cap */
}

static void fraction_is_cut(void) {
  EXPECT_EQ(whole(PERF_RAW_FRACTION, 0, 2, 3), 66);
  EXPECT_EQ(large(PERF_RAW_FRACTION, 0, 2, 3), 66);
}

static void nearest_that_fits(void) {
  PDH_RAW_COUNTER newer = made_reading(1ll << 62, 1);
  PDH_RAW_COUNTER older = made_reading(0, 0);
  LONGLONG ticks = 10000000;
  EXPECT_EQ(whole(PERF_COUNTER_LARGE_RAWCOUNT, 0, 1ll << 40, 0), 0x7FFFFFFF);
  EXPECT_EQ(whole(PERF_COUNTER_LARGE_RAWCOUNT, PDH_FMT_1000, 0x7FFFFFFF, 0), 0x7FFFFFFF);
  EXPECT_CODE(
      PdhFormatFromRawValue(PERF_COUNTER_BULK_COUNT, PDH_FMT_LARGE, &ticks, &newer, &older, &value),
      ERROR_SUCCESS);
  EXPECT_EQ(value.largeValue, 0x7FFFFFFFFFFFFFFFll);
}

static void raw_count_keeps_bits(void) {
  EXPECT_EQ(large(PERF_COUNTER_LARGE_RAWCOUNT, 0, 0x0123456789ABCDEFll, 0), 0x0123456789ABCDEFll);
  EXPECT_EQ(large(PERF_COUNTER_LARGE_RAWCOUNT, 0, (1ll << 53) + 1, 0), (1ll << 53) + 1);
  EXPECT_EQ(large(PERF_COUNTER_LARGE_RAWCOUNT, 0, -3, 0), -3);
}

static PDH_HQUERY query;
static PDH_HCOUNTER full;

/* % Full of 3 in 2, formatted by its counter, whose scale it has. */
static double scaled(DWORD flags) {
  PDH_RAW_COUNTER reading = made_reading(3, 2);
  EXPECT_CODE(PdhCalculateCounterFromRawValue(full, PDH_FMT_DOUBLE | flags, &reading, NULL, &value),
              ERROR_SUCCESS);
  return value.doubleValue;
}

static void scale(void) {
  Printers printers = start_printers();
  query = open_live();
  full = add(query, PRINTER("Laser", "% Full"));
  EXPECT(scaled(0) == 100);
  EXPECT_CODE(PdhSetCounterScaleFactor(full, 1), ERROR_SUCCESS);
  EXPECT(scaled(0) == 1000); /* after the cap */
  EXPECT(scaled(PDH_FMT_1000) == 1000000);
  EXPECT(scaled(PDH_FMT_NOSCALE) == 100);
  EXPECT(scaled(PDH_FMT_NOSCALE | PDH_FMT_NOCAP100 | PDH_FMT_1000) == 150000);
  EXPECT_CODE(PdhSetCounterScaleFactor(full, -7), ERROR_SUCCESS);
  EXPECT(scaled(0) == 0.00001);
  EXPECT_CODE(PdhSetCounterScaleFactor(full, 7), ERROR_SUCCESS);
  EXPECT(scaled(0) == 1e9);
  EXPECT_CODE(PdhSetCounterScaleFactor(full, 0), ERROR_SUCCESS);
  EXPECT(scaled(0) == 100);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static void range_of_scales(void) {
  query = open_live();
  const PDH_HCOUNTER bytes = add(query, AVAILABLE_BYTES);
  EXPECT_CODE(PdhSetCounterScaleFactor(bytes, 2), ERROR_SUCCESS);
  EXPECT_CODE(PdhSetCounterScaleFactor(bytes, PDH_MAX_SCALE + 1), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhSetCounterScaleFactor(bytes, PDH_MIN_SCALE - 1), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT(double_of(bytes) == (double)reading_of(bytes).FirstValue * 100);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void default_scale(void) {
  Printers printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages")); /* -2 */
  set_large(&printers, printers.laser, PAGES_ID, 1234);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(pages), 1234);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  stop_printers(&printers);
}

static const Promise promises[] = {
    {"a format is exactly one of LONG, DOUBLE and LARGE", one_kind},
    {"RAW, ANSI, UNICODE, NODATA and unknown flags are PDH_INVALID_ARGUMENT", other_flags},
    {"percentages are capped at 100 unless NOCAP100 is given, other values are not", cap},
    {"1000 multiplies after the cap and before the fraction is cut", thousand},
    {"LONG and LARGE have no fraction", fraction_is_cut},
    {"a value that does not fit LONG or LARGE is the nearest that does", nearest_that_fits},
    {"a raw count as LARGE keeps its 64 bits", raw_count_keeps_bits},
    {"the scale factor multiplies after the cap and before 1000, unless NOSCALE is given", scale},
    {"scale factors go from -7 to 7; others are PDH_INVALID_ARGUMENT and change nothing",
     range_of_scales},
    {"the default scale of a counter does not scale its values", default_scale},
};
CHAPTER(formats, "Formats")
