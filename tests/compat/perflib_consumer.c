/* The functions of perflib.h that read counter sets: a set that this process publishes, and the
   machine's own objects. */
#define _DEFAULT_SOURCE 1
#include <perflib.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <winperf.h>

#include "check.h"

/* {4f50464c-0000-4000-8000-0000000000ee}: Processor, title index 238. */
static const GUID processor = {0x4f50464c, 0, 0x4000, {0x80, 0, 0, 0, 0, 0, 0, 0xee}};
/* Memory, title index 4. */
static const GUID memory = {0x4f50464c, 0, 0x4000, {0x80, 0, 0, 0, 0, 0, 0, 4}};
static const GUID nothing = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static const GUID queue = {
    0x8f1c1b0e, 0x5d7a, 0x4c52, {0x9d, 0x0e, 0x0b, 0x6a, 0x5f, 0x1f, 7, 0x11}};
static const GUID owner = {
    0x8f1c1b0e, 0x5d7a, 0x4c52, {0x9d, 0x0e, 0x0b, 0x6a, 0x5f, 0x1f, 7, 0x12}};

#define ANY 0xFFFFFFFFu
#define MOST 65536
typedef struct Template {
  PERF_COUNTERSET_INFO set;
  PERF_COUNTER_INFO counters[2];
} Template;

static HANDLE provider;
static PERF_COUNTERSET_INSTANCE* laser;

static void publish(void) {
  Template described;
  GUID guid = owner;
  memset(&described, 0, sizeof described);
  described.set.CounterSetGuid = queue;
  described.set.NumCounters = 2;
  described.set.InstanceType = PERF_COUNTERSET_MULTI_INSTANCES;
  described.counters[0].CounterId = 1;
  described.counters[0].Type = PERF_COUNTER_LARGE_RAWCOUNT;
  described.counters[1].CounterId = 2;
  described.counters[1].Type = PERF_COUNTER_RAWCOUNT;
  CHECK_EQ(PerfStartProvider(&guid, NULL, &provider), 0);
  CHECK_EQ(PerfSetCounterSetInfo(provider, &described.set, sizeof described), 0);
  laser = PerfCreateInstance(provider, &queue, WIDE("Laser"), 5);
  CHECK(laser != NULL);
  CHECK_EQ(PerfSetULongLongCounterValue(provider, laser, 1, 1ull << 40), 0);
  CHECK_EQ(PerfSetULongCounterValue(provider, laser, 2, 42), 0);
}

/* One block; `name` has room for 8 units, or is NULL. */
typedef struct Block {
  PERF_COUNTER_IDENTIFIER identifier;
  WCHAR name[8];
} Block;

static Block block_of(const GUID* set, ULONG counter, const WCHAR* name) {
  Block block;
  memset(&block, 0, sizeof block);
  block.identifier.CounterSetGuid = *set;
  block.identifier.Status = UNTOUCHED;
  block.identifier.Size = name == NULL ? 40 : 56;
  block.identifier.CounterId = counter;
  block.identifier.InstanceId = ANY;
  for (int i = 0; name != NULL && name[i] != 0 && i < 7; ++i) block.name[i] = name[i];
  return block;
}

static ULONG added(HANDLE query, const GUID* set, ULONG counter, const WCHAR* name) {
  Block block = block_of(set, counter, name);
  CHECK_EQ(PerfAddCounters(query, &block.identifier, block.identifier.Size), 0);
  return block.identifier.Status;
}

static ULONG removed(HANDLE query, const GUID* set, ULONG counter, const WCHAR* name) {
  Block block = block_of(set, counter, name);
  CHECK_EQ(PerfDeleteCounters(query, &block.identifier, block.identifier.Size), 0);
  return block.identifier.Status;
}

static HANDLE open_query(void) {
  HANDLE query = NULL;
  CHECK_EQ(PerfOpenQueryHandle(NULL, &query), 0);
  CHECK(query != NULL);
  return query;
}

/* The functions with a buffer, each called with a size. */
typedef ULONG (*Fill)(HANDLE query, void* buffer, DWORD size, DWORD* actual);

static ULONG fill_instances(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  (void)query;
  return PerfEnumerateCounterSetInstances(NULL, &queue, (PPERF_INSTANCE_HEADER)buffer, size,
                                          actual);
}
static ULONG fill_registration(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  (void)query;
  return PerfQueryCounterSetRegistrationInfo(NULL, &queue, PERF_REG_COUNTERSET_STRUCT, 0,
                                             (LPBYTE)buffer, size, actual);
}
static ULONG fill_names(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  (void)query;
  return PerfQueryCounterSetRegistrationInfo(NULL, &queue, PERF_REG_COUNTER_NAME_STRINGS, 0x409,
                                             (LPBYTE)buffer, size, actual);
}
static ULONG fill_info(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  return PerfQueryCounterInfo(query, (PPERF_COUNTER_IDENTIFIER)buffer, size, actual);
}
static ULONG fill_data(HANDLE query, void* buffer, DWORD size, DWORD* actual) {
  return PerfQueryCounterData(query, (PPERF_DATA_HEADER)buffer, size, actual);
}

