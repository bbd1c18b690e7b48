#include "reader.h"
#include "registered_sets.h"

/* The functions that fill a buffer, each called with a size. */
typedef ULONG (*Fill)(HANDLE query, void* buffer, DWORD size, DWORD* actual);

static ULONG fill_instances(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  const GUID jobs = guid_of(JOBS);
  (void)query;
  return PerfEnumerateCounterSetInstances(NULL, &jobs, (PPERF_INSTANCE_HEADER)buffer, size, actual);
}

static ULONG fill_information(PerfRegInfoType code, void* buffer, DWORD size, DWORD* actual) {
  const GUID idle = guid_of(IDLE);
  const DWORD language = code == PERF_REG_COUNTER_STRUCT ? 1 : 0;
  return PerfQueryCounterSetRegistrationInfo(NULL, &idle, code, language, (LPBYTE)buffer, size,
                                             actual);
}

static ULONG fill_info(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  return PerfQueryCounterInfo(query, (PPERF_COUNTER_IDENTIFIER)buffer, size, actual);
}

static ULONG fill_data(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  return PerfQueryCounterData(query, (PPERF_DATA_HEADER)buffer, size, actual);
}

#define MOST 1024
#define UNUSED_BYTE 0xAA

/* Whether a call with this size does what it must, for a result of `needed` bytes in `room`. */
static void expect_filled(ULONG code, DWORD size, DWORD actual, const unsigned char* room,
                          DWORD needed) {
  EXPECT_EQ(code, size < needed ? ERROR_NOT_ENOUGH_MEMORY : ERROR_SUCCESS);
  EXPECT_EQ(actual, needed);
  for (DWORD i = size < needed ? 0 : needed; i < MOST; ++i) EXPECT_EQ(room[i], UNUSED_BYTE);
}

static void expect_sizes(HANDLE query, Fill fill, DWORD needed) {
  static ULONGLONG words[MOST / sizeof(ULONGLONG)];
  unsigned char* const room = (unsigned char*)words;
  DWORD actual = 0;
  for (DWORD size = 0; size <= needed + 1; ++size) {
    memset(room, UNUSED_BYTE, MOST);
    actual = UNTOUCHED;
    const ULONG code = fill(query, size == 0 ? NULL : room, size, &actual);
    expect_filled(code, size, actual, room, needed);
  }
  EXPECT_EQ(fill(query, NULL, 1, &actual), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(fill(query, room, MOST, NULL), ERROR_INVALID_PARAMETER);
}

static HANDLE provider;
static HANDLE query;

static void begin(void) {
  provider = started_jobs(PERF_COUNTERSET_MULTI_INSTANCES);
  (void)created(provider, JOBS, WIDE("Laser"), 5);
  query = query_of(JOBS, ANY, WIDE("*"));
}
static void end(void) {
  close_query(query);
  stop(provider);
}

static void sizes_of_instances(void) {
  begin();
  expect_sizes(query, fill_instances, 24);
  end();
}

static void sizes_of_identifiers(void) {
  begin();
  expect_sizes(query, fill_info, 40 + 8);
  end();
}

static void sizes_of_replies(void) {
  begin();
  expect_sizes(query, fill_data, 48 + 16 + (8 + 16) + 8 + (24 + 4 * 16));
  end();
}

static void sizes_of_information(void) {
  static ULONGLONG words[MOST / sizeof(ULONGLONG)];
  unsigned char* const room = (unsigned char*)words;
  for (PerfRegInfoType code = 1; code <= 10; ++code) {
    DWORD needed = 0, actual = 0;
    EXPECT_EQ(fill_information(code, NULL, 0, &needed), ERROR_NOT_ENOUGH_MEMORY);
    for (DWORD size = 1; size <= needed + 1 && size < MOST; size += size + 2 < needed ? 7 : 1) {
      memset(room, UNUSED_BYTE, MOST);
      const ULONG result = fill_information(code, room, size, &actual);
      expect_filled(result, size, actual, room, needed);
    }
    EXPECT_EQ(fill_information(code, NULL, 1, &actual), ERROR_INVALID_PARAMETER);
    EXPECT_EQ(fill_information(code, room, MOST, NULL), ERROR_INVALID_PARAMETER);
  }
}

static void arguments_that_are_null(void) {
  DWORD actual = UNTOUCHED;
  GUID set;
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, NULL, 1, &actual), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfEnumerateCounterSet(NULL, &set, 1, NULL), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfEnumerateCounterSetInstances(NULL, NULL, NULL, 0, &actual),
            ERROR_INVALID_PARAMETER);
  EXPECT_EQ(
      PerfQueryCounterSetRegistrationInfo(NULL, NULL, PERF_REG_PROVIDER_GUID, 0, NULL, 0, &actual),
      ERROR_INVALID_PARAMETER);
  HANDLE const opened = opened_query();
  EXPECT_EQ(PerfAddCounters(opened, NULL, 40), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(PerfDeleteCounters(opened, NULL, 40), ERROR_INVALID_PARAMETER);
  close_query(opened);
  EXPECT_EQ(actual, UNTOUCHED);
}

