#include <stdio.h>

#include "printers_query.h"

static PDH_HCOUNTER all;
static unsigned char* buffer;
static DWORD size, count;

/* Ink has 7 pages, the two lasers 5 and 6. */
static void begin(const char* path) {
  printers = start_printers();
  set_large(&printers, printers.laser, PAGES_ID, 5);
  set_large(&printers, printer(&printers, "Laser", 1), PAGES_ID, 6);
  set_large(&printers, printer(&printers, "Ink", 0), PAGES_ID, 7);
  query = open_live();
  all = add(query, path);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  buffer = fresh_room();
  size = ROOM;
}

static const PDH_FMT_COUNTERVALUE_ITEM_A* values(DWORD format) {
  EXPECT_CODE(PdhGetFormattedCounterArrayA(all, format, &size, &count,
                                           (PPDH_FMT_COUNTERVALUE_ITEM_A)(void*)buffer),
              ERROR_SUCCESS);
  return (const PDH_FMT_COUNTERVALUE_ITEM_A*)(void*)buffer;
}

static void names_and_values(void) {
  begin(PRINTER("*", "Pages"));
  const PDH_FMT_COUNTERVALUE_ITEM_A* const items = values(PDH_FMT_LARGE);
  EXPECT_EQ(count, 3);
  EXPECT_TEXT(items[0].szName, "Laser");
  EXPECT_TEXT(items[1].szName, "Laser#1");
  EXPECT_TEXT(items[2].szName, "Ink");
  for (DWORD i = 0; i < 3; ++i) {
    EXPECT_EQ(items[i].FmtValue.largeValue, 5 + i);
    EXPECT_CODE(items[i].FmtValue.CStatus, PDH_CSTATUS_VALID_DATA);
  }
  end_query();
}

static void names_are_behind_the_items(void) {
  begin(PRINTER("*", "Pages"));
  const PDH_FMT_COUNTERVALUE_ITEM_A* const items = values(PDH_FMT_LARGE);
  EXPECT_EQ(size, 3 * sizeof *items + sizeof "Laser" + sizeof "Laser#1" + sizeof "Ink");
  for (DWORD i = 0; i < count; ++i) {
    const unsigned char* const name = (const unsigned char*)items[i].szName;
    EXPECT(name >= buffer + 3 * sizeof *items && name < buffer + size);
  }
  EXPECT(is_untouched(buffer + size, 16));
  end_query();
}

static void wide_names(void) {
  static const WCHAR second[] = {'L', 'a', 's', 'e', 'r', '#', '1', 0};
  begin(PRINTER("*", "Pages"));
  PDH_FMT_COUNTERVALUE_ITEM_W* const items = (PPDH_FMT_COUNTERVALUE_ITEM_W)(void*)buffer;
  EXPECT_CODE(PdhGetFormattedCounterArrayW(all, PDH_FMT_DOUBLE, &size, &count, items),
              ERROR_SUCCESS);
  EXPECT_EQ(size, 3 * sizeof *items + sizeof(WCHAR) * 18);
  EXPECT_EQ(memcmp(items[1].szName, second, sizeof second), 0);
  EXPECT(items[1].FmtValue.doubleValue == 6);
  end_query();
}

static void readings_of_all(void) {
  begin(PRINTER("*", "Pages"));
  PDH_RAW_COUNTER_ITEM_A* const items = (PPDH_RAW_COUNTER_ITEM_A)(void*)buffer;
  EXPECT_CODE(PdhGetRawCounterArrayA(all, &size, &count, items), ERROR_SUCCESS);
  EXPECT_EQ(count, 3);
  EXPECT_TEXT(items[2].szName, "Ink");
  EXPECT_EQ(items[2].RawValue.FirstValue, 7);
  EXPECT_CODE(items[2].RawValue.CStatus, PDH_CSTATUS_VALID_DATA);
  size = ROOM;
  PDH_RAW_COUNTER_ITEM_W* const wide = (PPDH_RAW_COUNTER_ITEM_W)(void*)buffer;
  EXPECT_CODE(PdhGetRawCounterArrayW(all, &size, &count, wide), ERROR_SUCCESS);
  EXPECT_EQ(wide[1].RawValue.FirstValue, 6);
  end_query();
}

static void names_are_those_of_paths(void) {
  begin(PRINTER("*", "Pages"));
  const PDH_FMT_COUNTERVALUE_ITEM_A* const items = values(PDH_FMT_LARGE);
  for (DWORD i = 0; i < count; ++i) {
    char path[100];
    snprintf(path, sizeof path, "\\Conformance Printers(%s)\\Pages", items[i].szName);
    const PDH_HCOUNTER one = add(query, path);
    EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
    EXPECT_EQ(long_of(one), items[i].FmtValue.largeValue);
  }
  end_query();
}

