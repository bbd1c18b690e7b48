#include <stdio.h>
#include <winperf.h>
#include <winreg.h>

#include "reader.h"
#include "registered_sets.h"

#define COLLECTION_STATUS 100174
/* Their titles. Other programs of the machine may publish sets as well, and so a name finds the
   object, not its place in the block. */
#define TITLE_OF_JOBS "{c0f03a11-0024-4000-8000-000000000001}"
#define TITLE_OF_CLOCKS "Conformance Clocks"

static ULONGLONG room[(8u << 20) / sizeof(ULONGLONG)];
static HANDLE provider;

/* The value of HKEY_PERFORMANCE_DATA with this name, which is ASCII; NULL, after a failed check:
   there is none. Valid until the next is read. */
static const void* read_value(const char* value_name, DWORD* size) {
  WCHAR name[64];
  size_t length = 0;
  for (; value_name[length] != 0 && length < 63; ++length) name[length] = (WCHAR)value_name[length];
  name[length] = 0;
  *size = sizeof room;
  const LSTATUS code =
      RegQueryValueExW(HKEY_PERFORMANCE_DATA, name, NULL, NULL, (LPBYTE)room, size);
  EXPECT_EQ(code, ERROR_SUCCESS);
  EXPECT_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), ERROR_SUCCESS);
  return code == ERROR_SUCCESS ? room : NULL;
}

static int is_text(const WCHAR* units, const char* text) {
  while (*text != 0 && *units == (WCHAR)*text) ++units, ++text;
  return *text == 0 && *units == 0;
}

static DWORD number_in(const WCHAR* units) {
  DWORD number = 0;
  for (; *units != 0; ++units) number = number * 10 + (DWORD)(*units - '0');
  return number;
}

static const WCHAR* after(const WCHAR* units) {
  while (*units != 0) ++units;
  return units + 1;
}

/* The title index of an object; 0: no object has this title now. */
static DWORD index_of(const char* title) {
  DWORD size;
  const WCHAR* at = (const WCHAR*)read_value("Counter 009", &size);
  const WCHAR* const end = at == NULL ? NULL : at + size / sizeof *at;
  while (at != end && *at != 0) {
    const WCHAR* const text = after(at);
    if (is_text(text, title)) return number_in(at);
    at = after(text);
  }
  return 0;
}

/* The object of a block with this title index; NULL: it has none. */
static const PERF_OBJECT_TYPE* find_object(const char* value_name, DWORD index) {
  DWORD size;
  const PERF_DATA_BLOCK* const block = (const PERF_DATA_BLOCK*)read_value(value_name, &size);
  if (block == NULL) return NULL;
  const unsigned char* at = (const unsigned char*)block + block->HeaderLength;
  for (DWORD i = 0; i < block->NumObjectTypes; ++i) {
    const PERF_OBJECT_TYPE* const object = (const PERF_OBJECT_TYPE*)at;
    if (object->ObjectNameTitleIndex == index) return object;
    at += object->TotalByteLength;
  }
  return NULL;
}

static const PERF_OBJECT_TYPE* object_titled(const char* title) {
  const DWORD index = index_of(title);
  return index == 0 ? NULL : find_object("Global", index);
}

static const PERF_COUNTER_DEFINITION* definition_of(const PERF_OBJECT_TYPE* object, DWORD ordinal) {
  const unsigned char* const at = (const unsigned char*)object + object->HeaderLength;
  return (const PERF_COUNTER_DEFINITION*)at + ordinal;
}

static const PERF_INSTANCE_DEFINITION* instance_of(const PERF_OBJECT_TYPE* object, LONG number) {
  const unsigned char* at = (const unsigned char*)object + object->DefinitionLength;
  for (; number > 0; --number) {
    at += ((const PERF_INSTANCE_DEFINITION*)at)->ByteLength;
    at += ((const PERF_COUNTER_BLOCK*)at)->ByteLength;
  }
  return (const PERF_INSTANCE_DEFINITION*)at;
}

static void expect_name(const PERF_INSTANCE_DEFINITION* instance, const char* name) {
  char text[32];
  narrow((const unsigned char*)instance + instance->NameOffset, instance->NameLength, text,
         sizeof text);
  EXPECT_TEXT(text, name);
}

