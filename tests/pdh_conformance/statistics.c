#include "printers_query.h"

static PDH_STATISTICS of_ring;

/* 100, 400 and 1000 a second; the oldest is at 1. */
static PDH_RAW_COUNTER ring[4];

static PDH_HCOUNTER begin(const char* path) {
  printers = start_printers();
  query = open_live();
  const PDH_HCOUNTER counter = add(query, path);
  LONGLONG ticks = 0;
  EXPECT_CODE(PdhGetCounterTimeBase(counter, &ticks), ERROR_SUCCESS);
  ring[1] = made_reading(0, 0);
  ring[2] = made_reading(100, ticks);
  ring[3] = made_reading(500, 2 * ticks);
  ring[0] = made_reading(1500, 3 * ticks);
  memset(&of_ring, 0xAA, sizeof of_ring);
  return counter;
}

static void expect_longs(DWORD count, LONG min, LONG max, LONG mean) {
  EXPECT_EQ(of_ring.dwFormat, PDH_FMT_LONG);
  EXPECT_EQ(of_ring.count, count);
  EXPECT_EQ(of_ring.min.longValue, min);
  EXPECT_EQ(of_ring.max.longValue, max);
  EXPECT_EQ(of_ring.mean.longValue, mean);
  EXPECT_CODE(of_ring.min.CStatus, PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(of_ring.max.CStatus, PDH_CSTATUS_VALID_DATA);
  EXPECT_CODE(of_ring.mean.CStatus, PDH_CSTATUS_VALID_DATA);
}

static DWORD compute(PDH_HCOUNTER counter, DWORD first, DWORD count) {
  return (DWORD)PdhComputeCounterStatistics(counter, PDH_FMT_LONG, first, count, ring, &of_ring);
}

static void of_rates(void) {
  const PDH_HCOUNTER rate = begin(PRINTER("Laser", "Bytes/sec"));
  EXPECT_CODE(compute(rate, 1, 4), ERROR_SUCCESS);
  expect_longs(3, 100, 1000, 500); /* 1500 in three seconds */
  end_query();
}

static void of_counts(void) {
  const PDH_HCOUNTER pages = begin(PRINTER("Laser", "Pages"));
  EXPECT_CODE(compute(pages, 1, 4), ERROR_SUCCESS);
  expect_longs(4, 0, 1500, (0 + 100 + 500 + 1500) / 4);
  end_query();
}

static void without_wrapping(void) {
  const PDH_HCOUNTER rate = begin(PRINTER("Laser", "Bytes/sec"));
  EXPECT_CODE(PdhComputeCounterStatistics(rate, PDH_FMT_LONG, 0, 3, ring + 1, &of_ring),
              ERROR_SUCCESS);
  expect_longs(2, 100, 400, 250);
  end_query();
}

static void with_a_gap(void) {
  const PDH_HCOUNTER rate = begin(PRINTER("Laser", "Bytes/sec"));
  ring[3].CStatus = PDH_CSTATUS_INVALID_DATA;
  EXPECT_CODE(compute(rate, 1, 4), ERROR_SUCCESS);
  expect_longs(2, 100, 700, 500); /* 1400 in the two seconds after the first */
  end_query();
}

static void of_nothing(void) {
  const PDH_HCOUNTER rate = begin(PRINTER("Laser", "Bytes/sec"));
  for (int i = 0; i < 4; ++i) ring[i].CStatus = PDH_CSTATUS_NO_INSTANCE;
  EXPECT_CODE(compute(rate, 1, 4), ERROR_SUCCESS);
  EXPECT_EQ(of_ring.count, 0);
  EXPECT(of_ring.min.CStatus != PDH_CSTATUS_VALID_DATA);
  EXPECT(of_ring.max.CStatus != PDH_CSTATUS_VALID_DATA);
  EXPECT(of_ring.mean.CStatus != PDH_CSTATUS_VALID_DATA);
  end_query();
}

static void scaled_statistics(void) {
  const PDH_HCOUNTER pages = begin(PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhSetCounterScaleFactor(pages, 1), ERROR_SUCCESS);
  EXPECT_CODE(compute(pages, 1, 4), ERROR_SUCCESS);
  expect_longs(4, 0, 15000, 5250);
  end_query();
}

static void wrong_arguments_of_statistics(void) {
  const PDH_HCOUNTER rate = begin(PRINTER("Laser", "Bytes/sec"));
  EXPECT_CODE(compute(rate, 4, 4), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(compute(rate, 0, 0), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhComputeCounterStatistics(rate, 0, 1, 4, ring, &of_ring), PDH_INVALID_ARGUMENT);
  EXPECT(is_untouched((const unsigned char*)&of_ring, sizeof of_ring));
  end_query();
}

static const Promise promises[] = {
    {"a ring begins with its oldest reading, and types of two samples have one value less than it "
     "has readings; their mean is taken over the whole range",
     of_rates},
    {"the mean of other types is that of their values", of_counts},
    {"a ring need not wrap", without_wrapping},
    {"readings without a usable status are skipped", with_a_gap},
    {"a ring without values has the count 0, and no minimum, maximum and mean", of_nothing},
    {"statistics are formatted and scaled as values are", scaled_statistics},
    {"a first reading that is not in the ring, and a wrong format, are PDH_INVALID_ARGUMENT",
     wrong_arguments_of_statistics},
};
CHAPTER(statistics, "Statistics")
