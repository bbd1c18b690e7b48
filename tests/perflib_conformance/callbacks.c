#define _DEFAULT_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include <winreg.h>

#include "reader.h"

/* One call: its request, and what the buffer says. */
typedef struct Call {
  ULONG code;
  ULONG size;
  unsigned char buffer[1024];
  pthread_t thread;
} Call;

/* The calls of a provider, and what it returns to each request. Reading waits for the callbacks, so
   that nobody else uses this meanwhile. */
typedef struct Calls {
  Call all[32];
  int count;
  ULONG results[10];   /* by request */
  void (*work)(ULONG); /* what a call does besides; NULL: nothing */
} Calls;
static Calls calls;
static Calls calls_of_another;

static ULONG note(Calls* noted, ULONG code, const void* buffer, ULONG size) {
  Call* const call = &noted->all[noted->count < 31 ? noted->count++ : 31];
  call->code = code;
  call->size = size;
  call->thread = pthread_self();
  if (size <= sizeof call->buffer) memcpy(call->buffer, buffer, size);
  if (noted->work != NULL) noted->work(code);
  return code < 10 ? noted->results[code] : 0;
}
static ULONG WINAPI note_call(ULONG code, PVOID buffer, ULONG size) {
  return note(&calls, code, buffer, size);
}
static ULONG WINAPI note_call_of_another(ULONG code, PVOID buffer, ULONG size) {
  return note(&calls_of_another, code, buffer, size);
}

/* The requests since the last time, as "1 5 6". */
static const char* take_calls(Calls* noted) {
  static char text[128];
  text[0] = 0;
  for (int i = 0; i < noted->count; ++i) {
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, i == 0 ? "%u" : " %u",
             (unsigned)noted->all[i].code);
  }
  noted->count = 0;
  return text;
}

static HANDLE provider;
static PERF_COUNTERSET_INSTANCE* laser;

static HANDLE started_with(PERFLIBREQUEST callback) {
  GUID guid = guid_of(0);
  HANDLE started = NULL;
  EXPECT_EQ(PerfStartProvider(&guid, callback, &started), ERROR_SUCCESS);
  Template jobs = jobs_template(PERF_COUNTERSET_MULTI_INSTANCES);
  EXPECT_EQ(describe(started, &jobs), ERROR_SUCCESS);
  return started;
}

static void begin(void) {
  memset(&calls, 0, sizeof calls);
  memset(&calls_of_another, 0, sizeof calls_of_another);
  provider = started_with(note_call);
  laser = created(provider, JOBS, WIDE("Laser"), 0);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, WAITING, 42), ERROR_SUCCESS);
}

/* Whether the text of a buffer is the machine's name. */
static void expect_machine(const unsigned char* at, size_t size) {
  char machine[256] = "", text[256];
  EXPECT_EQ(gethostname(machine, sizeof machine - 1), 0);
  narrow(at, size, text, sizeof text);
  EXPECT_TEXT(text, machine);
}

static void collection_begins_and_ends(void) {
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("*"));
  (void)take_calls(&calls);
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#0 42]");
  EXPECT_TEXT(take_calls(&calls), "5 6");
  close_query(query);
  stop(provider);
}

static void enumeration_is_a_request(void) {
  begin();
  EXPECT_TEXT(text_of_instances(JOBS), "Laser#0");
  EXPECT_TEXT(take_calls(&calls), "3");
  stop(provider);
}

static void machine_in_the_buffer(void) {
  char machine[256] = "";
  EXPECT_EQ(gethostname(machine, sizeof machine - 1), 0);
  begin();
  EXPECT_TEXT(read_once(JOBS, WAITING, WIDE("*")), "4/0 [Laser#0 42]");
  EXPECT_TEXT(text_of_instances(JOBS), "Laser#0");
  for (int i = 0; i < calls.count; ++i) {
    if (calls.all[i].code == PERF_ADD_COUNTER || calls.all[i].code == PERF_REMOVE_COUNTER) continue;
    EXPECT_EQ(calls.all[i].size, 2 * (strlen(machine) + 1));
    expect_machine(calls.all[i].buffer, calls.all[i].size);
  }
  EXPECT_TEXT(take_calls(&calls), "1 5 6 2 3");
  stop(provider);
}

/* What a call says of the counter that is added or removed. */
static void expect_identity(const Call* call, ULONG code, ULONG counter, ULONG id,
                            const char* name) {
  char text[256];
  const GUID jobs = guid_of(JOBS);
  PERF_COUNTER_IDENTITY identity;
  memcpy(&identity, call->buffer, sizeof identity);
  EXPECT_EQ(call->code, code);
  EXPECT_EQ(memcmp(&identity.CounterSetGuid, &jobs, sizeof jobs), 0);
  EXPECT_EQ(identity.BufferSize, call->size);
  EXPECT_EQ(identity.CounterId, counter);
  EXPECT_EQ(identity.InstanceId, id);
  EXPECT_EQ(identity.Reserved, 0);
  EXPECT(identity.MachineOffset < call->size && identity.NameOffset < call->size);
  expect_machine(call->buffer + identity.MachineOffset, call->size - identity.MachineOffset);
  narrow(call->buffer + identity.NameOffset, call->size - identity.NameOffset, text, sizeof text);
  EXPECT_TEXT(text, name);
}

