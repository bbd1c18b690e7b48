#include "printers_query.h"

/* Waits for a collection after which the counter has the value. */
static void wait_for(PDH_HCOUNTER counter, LONGLONG value) {
  while (reading_of(counter).FirstValue != value) rest();
}

/* Collects in the background, and has collected this number of pages. */
static PDH_HCOUNTER begin(ULONGLONG pages_now, DWORD seconds, HANDLE event) {
  begin_query();
  set_large(&printers, printers.laser, PAGES_ID, pages_now);
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhCollectQueryDataEx(query, seconds, event), ERROR_SUCCESS);
  wait_for(pages, (LONGLONG)pages_now);
  return pages;
}

static void wrong_arguments_of_it(void) {
  query = open_live();
  EXPECT_CODE(PdhCollectQueryDataEx(NULL, 1, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhCollectQueryDataEx(query, 0, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhCollectQueryDataEx(query, 1, NULL), PDH_NO_DATA);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
}

static void collects_at_once(void) {
  const PDH_HCOUNTER pages = begin(5, 3600, NULL);
  EXPECT_EQ(long_of(pages), 5);
  end_query();
}

static void replaced(void) {
  const PDH_HCOUNTER pages = begin(5, 3600, NULL);
  set_large(&printers, printers.laser, PAGES_ID, 6);
  EXPECT_CODE(PdhCollectQueryDataEx(query, 3600, NULL), ERROR_SUCCESS);
  wait_for(pages, 6);
  end_query();
}

static void repeats(void) {
  const PDH_HCOUNTER pages = begin(1, 1, NULL);
  set_large(&printers, printers.laser, PAGES_ID, 2);
  wait_for(pages, 2);
  end_query();
}

static void foreign_event(void) {
  (void)begin(5, 3600, GARBAGE);
  end_query();
}

static void between_its_collections(void) {
  const PDH_HCOUNTER pages = begin(5, 3600, NULL);
  const PDH_HCOUNTER waiting = add(query, PRINTER("Laser", "Waiting"));
  EXPECT_CODE(PdhRemoveCounter(pages), ERROR_SUCCESS);
  set_small(&printers, printers.laser, WAITING_ID, 7);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(waiting), 7);
  end_query();
}

static const Promise promises[] = {
    {"0 seconds are PDH_INVALID_ARGUMENT, a query without counters PDH_NO_DATA",
     wrong_arguments_of_it},
    {"the first collection is at once, and the event may be NULL", collects_at_once},
    {"collections repeat until the query is closed", repeats},
    {"a new call replaces the one before", replaced},
    {"an event that is not open does no harm", foreign_event},
    {"the query can be used meanwhile", between_its_collections},
};
CHAPTER(background_collecting, "Collecting in the background")