static ULONGLONG value_in(const PERF_OBJECT_TYPE* object, LONG number, DWORD ordinal) {
  const PERF_INSTANCE_DEFINITION* const instance = instance_of(object, number);
  const PERF_COUNTER_DEFINITION* const definition = definition_of(object, ordinal);
  ULONGLONG value = 0;
  const size_t size = definition->CounterSize == 4 ? 4 : 8;
  memcpy(&value, (const unsigned char*)instance + instance->ByteLength + definition->CounterOffset,
         size);
  return value;
}

static void sets_without_names(void) {
  const ULONG types[] = {PERF_COUNTERSET_SINGLE_INSTANCE, PERF_COUNTERSET_SINGLE_AGGREGATE,
                         PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY};
  for (int i = 0; i < 3; ++i) {
    provider = started_jobs(types[i]);
    EXPECT(object_titled(TITLE_OF_JOBS) == NULL);
    (void)created(provider, JOBS, WIDE("label"), 0);
    const PERF_OBJECT_TYPE* const object = object_titled(TITLE_OF_JOBS);
    EXPECT(object != NULL);
    if (object != NULL) EXPECT_EQ(object->NumInstances, PERF_NO_INSTANCES);
    stop(provider);
  }
}

static void sets_with_names(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  PERF_COUNTERSET_INSTANCE* const laser = created(provider, JOBS, WIDE("Laser"), 7);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, PAGES, 5), ERROR_SUCCESS);
  (void)created(provider, JOBS, WIDE("Ink"), 8);
  const PERF_OBJECT_TYPE* const object = object_titled(TITLE_OF_JOBS);
  EXPECT(object != NULL);
  if (object == NULL) return;
  EXPECT_EQ(object->NumInstances, 2);
  expect_name(instance_of(object, 0), "Laser");
  expect_name(instance_of(object, 1), "Ink");
  EXPECT_EQ(instance_of(object, 0)->UniqueID, PERF_NO_UNIQUE_ID);
  EXPECT_EQ(value_in(object, 0, 0), 5);
  stop(provider);
}

static void total_is_last(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_AGGREGATE);
  (void)created(provider, JOBS, WIDE("Laser"), 7);
  const PERF_OBJECT_TYPE* const object = object_titled(TITLE_OF_JOBS);
  EXPECT(object != NULL);
  if (object == NULL) return;
  EXPECT_EQ(object->NumInstances, 2);
  expect_name(instance_of(object, 1), "_Total");
  stop(provider);
}

/* An instance of CLOCKS whose counters 7 and 8 are its clock; 1, 2, 4 and 5 are given, too. */
static void add_clocks(const WCHAR* name, ULONGLONG time, ULONGLONG frequency) {
  PERF_COUNTERSET_INSTANCE* const one = created(provider, CLOCKS, name, 0);
  EXPECT_EQ(PerfSetULongCounterValue(provider, one, 1, 11), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, one, 2, 22), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, one, 4, 44), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongCounterValue(provider, one, 5, 55), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, one, 7, time), ERROR_SUCCESS);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, one, 8, frequency), ERROR_SUCCESS);
}

/* The definitions of CLOCKS: the counters 1; 2 and its base 4; 3 and its multiplier 5; 5; 6; 7; 8;
   9 and its time 7. The counter of text is left out. */
static const DWORD types_of_clocks[] = {
    PERF_COUNTER_RAWCOUNT,       PERF_AVERAGE_BULK,           PERF_AVERAGE_BASE,
    PERF_COUNTER_MULTI_TIMER,    PERF_COUNTER_MULTI_BASE,     PERF_COUNTER_RAWCOUNT,
    PERF_OBJ_TIME_TIMER,         PERF_COUNTER_LARGE_RAWCOUNT, PERF_COUNTER_LARGE_RAWCOUNT,
    PERF_PRECISION_OBJECT_TIMER, PERF_PRECISION_TIMESTAMP};
#define DEFINITIONS (sizeof types_of_clocks / sizeof types_of_clocks[0])
#define BASE_OF_BULK 2
#define MULTIPLIER 4
#define TIME 7
#define FREQUENCY 8

/* The object of CLOCKS with two instances, whose clocks differ; NULL, after a failed check: it has
   other definitions. */
static const PERF_OBJECT_TYPE* clocks_object(void) {
  provider = started_clocks();
  add_clocks(WIDE("slow"), 7000, 1000);
  add_clocks(WIDE("fast"), 9000, 3000);
  const PERF_OBJECT_TYPE* const object = object_titled(TITLE_OF_CLOCKS);
  EXPECT(object != NULL);
  if (object == NULL) return NULL;
  EXPECT_EQ(object->NumCounters, DEFINITIONS);
  return object->NumCounters == DEFINITIONS ? object : NULL;
}

