/* Names, where the process runs in German and the set has German names: LC_ALL=de_DE.UTF-8. */
#include "printers_query.h"

static void begin(void) {
  begin_query();
  set_large(&printers, printers.laser, PAGES_ID, 9);
}

static void english_names(void) {
  PDH_HCOUNTER counter = NULL;
  begin();
  const PDH_HCOUNTER english = add(query, PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhAddCounterA(query, PRINTER("Laser", "Pages"), 0, &counter), ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(english), 9);
  EXPECT_EQ(long_of(counter), 9);
  end_query();
}

static void english_wildcards(void) {
  DWORD size = 0, count = 0;
  begin();
  (void)printer(&printers, "Ink", 0);
  const PDH_HCOUNTER all = add(query, PRINTER("*", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(PdhGetRawCounterArrayA(all, &size, &count, NULL), PDH_MORE_DATA);
  EXPECT_EQ(count, 2);
  end_query();
}

static void english_lists(void) {
  DWORD size = ROOM;
  char* const list = (char*)fresh_room();
  begin();
  EXPECT_CODE(PdhEnumObjectsA(NULL, NULL, list, &size, PERF_DETAIL_WIZARD, 1), ERROR_SUCCESS);
  EXPECT(has_name(list, "Conformance Printers"));
  EXPECT(has_name(list, "Processor"));
  size = ROOM;
  EXPECT_CODE(PdhExpandCounterPathA(PRINTER("*", "Pages"), list, &size), ERROR_SUCCESS);
  EXPECT(strstr(list, PRINTER("Laser", "Pages")) != NULL);
  end_query();
}

static const Promise promises[] = {
    {"PdhAddCounter and PdhAddEnglishCounter take English names, whatever the language",
     english_names},
    {"wildcards of PdhAddEnglishCounter are kept, not expanded", english_wildcards},
    {"lists and expansions have English names, whatever the language", english_lists},
};
CHAPTER(languages, "Languages")
