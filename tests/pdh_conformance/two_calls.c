/* What every function with a buffer does: a size of 0 asks, too small a buffer is not written, and
   a larger one only as far as it is needed. */
#include "pdh_suite.h"

static char log_name[512];
static WCHAR log_name_w[512];
static char database[600];
static WCHAR database_w[600];
static PDH_HQUERY query;
static PDH_HCOUNTER counter;
static PDH_HLOG its_log;

/* --- functions that give a text or a list, by the same names for A and W */

typedef struct Call {
  PDH_STATUS (*a)(LPSTR buffer, LPDWORD size);
  PDH_STATUS (*w)(LPWSTR buffer, LPDWORD size);
} Call;

#define CALL(name, in_a, in_w)                                            \
  static PDH_STATUS name##_a(LPSTR buffer, LPDWORD size) { return in_a; } \
  static PDH_STATUS name##_w(LPWSTR buffer, LPDWORD size) { return in_w; }

static PDH_COUNTER_PATH_ELEMENTS_A parts_a;
static PDH_COUNTER_PATH_ELEMENTS_W parts_w;

CALL(make, PdhMakeCounterPathA(&parts_a, buffer, size, 0),
     PdhMakeCounterPathW(&parts_w, buffer, size, 0))
CALL(machines, PdhEnumMachinesA(NULL, buffer, size), PdhEnumMachinesW(NULL, buffer, size))
CALL(machines_h, PdhEnumMachinesHA(NULL, buffer, size), PdhEnumMachinesHW(NULL, buffer, size))
CALL(machines_of_log, PdhEnumMachinesA(log_name, buffer, size),
     PdhEnumMachinesW(log_name_w, buffer, size))
CALL(objects, PdhEnumObjectsA(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0),
     PdhEnumObjectsW(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0))
CALL(objects_h, PdhEnumObjectsHA(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0),
     PdhEnumObjectsHW(NULL, NULL, buffer, size, PERF_DETAIL_WIZARD, 0))
CALL(objects_of_log, PdhEnumObjectsA(log_name, NULL, buffer, size, PERF_DETAIL_WIZARD, 0),
     PdhEnumObjectsW(log_name_w, NULL, buffer, size, PERF_DETAIL_WIZARD, 0))
CALL(default_object, PdhGetDefaultPerfObjectA(NULL, NULL, buffer, size),
     PdhGetDefaultPerfObjectW(NULL, NULL, buffer, size))
CALL(default_object_h, PdhGetDefaultPerfObjectHA(NULL, NULL, buffer, size),
     PdhGetDefaultPerfObjectHW(NULL, NULL, buffer, size))
CALL(default_counter, PdhGetDefaultPerfCounterA(NULL, NULL, "Memory", buffer, size),
     PdhGetDefaultPerfCounterW(NULL, NULL, WIDE("Memory"), buffer, size))
CALL(default_counter_h, PdhGetDefaultPerfCounterHA(NULL, NULL, "Memory", buffer, size),
     PdhGetDefaultPerfCounterHW(NULL, NULL, WIDE("Memory"), buffer, size))
CALL(title, PdhLookupPerfNameByIndexA(NULL, 238, buffer, size),
     PdhLookupPerfNameByIndexW(NULL, 238, buffer, size))
CALL(expand, PdhExpandCounterPathA("\\Memory\\*Bytes", buffer, size),
     PdhExpandCounterPathW(WIDE("\\Memory\\*Bytes"), buffer, size))
CALL(expand_wild, PdhExpandWildCardPathA(NULL, "\\Memory\\C*", buffer, size, 0),
     PdhExpandWildCardPathW(NULL, WIDE("\\Memory\\C*"), buffer, size, 0))
CALL(expand_wild_h, PdhExpandWildCardPathHA(NULL, "\\Memory\\C*", buffer, size, 0),
     PdhExpandWildCardPathHW(NULL, WIDE("\\Memory\\C*"), buffer, size, 0))
CALL(expand_log, PdhExpandWildCardPathA(log_name, "\\Process(*)\\*", buffer, size, 0),
     PdhExpandWildCardPathW(log_name_w, WIDE("\\Process(*)\\*"), buffer, size, 0))