static void counters_are_added_and_removed(void) {
  const GUID jobs = guid_of(JOBS);
  begin();
  HANDLE const query = opened_query();
  Block block = block_of(&jobs, WAITING, WIDE("L*r"));
  block.identifier.InstanceId = 7;
  EXPECT_EQ(added(query, block), ERROR_SUCCESS);
  EXPECT_EQ(calls.count, 1);
  expect_identity(&calls.all[0], PERF_ADD_COUNTER, WAITING, 7, "L*r");
  EXPECT_EQ(removed(query, block), ERROR_SUCCESS);
  EXPECT_EQ(calls.count, 2);
  expect_identity(&calls.all[1], PERF_REMOVE_COUNTER, WAITING, 7, "L*r");
  close_query(query);
  EXPECT_EQ(calls.count, 2);
  stop(provider);
}

static void all_counters_of_all_instances(void) {
  begin();
  HANDLE const query = query_of(JOBS, ANY, WIDE("*"));
  EXPECT_EQ(calls.count, 1);
  expect_identity(&calls.all[0], PERF_ADD_COUNTER, PERF_WILDCARD_COUNTER, ANY, "*");
  close_query(query);
  stop(provider);
}

static void closed_query_removes(void) {
  begin();
  close_query(query_of(JOBS, WAITING, WIDE("*")));
  EXPECT_TEXT(take_calls(&calls), "1 2");
  stop(provider);
}

static void thread_of_the_callback(void) {
  begin();
  EXPECT_TEXT(text_of_instances(JOBS), "Laser#0");
  EXPECT_EQ(calls.count, 1);
  EXPECT(!pthread_equal(calls.all[0].thread, pthread_self()));
  stop(provider);
}

static void count_up(ULONG code) {
  if (code != PERF_COLLECT_START) return;
  (void)PerfIncrementULongCounterValue(provider, laser, WAITING, 1);
}
static void create_another(ULONG code) {
  if (code == PERF_ENUM_INSTANCES) (void)created(provider, JOBS, WIDE("Ink"), 1);
}

static void callback_comes_first(void) {
  begin();
  calls.work = count_up;
  EXPECT_READ(JOBS, WAITING, WIDE("*"), "4/0 [Laser#0 43]");
  calls.work = create_another;
  EXPECT_TEXT(text_of_instances(JOBS), "Laser#0 Ink#1");
  stop(provider);
}

static void errors_reach_the_consumer(void) {
  const GUID jobs = guid_of(JOBS);
  begin();
  calls.results[PERF_ENUM_INSTANCES] = 1234;
  EXPECT_TEXT(text_of_instances(JOBS), "1234");
  HANDLE const query = opened_query();
  calls.results[PERF_ADD_COUNTER] = 2345;
  EXPECT_EQ(added(query, block_of(&jobs, WAITING, WIDE("*"))), 2345);
  EXPECT_TEXT(text_of_reply(query), "");
  calls.results[PERF_ADD_COUNTER] = 0;
  EXPECT_EQ(added(query, block_of(&jobs, WAITING, WIDE("*"))), ERROR_SUCCESS);
  calls.results[PERF_COLLECT_START] = 3456;
  EXPECT_TEXT(text_of_reply(query), "0/3456");
  close_query(query);
  stop(provider);
}

static void errors_that_are_ignored(void) {
  begin();
  calls.results[PERF_REMOVE_COUNTER] = 1234;
  calls.results[PERF_COLLECT_END] = 1234;
  HANDLE const query = query_of(JOBS, WAITING, WIDE("*"));
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#0 42]");
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#0 42]");
  close_query(query);
  stop(provider);
}

static int released[2];

static void wait_for_release(ULONG code) {
  char byte = 0;
  if (code == PERF_COLLECT_START) EXPECT_EQ(read(released[0], &byte, 1), 1);
}

/* The callback returns only after the consumer, whose patience has an end. */
static void late_results_are_ignored(void) {
  const char byte = 0;
  EXPECT_EQ(pipe(released), 0);
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("*"));
  calls.results[PERF_COLLECT_START] = 1234;
  calls.work = wait_for_release;
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#0 42]");
  EXPECT_EQ(write(released[1], &byte, 1), 1);
  close_query(query);
  stop(provider);
  close(released[0]);
  close(released[1]);
}

static void later_provider_hears_what_is_read(void) {
  begin();
  HANDLE const query = query_of(JOBS, WAITING, WIDE("L*"));
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#0 42]");
  HANDLE const another = started_with(note_call_of_another);
  EXPECT_TEXT(text_of_reply(query), "4/0 [Laser#0 42]");
  expect_identity(&calls_of_another.all[0], PERF_ADD_COUNTER, WAITING, ANY, "L*");
  EXPECT_TEXT(take_calls(&calls_of_another), "1 5 6");
  close_query(query);
  EXPECT_TEXT(take_calls(&calls_of_another), "2");
  stop(another);
  stop(provider);
}

