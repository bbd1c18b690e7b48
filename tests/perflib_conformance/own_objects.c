#include "reader.h"

/* {4f50464c-0000-4000-8000-INDEX}. */
static GUID own_set(unsigned char index) {
  GUID set = {0x4f50464c, 0, 0x4000, {0x80, 0, 0, 0, 0, 0, 0, 0}};
  set.Data4[7] = index;
  return set;
}
#define PROCESSOR 238
#define PROCESSOR_TIME 6
#define MEMORY 4
#define AVAILABLE_BYTES 24
#define COMMITTED_IN_USE 1406 /* a fraction, whose base is the counter after it */

static ULONGLONG room[ROOM / sizeof(ULONGLONG)];

static const unsigned char* information(unsigned char index, PerfRegInfoType code, DWORD language) {
  const GUID set = own_set(index);
  DWORD actual = 0;
  EXPECT_EQ(
      PerfQueryCounterSetRegistrationInfo(NULL, &set, code, language, (LPBYTE)room, ROOM, &actual),
      ERROR_SUCCESS);
  return (const unsigned char*)room;
}

static void objects_are_sets(void) {
  const GUID provider = {0x4f50464c, 0, 0x4000, {0x90, 0, 0, 0, 0, 0, 0, 0}};
  char name[64];
  narrow(information(PROCESSOR, PERF_REG_COUNTERSET_NAME_STRING, 0), 64, name, sizeof name);
  EXPECT_TEXT(name, "Processor");
  EXPECT_EQ(memcmp(information(PROCESSOR, PERF_REG_PROVIDER_GUID, 0), &provider, sizeof provider),
            0);
}

static void objects_are_listed(void) {
  const GUID memory = own_set(MEMORY);
  const GUID* const sets = (const GUID*)room;
  DWORD count = 0;
  int found = 0;
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, (LPGUID)room, ROOM / sizeof(GUID), &count),
            ERROR_SUCCESS);
  for (DWORD i = 0; i < count; ++i) found += memcmp(&sets[i], &memory, sizeof memory) == 0;
  EXPECT_EQ(found, 1);
}

static void object_that_does_not_exist(void) {
  const GUID none = own_set(3);
  DWORD actual = 0;
  EXPECT_EQ(PerfEnumerateCounterSetInstances(NULL, &none, NULL, 0, &actual),
            ERROR_WMI_GUID_NOT_FOUND);
}

static void ids_are_title_indices(void) {
  PERF_COUNTER_REG_INFO counter;
  memcpy(&counter, information(MEMORY, PERF_REG_COUNTER_STRUCT, COMMITTED_IN_USE), sizeof counter);
  EXPECT_EQ(counter.CounterId, COMMITTED_IN_USE);
  EXPECT_EQ(counter.Type, PERF_RAW_FRACTION);
  EXPECT_EQ(counter.BaseCounterId, COMMITTED_IN_USE + 1);
  memcpy(&counter, information(MEMORY, PERF_REG_COUNTER_STRUCT, COMMITTED_IN_USE + 1),
         sizeof counter);
  EXPECT_EQ(counter.CounterId, COMMITTED_IN_USE + 1);
  EXPECT_EQ(counter.Type, PERF_RAW_BASE);
}

/* Whose values nobody knows before, but their forms. */
static void forms_of_objects(void) {
  const GUID memory = own_set(MEMORY), processor = own_set(PROCESSOR);
  DWORD size = 0;
  HANDLE const query = opened_query();
  EXPECT_EQ(added(query, block_of(&memory, AVAILABLE_BYTES, NULL)), ERROR_SUCCESS);
  EXPECT_EQ(added(query, block_of(&processor, PROCESSOR_TIME, WIDE("_Total"))), ERROR_SUCCESS);
  const unsigned char* const reply = reply_to(query, &size);
  EXPECT_EQ(size, 48 + 2 * 32);
  if (reply == NULL) return;
  for (size_t at = 48; at < 48 + 2 * 32; at += 32) {
    EXPECT_EQ(ulong_at(reply, at), ERROR_SUCCESS);
    EXPECT_EQ(ulong_at(reply, at + 4), PERF_SINGLE_COUNTER);
    EXPECT_EQ(ulong_at(reply, at + 16), 8);
  }
  close_query(query);
}

static const Promise promises[] = {
    {"an object of this machine is a set: its GUID has its title index", objects_are_sets},
    {"it is listed while it has data", objects_are_listed},
    {"an object that does not exist is 4200", object_that_does_not_exist},
    {"the id of a counter is its title index, that of its base the number after it",
     ids_are_title_indices},
    {"an object is read as any other set", forms_of_objects},
};
CHAPTER(own_objects, "Objects as sets")