CALL(sets, PdhEnumLogSetNamesA(database, buffer, size),
     PdhEnumLogSetNamesW(database_w, buffer, size))

static const Call calls[] = {
    {make_a, make_w},
    {machines_a, machines_w},
    {machines_h_a, machines_h_w},
    {machines_of_log_a, machines_of_log_w},
    {objects_a, objects_w},
    {objects_h_a, objects_h_w},
    {objects_of_log_a, objects_of_log_w},
    {default_object_a, default_object_w},
    {default_object_h_a, default_object_h_w},
    {default_counter_a, default_counter_w},
    {default_counter_h_a, default_counter_h_w},
    {title_a, title_w},
    {expand_a, expand_w},
    {expand_wild_a, expand_wild_w},
    {expand_wild_h_a, expand_wild_h_w},
    {expand_log_a, expand_log_w},
    {sets_a, sets_w},
};
#define CALLS (sizeof calls / sizeof calls[0])

static void begin(void) {
  static char object[] = "Memory", name[] = "Available Bytes";
  static WCHAR object_w[16], name_w[16];
  write_two_machines("two.csv");
  strcpy(log_name, path_of("two.csv"));
  strcpy(database, path_of("sets.db"));
  (void)widen(log_name, log_name_w);
  (void)widen(database, database_w);
  (void)widen(object, object_w);
  (void)widen(name, name_w);
  parts_a.szObjectName = object;
  parts_a.szCounterName = name;
  parts_w.szObjectName = object_w;
  parts_w.szCounterName = name_w;
  EXPECT_CODE(PdhCreateSQLTablesA(database), ERROR_SUCCESS);
  query = open_live();
  counter = add(query, "\\Processor(*)\\% Idle Time");
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_CODE(open_log(NULL, "two.csv", READ_EXISTING, 0, &its_log), ERROR_SUCCESS);
}

static void end(void) {
  close_log(its_log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("two.csv");
  remove_file("sets.db");
}

static void size_pointers(void) {
  begin();
  for (size_t i = 0; i < CALLS; ++i) {
    in_row(i);
    EXPECT_CODE(calls[i].a(NULL, NULL), PDH_INVALID_ARGUMENT);
    EXPECT_CODE(calls[i].w(NULL, NULL), PDH_INVALID_ARGUMENT);
  }
  end();
}

static void size_of_zero(void) {
  begin();
  for (size_t i = 0; i < CALLS; ++i) {
    in_row(i);
    unsigned char* const buffer = fresh_room();
    DWORD needed = 0, same = 0, with_buffer = 0;
    EXPECT_CODE(calls[i].a(NULL, &needed), PDH_MORE_DATA);
    EXPECT_CODE(calls[i].w(NULL, &same), PDH_MORE_DATA);
    EXPECT_CODE(calls[i].a((LPSTR)buffer, &with_buffer), PDH_MORE_DATA);
    EXPECT(needed > 1 && needed == same && needed == with_buffer);
    EXPECT(is_untouched(buffer, ROOM));
  }
  end();
}

/* Programs do not set the size before they ask for it. */
static void size_without_a_buffer(void) {
  static const DWORD sizes[] = {1, 3, 77, 32767, 0x7FFFFFFFu, 0xFFFFFFFFu};
  begin();
  for (size_t i = 0; i < CALLS; ++i) {
    DWORD needed = 0;
    in_row(i);
    EXPECT_CODE(calls[i].a(NULL, &needed), PDH_MORE_DATA);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
      DWORD size = sizes[k], wide = sizes[k];
      EXPECT_CODE(calls[i].a(NULL, &size), PDH_MORE_DATA);
      EXPECT_EQ(size, needed);
      EXPECT_CODE(calls[i].w(NULL, &wide), PDH_MORE_DATA);
      EXPECT_EQ(wide, needed);
    }
  }
  end();
}