static void check_sizes(HANDLE query, Fill fill, DWORD needed) {
  unsigned char* buffer = new_buffer();
  for (DWORD size = 0; size <= needed + 1; ++size) {
    DWORD actual = UNTOUCHED;
    const ULONG code = fill(query, size == 0 ? NULL : buffer, size, &actual);
    CHECK_EQ(code, size < needed ? ERROR_NOT_ENOUGH_MEMORY : ERROR_SUCCESS);
    CHECK_EQ(actual, needed);
    CHECK(is_untouched(buffer + (size < needed ? 0 : needed), 64));
  }
  CHECK_EQ(fill(query, NULL, 1, &needed), ERROR_INVALID_PARAMETER);
  CHECK_EQ(fill(query, buffer, ROOM, NULL), ERROR_INVALID_PARAMETER);
  free(buffer);
}

static void buffers_of_each_size(void) {
  HANDLE const query = open_query();
  CHECK_EQ(added(query, &queue, ANY, WIDE("*")), 0);
  check_sizes(query, fill_instances, 24);         /* 8 and "Laser", padded */
  check_sizes(query, fill_registration, 32 + 96); /* the set and two counters */
  check_sizes(query, fill_names, 64);             /* 8, two rows of 8, twice "Counter 1" */
  check_sizes(query, fill_info, 48);
  check_sizes(query, fill_data, 48 + 16 + 16 + 8 + 24 + 32);
  CHECK_EQ(PerfCloseQueryHandle(query), 0);
}

static void values_of_a_set(void) {
  HANDLE const query = open_query();
  unsigned char* buffer = new_buffer();
  DWORD actual = 0;
  ULONG word;
  CHECK_EQ(added(query, &queue, 2, WIDE("laser")), 0);
  CHECK_EQ(PerfQueryCounterData(query, (PPERF_DATA_HEADER)buffer, ROOM, &actual), 0);
  CHECK_EQ(actual, 48 + 16 + 16);
  const PERF_DATA_HEADER* const header = (const PERF_DATA_HEADER*)buffer;
  CHECK_EQ(header->dwTotalSize, actual);
  CHECK_EQ(header->dwNumCounters, 1);
  CHECK_EQ(header->PerfFreq, 10000000);
  const PERF_COUNTER_HEADER* const counter = (const PERF_COUNTER_HEADER*)(buffer + 48);
  CHECK_EQ(counter->dwType, PERF_SINGLE_COUNTER);
  memcpy(&word, buffer + 48 + 16 + 8, sizeof word);
  CHECK_EQ(word, 42);
  CHECK_EQ(PerfIncrementULongCounterValue(provider, laser, 2, 1), 0);
  CHECK_EQ(PerfQueryCounterData(query, (PPERF_DATA_HEADER)buffer, ROOM, &actual), 0);
  memcpy(&word, buffer + 48 + 16 + 8, sizeof word);
  CHECK_EQ(word, 43);
  CHECK_EQ(PerfSetULongCounterValue(provider, laser, 2, 42), 0);
  CHECK_EQ(PerfCloseQueryHandle(query), 0);
  free(buffer);
}

static void statuses(void) {
  HANDLE const query = open_query();
  CHECK_EQ(added(query, &nothing, ANY, WIDE("*")), ERROR_WMI_GUID_NOT_FOUND);
  CHECK_EQ(added(query, &queue, 3, WIDE("*")), ERROR_WMI_ITEMID_NOT_FOUND);
  CHECK_EQ(added(query, &queue, 1, WIDE("nobody")), ERROR_PATH_NOT_FOUND);
  CHECK_EQ(added(query, &queue, 1, NULL), ERROR_INVALID_PARAMETER);
  CHECK_EQ(added(query, &queue, 1, WIDE("L?ser")), 0);
  CHECK_EQ(added(query, &queue, 1, WIDE("l?SER")), ERROR_ALREADY_EXISTS);
  CHECK_EQ(added(query, &processor, 6, WIDE("_Total")), 0);
  CHECK_EQ(added(query, &memory, 24, NULL), 0);
  CHECK_EQ(removed(query, &queue, 2, WIDE("L?ser")), ERROR_INVALID_PARAMETER);
  CHECK_EQ(removed(query, &queue, 1, WIDE("L?ser")), 0);
  Block block = block_of(&memory, 24, NULL);
  CHECK_EQ(PerfAddCounters(query, NULL, 40), ERROR_INVALID_PARAMETER);
  CHECK_EQ(PerfAddCounters(query, &block.identifier, 39), ERROR_INVALID_PARAMETER);
  CHECK_EQ(PerfAddCounters(query, &block.identifier, 0), ERROR_INVALID_PARAMETER);
  block.identifier.Size = 39;
  CHECK_EQ(PerfAddCounters(query, &block.identifier, 40), ERROR_INVALID_PARAMETER);
  CHECK_EQ(PerfDeleteCounters(query, &block.identifier, 40), ERROR_INVALID_PARAMETER);
  CHECK_EQ(block.identifier.Status, UNTOUCHED);
  CHECK_EQ(PerfCloseQueryHandle(query), 0);
}