static void definitions_of_counters(void) {
  const PERF_OBJECT_TYPE* const object = clocks_object();
  for (DWORD i = 0; object != NULL && i < DEFINITIONS; ++i) {
    EXPECT_EQ(definition_of(object, i)->CounterType, types_of_clocks[i]);
  }
  stop(provider);
}

/* A row of Collection Status for the counter, which has no definition. */
static void reason_of_what_is_left_out(void) {
  char value_name[32];
  int rows = 0;
  const PERF_OBJECT_TYPE* const object = clocks_object();
  const DWORD index = object == NULL ? 0 : object->ObjectNameTitleIndex;
  snprintf(value_name, sizeof value_name, "%u %u", (unsigned)index, COLLECTION_STATUS);
  const PERF_OBJECT_TYPE* const status = find_object(value_name, COLLECTION_STATUS);
  EXPECT(status != NULL);
  for (LONG i = 0; status != NULL && i < status->NumInstances; ++i) {
    const int is_of_clocks = value_in(status, i, 0) == index;
    if (!is_of_clocks || value_in(status, i, 1) != 0xFFFFFFFFu) continue;
    EXPECT(instance_of(status, i)->NameLength > 2);
    ++rows;
  }
  EXPECT_EQ(rows, 1);
  stop(provider);
}

static void titles_of_companions(void) {
  const PERF_OBJECT_TYPE* const object = clocks_object();
  for (DWORD i = 1; object != NULL && i < DEFINITIONS; ++i) {
    const int follows = i == BASE_OF_BULK || i == MULTIPLIER || i == DEFINITIONS - 1;
    const DWORD before = definition_of(object, i - 1)->CounterNameTitleIndex;
    EXPECT_EQ(definition_of(object, i)->CounterNameTitleIndex == before, follows);
  }
  stop(provider);
}

static void values_of_companions(void) {
  const PERF_OBJECT_TYPE* const object = clocks_object();
  if (object != NULL) {
    EXPECT_EQ(value_in(object, 0, BASE_OF_BULK), 44);
    EXPECT_EQ(value_in(object, 0, MULTIPLIER), 55);
    EXPECT_EQ(value_in(object, 1, DEFINITIONS - 1), 9000);
  }
  stop(provider);
}

static void first_counter_that_is_shown(void) {
  const PERF_OBJECT_TYPE* const object = clocks_object();
  if (object != NULL) {
    EXPECT_EQ(object->DefaultCounter, 1);
    EXPECT_EQ(value_in(object, 0, 0), 11);
  }
  stop(provider);
}

static void clock_of_the_object(void) {
  const PERF_OBJECT_TYPE* const object = clocks_object();
  if (object != NULL) {
    EXPECT_EQ(object->PerfTime.QuadPart, 7000);
    EXPECT_EQ(object->PerfFreq.QuadPart, 1000);
  }
  stop(provider);
}

static void clock_of_the_total(void) {
  const PERF_OBJECT_TYPE* const object = clocks_object();
  if (object != NULL) {
    EXPECT_EQ(object->NumInstances, 3);
    EXPECT_EQ(value_in(object, 2, 1), 2 * 22);
    EXPECT_EQ(value_in(object, 2, TIME), 9000);
    EXPECT_EQ(value_in(object, 2, FREQUENCY), 3000);
  }
  stop(provider);
}

static const Promise promises[] = {
    {"a set of type 0, 4 or 12 is an object without instances, while it has a value",
     sets_without_names},
    {"a set with instances is an object with them, and UniqueID is -1", sets_with_names},
    {"_Total is the last instance", total_is_last},
    {"a base, a multiplier and a precise timer's time follow their counter, and text is left out",
     definitions_of_counters},
    {"Collection Status has the reason why text is left out", reason_of_what_is_left_out},
    {"what follows a counter has its titles, and no other counter has", titles_of_companions},
    {"what follows a counter has the value of the base, the multiplier or the time",
     values_of_companions},
    {"DefaultCounter is the first that is shown, and those that are not have values, too",
     first_counter_that_is_shown},
    {"the object has the clock of its first instance", clock_of_the_object},
    {"in an aggregate a clock without a function is the greatest", clock_of_the_total},
};
CHAPTER(objects_of_sets, "Counter sets as objects")