static void expect_size(const Call* call, DWORD room, DWORD needed) {
  const DWORD wanted = room < needed ? PDH_MORE_DATA : ERROR_SUCCESS;
  const DWORD used = room < needed ? 0 : needed;
  unsigned char* const buffer = fresh_room();
  DWORD size = room;
  EXPECT_CODE(call->a((LPSTR)buffer, &size), wanted);
  EXPECT_EQ(size, needed);
  EXPECT(is_untouched(buffer + used, needed + 16));
  (void)memset(buffer, 0xAA, sizeof(WCHAR) * (needed + 16));
  size = room;
  EXPECT_CODE(call->w((LPWSTR)(void*)buffer, &size), wanted);
  EXPECT_EQ(size, needed);
  EXPECT(is_untouched(buffer + used * sizeof(WCHAR), needed + 16));
}

static void other_sizes(void) {
  begin();
  for (size_t i = 0; i < CALLS; ++i) {
    in_row(i);
    DWORD needed = 0;
    EXPECT_CODE(calls[i].a(NULL, &needed), PDH_MORE_DATA);
    for (DWORD room = 1; room < 4 && room < needed; ++room) expect_size(&calls[i], room, needed);
    for (DWORD room = needed - 1; room <= needed + 1; ++room) expect_size(&calls[i], room, needed);
  }
  end();
}

static void texts_of_a_and_w(void) {
  begin();
  for (size_t i = 0; i < CALLS; ++i) {
    in_row(i);
    char* const narrow = (char*)fresh_room();
    WCHAR* const wide = (WCHAR*)(void*)(narrow + ROOM / 2);
    DWORD size = 0, size_w = 0;
    (void)calls[i].a(NULL, &size);
    EXPECT_CODE(calls[i].a(narrow, &size), ERROR_SUCCESS);
    (void)calls[i].w(NULL, &size_w);
    EXPECT_CODE(calls[i].w(wide, &size_w), ERROR_SUCCESS);
    EXPECT_EQ(size, size_w);
    DWORD same = 0;
    while (same < size && (unsigned char)narrow[same] == wide[same]) ++same;
    EXPECT_EQ(same, size);
    EXPECT_EQ(narrow[size - 1], 0);
  }
  end();
}

/* --- functions that fill structures: sizes in bytes */

typedef PDH_STATUS (*Fill)(void* buffer, LPDWORD size);

static PDH_STATUS fill_values_a(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetFormattedCounterArrayA(counter, PDH_FMT_LARGE, size, &count,
                                      (PPDH_FMT_COUNTERVALUE_ITEM_A)buffer);
}
static PDH_STATUS fill_values_w(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetFormattedCounterArrayW(counter, PDH_FMT_LARGE, size, &count,
                                      (PPDH_FMT_COUNTERVALUE_ITEM_W)buffer);
}
static PDH_STATUS fill_readings_a(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetRawCounterArrayA(counter, size, &count, (PPDH_RAW_COUNTER_ITEM_A)buffer);
}
static PDH_STATUS fill_readings_w(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetRawCounterArrayW(counter, size, &count, (PPDH_RAW_COUNTER_ITEM_W)buffer);
}
static PDH_STATUS fill_information_a(void* buffer, LPDWORD size) {
  return PdhGetCounterInfoA(counter, 1, size, (PPDH_COUNTER_INFO_A)buffer);
}
static PDH_STATUS fill_information_w(void* buffer, LPDWORD size) {
  return PdhGetCounterInfoW(counter, 1, size, (PPDH_COUNTER_INFO_W)buffer);
}
static PDH_STATUS fill_parts_a(void* buffer, LPDWORD size) {
  return PdhParseCounterPathA(AVAILABLE_BYTES, (PPDH_COUNTER_PATH_ELEMENTS_A)buffer, size, 0);
}
static PDH_STATUS fill_parts_w(void* buffer, LPDWORD size) {
  return PdhParseCounterPathW(WIDE("\\Memory\\Available Bytes"),
                              (PPDH_COUNTER_PATH_ELEMENTS_W)buffer, size, 0);
}
static PDH_STATUS fill_range_a(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetDataSourceTimeRangeA(log_name, &count, (PPDH_TIME_INFO)buffer, size);
}
static PDH_STATUS fill_range_w(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetDataSourceTimeRangeW(log_name_w, &count, (PPDH_TIME_INFO)buffer, size);
}
static PDH_STATUS fill_range_h(void* buffer, LPDWORD size) {
  DWORD count = 0;
  return PdhGetDataSourceTimeRangeH(its_log, &count, (PPDH_TIME_INFO)buffer, size);
}
static PDH_STATUS fill_record(void* buffer, LPDWORD size) {
  return PdhReadRawLogRecord(its_log, filetime_of(MAX_TIME_VALUE), (PPDH_RAW_LOG_RECORD)buffer,
                             size);
}