static void sets_and_registration(void) {
  static GUID sets[MOST];
  unsigned char buffer[256];
  DWORD actual = UNTOUCHED;
  int found = 0;
  CHECK_EQ(PerfEnumerateCounterSet(NULL, NULL, 0, &actual), ERROR_NOT_ENOUGH_MEMORY);
  CHECK(actual > 2 && actual < MOST);
  CHECK_EQ(PerfEnumerateCounterSet(NULL, sets, MOST, &actual), 0);
  for (DWORD i = 0; i < actual; ++i) {
    found += memcmp(&sets[i], &queue, sizeof queue) == 0;
    found += memcmp(&sets[i], &memory, sizeof memory) == 0;
  }
  CHECK_EQ(found, 2);
  memset(sets, 0xAA, sizeof sets);
  CHECK_EQ(PerfEnumerateCounterSet(NULL, sets, actual - 1, &actual), ERROR_NOT_ENOUGH_MEMORY);
  CHECK(is_untouched((unsigned char*)sets, sizeof sets));
  CHECK_EQ(PerfEnumerateCounterSet(NULL, NULL, 1, &actual), ERROR_INVALID_PARAMETER);
  CHECK_EQ(PerfEnumerateCounterSet(NULL, sets, MOST, NULL), ERROR_INVALID_PARAMETER);
  const WCHAR* const other = WIDE("other.machine");
  CHECK_EQ(PerfEnumerateCounterSet(other, sets, MOST, &actual), ERROR_BAD_NETPATH);
  CHECK_EQ(PerfEnumerateCounterSetInstances(other, &queue, NULL, 0, &actual), ERROR_BAD_NETPATH);
  HANDLE query = NULL;
  CHECK_EQ(PerfOpenQueryHandle(other, &query), ERROR_BAD_NETPATH);
  CHECK_EQ(PerfOpenQueryHandle(NULL, NULL), ERROR_INVALID_PARAMETER);
  CHECK(query == NULL);
  CHECK_EQ(PerfEnumerateCounterSetInstances(NULL, &nothing, NULL, 0, &actual), 4200);
  CHECK_EQ(PerfEnumerateCounterSetInstances(NULL, NULL, NULL, 0, &actual), ERROR_INVALID_PARAMETER);
  const ULONG codes[] = {0, 11, 0xFFFFFFFFu};
  for (int i = 0; i < 3; ++i) {
    CHECK_EQ(PerfQueryCounterSetRegistrationInfo(NULL, &memory, codes[i], 0, buffer, sizeof buffer,
                                                 &actual),
             ERROR_INVALID_PARAMETER);
  }
  CHECK_EQ(PerfQueryCounterSetRegistrationInfo(NULL, &nothing, PERF_REG_PROVIDER_GUID, 0, buffer,
                                               sizeof buffer, &actual),
           ERROR_WMI_GUID_NOT_FOUND);
  CHECK_EQ(PerfQueryCounterSetRegistrationInfo(NULL, &queue, PERF_REG_COUNTER_STRUCT, 9, buffer,
                                               sizeof buffer, &actual),
           ERROR_WMI_ITEMID_NOT_FOUND);
  CHECK_EQ(PerfQueryCounterSetRegistrationInfo(NULL, &memory, PERF_REG_COUNTERSET_NAME_STRING,
                                               0x407, buffer, sizeof buffer, &actual),
           ERROR_RESOURCE_LANG_NOT_FOUND);
  CHECK_EQ(PerfQueryCounterSetRegistrationInfo(NULL, &memory, PERF_REG_COUNTERSET_ENGLISH_NAME, 0,
                                               buffer, sizeof buffer, &actual),
           0);
  CHECK_EQ(actual, 14);
  CHECK_EQ(memcmp(buffer, WIDE("Memory"), 14), 0);
}