static void blocks_that_are_too_short(void) {
  const GUID jobs = guid_of(JOBS);
  begin();
  Block block = block_of(&jobs, PAGES, WIDE("*"));
  block.identifier.Status = UNTOUCHED;
  for (DWORD size = 0; size < block.identifier.Size; ++size) {
    EXPECT_EQ(PerfAddCounters(query, &block.identifier, size), ERROR_INVALID_PARAMETER);
    EXPECT_EQ(PerfDeleteCounters(query, &block.identifier, size), ERROR_INVALID_PARAMETER);
  }
  for (ULONG size = 0; size < 40; ++size) {
    block.identifier.Size = size;
    EXPECT_EQ(PerfAddCounters(query, &block.identifier, sizeof block), ERROR_INVALID_PARAMETER);
  }
  EXPECT_EQ(block.identifier.Status, UNTOUCHED);
  expect_sizes(query, fill_info, 40 + 8); /* nothing was added */
  end();
}

static void blocks_that_follow_a_good_one(void) {
  const GUID jobs = guid_of(JOBS);
  begin();
  Block blocks[2] = {block_of(&jobs, PAGES, WIDE("*")), block_of(&jobs, WAITING, WIDE("*"))};
  blocks[0].identifier.Status = UNTOUCHED;
  blocks[1].identifier.Size = 39;
  EXPECT_EQ(PerfAddCounters(query, &blocks[0].identifier, sizeof blocks), ERROR_INVALID_PARAMETER);
  EXPECT_EQ(blocks[0].identifier.Status, UNTOUCHED);
  expect_sizes(query, fill_info, 40 + 8);
  end();
}

static void handles_that_are_not_open(void) {
  const HANDLE* const handles = foreign_handles();
  const GUID jobs = guid_of(JOBS);
  DWORD actual = UNTOUCHED;
  Block block = block_of(&jobs, PAGES, WIDE("*"));
  for (int i = 0; i < FOREIGN_HANDLES; ++i) {
    EXPECT_EQ(PerfAddCounters(handles[i], &block.identifier, sizeof block), ERROR_INVALID_HANDLE);
    EXPECT_EQ(PerfDeleteCounters(handles[i], &block.identifier, sizeof block),
              ERROR_INVALID_HANDLE);
    EXPECT_EQ(PerfQueryCounterInfo(handles[i], NULL, 0, &actual), ERROR_INVALID_HANDLE);
    EXPECT_EQ(PerfQueryCounterData(handles[i], NULL, 0, &actual), ERROR_INVALID_HANDLE);
  }
  EXPECT_EQ(actual, UNTOUCHED);
}

static const Promise promises[] = {
    {"PerfEnumerateCounterSetInstances needs room for all, else it is 8 and says how much",
     sizes_of_instances},
    {"PerfQueryCounterInfo likewise", sizes_of_identifiers},
    {"PerfQueryCounterData likewise", sizes_of_replies},
    {"PerfQueryCounterSetRegistrationInfo likewise, for each code", sizes_of_information},
    {"what is needed and is NULL is 87", arguments_that_are_null},
    {"a block of fewer than 40 bytes, or longer than what is left, is 87, and adds nothing",
     blocks_that_are_too_short},
    {"so is one that follows a good one, which is not added either", blocks_that_follow_a_good_one},
    {"a handle that is not open is 6", handles_that_are_not_open},
};
CHAPTER(buffers, "Buffers and wrong arguments")