static void reader_of_the_registry(void) {
  static BYTE block[4u << 20];
  DWORD size = (DWORD)sizeof block;
  begin();
  EXPECT_EQ(RegQueryValueExW(HKEY_PERFORMANCE_DATA, WIDE("Global"), NULL, NULL, block, &size),
            ERROR_SUCCESS);
  expect_identity(&calls.all[0], PERF_ADD_COUNTER, PERF_WILDCARD_COUNTER, ANY, "*");
  EXPECT_TEXT(take_calls(&calls), "1 5 6");
  EXPECT_EQ(RegCloseKey(HKEY_PERFORMANCE_DATA), ERROR_SUCCESS);
  EXPECT_TEXT(take_calls(&calls), "2");
  stop(provider);
}

static ULONG code_of_stop;

static void stop_provider(ULONG code) {
  if (code == PERF_COLLECT_START) code_of_stop = PerfStopProvider(provider);
}

static void stop_in_its_own_callback(void) {
  begin();
  calls.work = stop_provider;
  EXPECT_READ(JOBS, WAITING, WIDE("*"), "4/0 [Laser#0 42]");
  EXPECT_EQ(code_of_stop, ERROR_POSSIBLE_DEADLOCK);
  calls.work = NULL;
  stop(provider);
}

static int running[2];
static int has_seen_the_end;

/* Runs until its handle is closed, and a while longer. */
static void run_until_closed(ULONG code) {
  const GUID jobs = guid_of(JOBS);
  const char byte = 0;
  if (code != PERF_ENUM_INSTANCES) return;
  EXPECT_EQ(write(running[1], &byte, 1), 1);
  do {
    (void)PerfQueryInstance(provider, &jobs, WIDE("none"), 0);
  } while (GetLastError() != ERROR_INVALID_HANDLE);
  has_seen_the_end = 1;
}

static void* enumerate(void* unused) {
  (void)text_of_instances(JOBS);
  return unused;
}

static void stop_waits_for_callbacks(void) {
  pthread_t reader;
  char byte = 0;
  EXPECT_EQ(pipe(running), 0);
  has_seen_the_end = 0;
  begin();
  calls.work = run_until_closed;
  EXPECT_EQ(pthread_create(&reader, NULL, enumerate, NULL), 0);
  EXPECT_EQ(read(running[0], &byte, 1), 1);
  stop(provider);
  EXPECT_EQ(has_seen_the_end, 1);
  EXPECT_EQ(pthread_join(reader, NULL), 0);
  close(running[0]);
  close(running[1]);
}

static void numbers_of_requests(void) {
  EXPECT_EQ(PERF_ADD_COUNTER, 1);
  EXPECT_EQ(PERF_REMOVE_COUNTER, 2);
  EXPECT_EQ(PERF_ENUM_INSTANCES, 3);
  EXPECT_EQ(PERF_COLLECT_START, 5);
  EXPECT_EQ(PERF_COLLECT_END, 6);
  EXPECT_EQ(PERF_FILTER, 9);
}

static const Promise promises[] = {
    {"the requests are 1, 2, 3, 5 and 6; 9 is a name only", numbers_of_requests},
    {"a collection calls with PERF_COLLECT_START, and after reading with PERF_COLLECT_END",
     collection_begins_and_ends},
    {"PerfEnumerateCounterSetInstances calls with PERF_ENUM_INSTANCES", enumeration_is_a_request},
    {"the buffer of these three is the machine's name with its NUL", machine_in_the_buffer},
    {"PerfAddCounters and PerfDeleteCounters call with a PERF_COUNTER_IDENTITY before they return",
     counters_are_added_and_removed},
    {"the identity may have all counters of all instances", all_counters_of_all_instances},
    {"PerfCloseQueryHandle removes what the query has", closed_query_removes},
    {"a callback runs in a thread of the provider's library", thread_of_the_callback},
    {"a callback runs before the consumer's call reads", callback_comes_first},
    {"errors of PERF_ADD_COUNTER, PERF_ENUM_INSTANCES and PERF_COLLECT_START reach the consumer",
     errors_reach_the_consumer},
    {"errors of PERF_REMOVE_COUNTER and PERF_COLLECT_END are ignored", errors_that_are_ignored},
    {"a callback that takes more than a second is not waited for, and its result is ignored",
     late_results_are_ignored},
    {"a provider that starts later is called with what running queries read, before it is read",
     later_provider_hears_what_is_read},
    {"a reader of HKEY_PERFORMANCE_DATA reads all counters of all instances, until it closes",
     reader_of_the_registry},
    {"PerfStopProvider in a callback of the provider is 1131", stop_in_its_own_callback},
    {"PerfStopProvider waits for a callback that runs", stop_waits_for_callbacks},
};
CHAPTER(callbacks, "Callbacks")