static void handles(void) {
  DWORD actual = UNTOUCHED;
  HANDLE const query = open_query();
  HANDLE const foreign[] = {NULL, (HANDLE)(size_t)1, (HANDLE)&actual, provider, (HANDLE)(size_t)-1};
  Block block = block_of(&memory, 24, NULL);
  for (int i = 0; i < 5; ++i) {
    CHECK_EQ(PerfCloseQueryHandle(foreign[i]), ERROR_INVALID_HANDLE);
    CHECK_EQ(PerfQueryCounterData(foreign[i], NULL, 0, &actual), ERROR_INVALID_HANDLE);
    CHECK_EQ(PerfQueryCounterInfo(foreign[i], NULL, 0, &actual), ERROR_INVALID_HANDLE);
    CHECK_EQ(PerfAddCounters(foreign[i], &block.identifier, 40), ERROR_INVALID_HANDLE);
    CHECK_EQ(PerfDeleteCounters(foreign[i], &block.identifier, 40), ERROR_INVALID_HANDLE);
  }
  CHECK_EQ(actual, UNTOUCHED);
  CHECK_EQ(PerfCloseQueryHandle(query), 0);
  CHECK_EQ(PerfCloseQueryHandle(query), ERROR_INVALID_HANDLE);
  CHECK_EQ(PerfQueryCounterInfo(query, NULL, 0, &actual), ERROR_INVALID_HANDLE);
}

/* Adds, collects and removes, with wrong arguments between them. */
static void* work(void* unused) {
  unsigned char* buffer = (unsigned char*)malloc(MOST);
  for (int i = 0; buffer != NULL && i < 20; ++i) {
    DWORD actual = 0;
    HANDLE query = NULL;
    Block block = block_of(&queue, ANY, WIDE("*"));
    if (PerfOpenQueryHandle(NULL, &query) != 0) abort();
    if (PerfAddCounters(query, &block.identifier, block.identifier.Size) != 0) abort();
    if (PerfQueryCounterData(query, NULL, 0, &actual) != ERROR_NOT_ENOUGH_MEMORY) abort();
    if (PerfQueryCounterData(query, (PPERF_DATA_HEADER)buffer, MOST, &actual) != 0) abort();
    if (PerfAddCounters(query, &block.identifier, 7) != ERROR_INVALID_PARAMETER) abort();
    if (PerfCloseQueryHandle(query) != 0) abort();
    if (PerfCloseQueryHandle(query) != ERROR_INVALID_HANDLE) abort();
  }
  free(buffer);
  return unused;
}

static void sixteen_threads(void) {
  pthread_t threads[16];
  for (int i = 0; i < 16; ++i) CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
  for (int i = 0; i < 16; ++i) CHECK_EQ(pthread_join(threads[i], NULL), 0);
}

/* A child collects for itself; its query is its own. */
static void forked_child(void) {
  HANDLE const query = open_query();
  CHECK_EQ(added(query, &memory, 24, NULL), 0);
  const pid_t child = fork();
  if (child == 0) {
    unsigned char buffer[256];
    DWORD actual = 0;
    const ULONG code =
        PerfQueryCounterData(query, (PPERF_DATA_HEADER)buffer, sizeof buffer, &actual);
    _exit(code == 0 && actual == 80 && PerfCloseQueryHandle(query) == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  CHECK_EQ(PerfCloseQueryHandle(query), 0);
}

static void withdrawn_set(void) {
  DWORD actual = 0;
  CHECK_EQ(PerfDeleteInstance(provider, laser), 0);
  CHECK_EQ(PerfEnumerateCounterSetInstances(NULL, &queue, NULL, 0, &actual),
           ERROR_WMI_INSTANCE_NOT_FOUND);
  CHECK_EQ(PerfStopProvider(provider), 0);
  CHECK_EQ(PerfEnumerateCounterSetInstances(NULL, &queue, NULL, 0, &actual),
           ERROR_WMI_GUID_NOT_FOUND);
}

int main(void) {
  char folder[] = "/tmp/perflib_consumer_XXXXXX";
  if (mkdtemp(folder) == NULL || setenv("XDG_RUNTIME_DIR", folder, 1) != 0) return 2;
  publish();
  buffers_of_each_size();
  values_of_a_set();
  statuses();
  sets_and_registration();
  handles();
  sixteen_threads();
  forked_child();
  withdrawn_set();
  char inner[64];
  snprintf(inner, sizeof inner, "%s/openperflib", folder);
  CHECK_EQ(rmdir(inner), 0); /* nothing is left in it */
  CHECK_EQ(rmdir(folder), 0);
  return failures == 0 ? 0 : 1;
}