static const Fill fills[] = {fill_values_a,   fill_values_w,      fill_readings_a,
                             fill_readings_w, fill_information_a, fill_information_w,
                             fill_parts_a,    fill_parts_w,       fill_range_a,
                             fill_range_w,    fill_range_h,       fill_record};

static void sizes_of_structures(void) {
  begin();
  for (size_t i = 0; i < sizeof fills / sizeof fills[0]; ++i) {
    in_row(i);
    unsigned char* const buffer = fresh_room();
    DWORD needed = 0, size = ROOM;
    EXPECT_CODE(fills[i](NULL, NULL), PDH_INVALID_ARGUMENT);
    EXPECT_CODE(fills[i](NULL, &needed), PDH_MORE_DATA);
    EXPECT_CODE(fills[i](NULL, &size), PDH_MORE_DATA);
    EXPECT_EQ(size, needed);
    for (DWORD room = 0; room < needed; ++room) {
      size = room;
      EXPECT_CODE(fills[i](buffer, &size), PDH_MORE_DATA);
      EXPECT_EQ(size, needed);
    }
    EXPECT(is_untouched(buffer, needed + 16));
    for (DWORD room = needed; room <= needed + 1; ++room) {
      size = room;
      EXPECT_CODE(fills[i](buffer, &size), ERROR_SUCCESS);
      EXPECT_EQ(size, needed);
      EXPECT(is_untouched(buffer + needed, 16));
    }
  }
  end();
}

static void two_buffers(void) {
  DWORD size = 0, other = 0;
  begin();
  EXPECT_CODE(PdhParseInstanceNameA("parent/child", NULL, &size, NULL, &other, NULL),
              PDH_MORE_DATA);
  EXPECT_EQ(size, sizeof "child");
  EXPECT_EQ(other, sizeof "parent");
  size = other = 0;
  EXPECT_CODE(PdhEnumObjectItemsA(log_name, NULL, "Process", NULL, &size, NULL, &other,
                                  PERF_DETAIL_WIZARD, 0),
              PDH_MORE_DATA);
  EXPECT_EQ(size, sizeof "ID Process" + 1);
  EXPECT_EQ(other, sizeof "bash" + 1);
  size = other = 1000;
  EXPECT_CODE(PdhEnumObjectItemsA(log_name, NULL, "Process", NULL, &size, NULL, &other,
                                  PERF_DETAIL_WIZARD, 0),
              PDH_MORE_DATA);
  EXPECT_EQ(size, sizeof "ID Process" + 1);
  EXPECT_EQ(other, sizeof "bash" + 1);
  size = other = 1000;
  EXPECT_CODE(PdhParseInstanceNameA("parent/child", NULL, &size, NULL, &other, NULL),
              PDH_MORE_DATA);
  EXPECT_EQ(size, sizeof "child");
  EXPECT_EQ(other, sizeof "parent");
  end();
}

static const Promise promises[] = {
    {"a size that is NULL is PDH_INVALID_ARGUMENT", size_pointers},
    {"a size of 0 is PDH_MORE_DATA with the size, whether or not there is a buffer", size_of_zero},
    {"without a buffer it is PDH_MORE_DATA with the size, whatever the size was",
     size_without_a_buffer},
    {"a buffer that is too small is PDH_MORE_DATA with the size, and nothing is written; one that "
     "is large enough gets the size that is used",
     other_sizes},
    {"A and W functions give the same texts, with the same number of characters", texts_of_a_and_w},
    {"the same holds for arrays, information, parts, time ranges and records, in bytes",
     sizes_of_structures},
    {"a function with two buffers asks for both sizes", two_buffers},
};
CHAPTER(two_calls, "Two calls")
