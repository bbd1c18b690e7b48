/* A performance module: what lodctr installs, and what every program that reads counters calls
   through a process of its own. It runs beside the application, not in it, and so takes the values
   from memory that both share. The same source builds here and with mingw-w64. */
#ifdef _WIN32
#include <windows.h>
#endif
#include <stddef.h>
#include <string.h>
#include <winperf.h>
#include <winreg.h>

#include "disque.h"
#include "disque_shared.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define NAME_ROOM 16 /* bytes of an instance's name, padded to a multiple of 8 */

/* What follows each other in memory: the object with its counters, then for each queue an instance
   with its name and its values. Each part is a multiple of 8 bytes long. */
typedef struct QUEUE_OBJECT {
  PERF_OBJECT_TYPE object;
  PERF_COUNTER_DEFINITION depth;
  PERF_COUNTER_DEFINITION jobs;
} QUEUE_OBJECT;

typedef struct QUEUE_VALUES {
  PERF_COUNTER_BLOCK block;
  DWORD depth;
  ULONGLONG jobs;
} QUEUE_VALUES;

typedef struct QUEUE_INSTANCE {
  PERF_INSTANCE_DEFINITION instance;
  WCHAR name[NAME_ROOM / sizeof(WCHAR)];
  QUEUE_VALUES values;
} QUEUE_INSTANCE;

static const char* const kNames[DISQUE_QUEUES] = {"Mail", "Print"};

static DISQUE_SHARED* shared; /* NULL: the application has not run yet */
static DWORD first_counter;   /* the index of the object's name */
static DWORD first_help;

static int read_number(HKEY key, const char* name, DWORD* number) {
  DWORD size = sizeof(*number);
  return RegQueryValueExA(key, name, NULL, NULL, (LPBYTE)number, &size) == ERROR_SUCCESS;
}

/* lodctr wrote the first index of the names and of the help texts. */
static LONG read_indices(void) {
  HKEY key;
  const LONG status =
      RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SYSTEM\\CurrentControlSet\\Services\\Disque\\Performance",
                    0, KEY_READ, &key);
  if (status != ERROR_SUCCESS) return status;
  const int found = read_number(key, "First Counter", &first_counter) &&
                    read_number(key, "First Help", &first_help);
  RegCloseKey(key);
  return found ? ERROR_SUCCESS : ERROR_FILE_NOT_FOUND;
}

/* Called once, before the first collection. An error is tried again later. */
EXPORT DWORD WINAPI OpenDisque(LPWSTR context) {
  (void)context;
  return (DWORD)read_indices();
}

/* Whether a word of the query is this text of ASCII, in upper or lower case. */
static int is_word(const WCHAR* word, size_t length, const char* text) {
  if (strlen(text) != length) return 0;
  for (size_t i = 0; i < length; ++i) {
    const unsigned unit = word[i];
    const unsigned small = unit >= 'A' && unit <= 'Z' ? unit + 32 : unit;
    if (small != (unsigned char)text[i]) return 0;
  }
  return 1;
}

static int is_index(const WCHAR* word, size_t length, DWORD index) {
  ULONGLONG number = 0;
  for (size_t i = 0; i < length; ++i) {
    if (word[i] < '0' || word[i] > '9' || number > 0xFFFFFFFFu) return 0;
    number = number * 10 + (ULONGLONG)(word[i] - '0');
  }
  return length > 0 && number == index;
}

/* Whole words count: a query for 23 is none for 238. */
static int is_asked_for(const WCHAR* query) {
  if (query == NULL || *query == 0) return 1;
  for (int is_first = 1;; is_first = 0) {
    size_t length = 0;
    while (query[length] != 0 && query[length] != ' ') ++length;
    if (is_first && is_word(query, length, "global")) return 1;
    if (is_index(query, length, first_counter + DISQUE_OBJECT)) return 1;
    query += length;
    if (*query == 0) return 0;
    ++query;
  }
}

