// Procedures of the tests that keep the contract but for one clause each, for `perflib provider
// test`: the object of disque.cc, with the first index that such a test gives.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/testing/providers/disque_queues.h"

namespace {

constexpr DWORD kFirst = 200000;

bool is_number(const WCHAR* text, DWORD number) {
  DWORD found = 0;
  const WCHAR* at = text;
  for (; *at >= u'0' && *at <= u'9'; ++at) found = found * 10 + DWORD{*at} - u'0';
  return at != text && (*at == 0 || *at == u' ') && found == number;
}

bool is_general(const WCHAR* query) {
  return query == nullptr || *query == 0 || (*query | 0x20) == u'g';
}

bool asks(const WCHAR* query) {
  if (is_general(query)) return true;
  for (const WCHAR* at = query; *at != 0; ++at) {
    if ((at == query || at[-1] == u' ') && is_number(at, kFirst)) return true;
  }
  return false;
}

DWORD nothing(LPDWORD bytes, LPDWORD objects, DWORD code) {
  *bytes = 0;
  *objects = 0;
  return code;
}

DISQUE_OBJECT good_object() {
  const DISQUE_QUEUE queues[2] = {{"mail", 3, 100}, {"print", 0, 7}};
  DISQUE_OBJECT object;
  DisqueFill(&object, kFirst, queues);
  return object;
}

DWORD write(const DISQUE_OBJECT& object, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  memcpy(*data, &object, sizeof object);
  *data = static_cast<BYTE*>(*data) + sizeof object;
  *bytes = sizeof object;
  *objects = 1;
  return ERROR_SUCCESS;
}

// As a module that keeps the contract, with another object.
DWORD answer(const DISQUE_OBJECT& object, const WCHAR* query, LPVOID* data, LPDWORD bytes,
             LPDWORD objects) {
  if (!asks(query)) return nothing(bytes, objects, ERROR_SUCCESS);
  if (*bytes < sizeof object) return nothing(bytes, objects, ERROR_MORE_DATA);
  return write(object, data, bytes, objects);
}

void* waits(void*) {
  for (;;) pause();
}

void* volatile kept = nullptr;  // of what leaks, only the last
int opened = 0;
int calls = 0;

}  // namespace

// The parameters of Collect.
#define COLLECT(name) DWORD WINAPI name(LPWSTR query, LPVOID* data, LPDWORD bytes, LPDWORD objects)
// A Collect that does something to an otherwise good object.
#define SPOIL(name, statement)                          \
  COLLECT(name) {                                       \
    DISQUE_OBJECT object = good_object();               \
    ++calls;                                            \
    statement;                                          \
    return answer(object, query, data, bytes, objects); \
  }

extern "C" {

DWORD WINAPI OpenDisque(LPWSTR) { return ERROR_SUCCESS; }
DWORD WINAPI OpenOnce(LPWSTR) { return ++opened == 1 ? ERROR_SUCCESS : ERROR_ACCESS_DENIED; }
DWORD WINAPI OpenFails(LPWSTR) { return ERROR_ACCESS_DENIED; }
DWORD WINAPI CloseDisque() { return ERROR_SUCCESS; }
DWORD WINAPI CloseFails() { return ERROR_ACCESS_DENIED; }

// What it does to memory, descriptors and time.
SPOIL(CollectWell, )
SPOIL(CollectLeaksHeap, kept = calloc(1, 100))
SPOIL(CollectLeaksDescriptors, open("/dev/null", O_RDONLY))
SPOIL(CollectLeaksMappings, mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
SPOIL(CollectLeaksThreads, pthread_t thread; pthread_create(&thread, nullptr, waits, nullptr))
SPOIL(CollectHangs, waits(nullptr))
SPOIL(CollectIsSlow, if (calls == 1) usleep(600'000))
SPOIL(CollectCrashes, abort())

// What it writes.
SPOIL(CollectOtherIndex, object.object.ObjectNameTitleIndex = 238)
SPOIL(CollectOtherCounter, object.depth.CounterNameTitleIndex = kFirst + 100)
SPOIL(CollectOtherType, object.depth.CounterType = 0x12345678)
SPOIL(CollectOtherSize, object.jobs.CounterType = PERF_COUNTER_COUNTER)
SPOIL(CollectNoBase, object.depth.CounterType = PERF_RAW_FRACTION)
SPOIL(CollectChanges, object.depth.DefaultScale = calls % 2)
SPOIL(CollectResets, object.instances[0].jobs = calls % 2 == 0 ? 1 : 100)
SPOIL(CollectTwins, object.instances[1].definition.UniqueID = PERF_NO_UNIQUE_ID;
      memcpy(object.instances[1].name, object.instances[0].name, sizeof object.instances[0].name);
      object.instances[1].definition.NameLength = object.instances[0].definition.NameLength)
SPOIL(CollectOrphans, object.instances[0].definition.ParentObjectTitleIndex = 230)
SPOIL(CollectLong, object.object.TotalByteLength += 8)

// How it answers.
COLLECT(CollectIgnoresRoom) {
  if (!asks(query)) return nothing(bytes, objects, ERROR_SUCCESS);
  return write(good_object(), data, bytes, objects);
}
COLLECT(CollectLeavesNumbers) {
  if (asks(query) && *bytes < sizeof(DISQUE_OBJECT)) return ERROR_MORE_DATA;
  return answer(good_object(), query, data, bytes, objects);
}
COLLECT(CollectMovesPointer) {
  const DWORD code = answer(good_object(), query, data, bytes, objects);
  if (code == ERROR_MORE_DATA) *data = static_cast<BYTE*>(*data) + sizeof(DISQUE_OBJECT);
  return code;
}
COLLECT(CollectRefusesExact) {
  if (asks(query) && *bytes == sizeof(DISQUE_OBJECT)) {
    return nothing(bytes, objects, ERROR_MORE_DATA);
  }
  return answer(good_object(), query, data, bytes, objects);
}
COLLECT(CollectNeverEnough) { return nothing(bytes, objects, ERROR_MORE_DATA); }
COLLECT(CollectFails) { return nothing(bytes, objects, ERROR_ACCESS_DENIED); }
COLLECT(CollectCountsTwo) {
  const DWORD code = answer(good_object(), query, data, bytes, objects);
  *objects *= 2;
  return code;
}
COLLECT(CollectAlways) { return answer(good_object(), nullptr, data, bytes, objects); }
COLLECT(CollectNoIndices) {
  if (!is_general(query)) return nothing(bytes, objects, ERROR_SUCCESS);
  return answer(good_object(), query, data, bytes, objects);
}

}  // extern "C"