static void one_item(void) {
  begin(PRINTER("Laser#1", "Pages"));
  const PDH_FMT_COUNTERVALUE_ITEM_A* const items = values(PDH_FMT_LONG);
  EXPECT_EQ(count, 1);
  EXPECT_TEXT(items[0].szName, "Laser#1");
  EXPECT_EQ(items[0].FmtValue.longValue, 6);
  end_query();
}

static void no_instance_now(void) {
  begin(PRINTER("Laser*", "Pages"));
  const PDH_HCOUNTER none = add(query, PRINTER("Paper*", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  size = 0;
  EXPECT_CODE(PdhGetFormattedCounterArrayA(none, PDH_FMT_LONG, &size, &count, NULL), PDH_NO_DATA);
  EXPECT_CODE(PdhGetRawCounterArrayA(none, &size, &count, NULL), PDH_NO_DATA);
  const PDH_HCOUNTER later = add(query, PRINTER("*", "Pages")); /* never collected */
  EXPECT_CODE(PdhGetFormattedCounterArrayA(later, PDH_FMT_LONG, &size, &count, NULL), PDH_NO_DATA);
  end_query();
}

static void items_without_values(void) {
  begin(PRINTER("*", "New Pages"));
  const PDH_FMT_COUNTERVALUE_ITEM_A* const items = values(PDH_FMT_DOUBLE);
  EXPECT_EQ(count, 3);
  for (DWORD i = 0; i < 3; ++i) {
    EXPECT_CODE(items[i].FmtValue.CStatus, PDH_CSTATUS_INVALID_DATA);
    EXPECT(items[i].FmtValue.doubleValue == 0);
  }
  end_query();
}

static void number_of_items(void) {
  begin(PRINTER("*", "Pages"));
  size = 0;
  count = 0;
  EXPECT_CODE(PdhGetFormattedCounterArrayA(all, PDH_FMT_LONG, &size, &count, NULL), PDH_MORE_DATA);
  EXPECT_EQ(count, 3);
  count = 0;
  EXPECT_CODE(PdhGetFormattedCounterArrayA(all, PDH_FMT_LONG, &size, &count,
                                           (PPDH_FMT_COUNTERVALUE_ITEM_A)(void*)buffer),
              ERROR_SUCCESS);
  EXPECT_EQ(count, 3);
  end_query();
}

static void format_of_arrays(void) {
  begin(PRINTER("*", "Pages"));
  size = 0;
  EXPECT_CODE(PdhGetFormattedCounterArrayA(all, 0, &size, &count, NULL), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhGetFormattedCounterArrayA(all, PDH_FMT_LONG | PDH_FMT_RAW, &size, &count, NULL),
              PDH_INVALID_ARGUMENT);
  EXPECT_EQ(size, 0);
  end_query();
}

static void processes_of_one_name(void) {
  char path[100], second[64];
  const char* const name = unique_name("twin");
  const Child one = start_child(name);
  const Child other = start_child(name);
  snprintf(path, sizeof path, "\\Process(%s*)\\ID Process", name);
  snprintf(second, sizeof second, "%s#1", name);
  query = open_live();
  all = add(query, path);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  buffer = fresh_room();
  size = ROOM;
  const PDH_FMT_COUNTERVALUE_ITEM_A* const items = values(PDH_FMT_LARGE);
  EXPECT_EQ(count, 2);
  EXPECT_TEXT(items[0].szName, name);
  EXPECT_TEXT(items[1].szName, second);
  EXPECT_EQ(items[0].FmtValue.largeValue + items[1].FmtValue.largeValue,
            (LONGLONG)one.id + (LONGLONG)other.id);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  end_child(other);
  end_child(one);
}

static const Promise promises[] = {
    {"an array has the name and the value of each instance, and equal names have #1, #2",
     names_and_values},
    {"the names are behind the items, in the same buffer", names_are_behind_the_items},
    {"W functions give the same in UTF-16", wide_names},
    {"a raw array has the readings", readings_of_all},
    {"the names of an array are those of paths", names_are_those_of_paths},
    {"a counter without wildcards is an array of one item", one_item},
    {"wildcards without an instance now are PDH_NO_DATA", no_instance_now},
    {"an item without a value has its status and 0, and the call succeeds", items_without_values},
    {"the call that asks for the size gives the number of items, too", number_of_items},
    {"the format is judged as that of a single value", format_of_arrays},
    {"processes of one name are numbered", processes_of_one_name},
};
CHAPTER(arrays, "Arrays")