static PERF_COUNTER_DEFINITION counter(DWORD symbol, DWORD type, DWORD size, size_t offset) {
  PERF_COUNTER_DEFINITION it;
  memset(&it, 0, sizeof(it));
  it.ByteLength = sizeof(it);
  it.CounterNameTitleIndex = first_counter + symbol;
  it.CounterHelpTitleIndex = first_help + symbol;
  it.DetailLevel = PERF_DETAIL_NOVICE;
  it.CounterType = type;
  it.CounterSize = size;
  it.CounterOffset = (DWORD)offset; /* from the start of the counter block */
  return it;
}

static void write_object(QUEUE_OBJECT* to, DWORD total, DWORD instances) {
  memset(to, 0, sizeof(*to));
  to->object.TotalByteLength = total;
  to->object.DefinitionLength = sizeof(QUEUE_OBJECT);
  to->object.HeaderLength = sizeof(PERF_OBJECT_TYPE);
  to->object.ObjectNameTitleIndex = first_counter + DISQUE_OBJECT;
  to->object.ObjectHelpTitleIndex = first_help + DISQUE_OBJECT;
  to->object.DetailLevel = PERF_DETAIL_NOVICE;
  to->object.NumCounters = 2;
  to->object.NumInstances = (LONG)instances;
  to->depth =
      counter(DISQUE_DEPTH, PERF_COUNTER_RAWCOUNT, sizeof(DWORD), offsetof(QUEUE_VALUES, depth));
  to->jobs = counter(DISQUE_JOBS, PERF_COUNTER_BULK_COUNT, sizeof(ULONGLONG),
                     offsetof(QUEUE_VALUES, jobs));
}

static void write_instance(QUEUE_INSTANCE* to, const char* name,
                           const volatile DISQUE_QUEUE* queue) {
  size_t length = 0;
  memset(to, 0, sizeof(*to));
  for (; name[length] != 0; ++length) to->name[length] = (WCHAR)name[length];
  to->instance.ByteLength = offsetof(QUEUE_INSTANCE, values);
  to->instance.UniqueID = PERF_NO_UNIQUE_ID;
  to->instance.NameOffset = offsetof(QUEUE_INSTANCE, name);
  to->instance.NameLength = (DWORD)((length + 1) * sizeof(WCHAR));
  to->values.block.ByteLength = sizeof(QUEUE_VALUES);
  to->values.depth = queue->depth;
  to->values.jobs = queue->finished;
}

/* Writes the object to *data, where *size bytes are free, or says that this is too little. It only
   reads: a collection must change nothing. */
EXPORT DWORD WINAPI CollectDisque(LPWSTR query, LPVOID* data, LPDWORD size, LPDWORD objects) {
  if (shared == NULL) shared = map_disque(0); /* the application may start after its module */
  const DWORD queues = shared == NULL ? 0 : DISQUE_QUEUES;
  const DWORD needed = (DWORD)(sizeof(QUEUE_OBJECT) + queues * sizeof(QUEUE_INSTANCE));
  const DWORD room = *size;
  *size = 0;
  *objects = 0;
  if (!is_asked_for(query)) return ERROR_SUCCESS;
  if (room < needed) return ERROR_MORE_DATA;
  BYTE* const start = (BYTE*)*data;
  write_object((QUEUE_OBJECT*)start, needed, queues);
  QUEUE_INSTANCE* const instances = (QUEUE_INSTANCE*)(start + sizeof(QUEUE_OBJECT));
  for (DWORD i = 0; i < queues; ++i) {
    write_instance(&instances[i], kNames[i], &shared->queues[i]);
  }
  *data = start + needed;
  *size = needed;
  *objects = 1;
  return ERROR_SUCCESS;
}

EXPORT DWORD WINAPI CloseDisque(void) {
  shared = NULL;
  return ERROR_SUCCESS;
}
