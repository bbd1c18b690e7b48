// Procedures of the tests that do not return, and those whose answers are wrong in what they say:
// the others that break the contract are in faults.cc, and what a module may not do is in
// intruder.cc. DllMain has the vice that the name of the library's file says.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <string>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/testing/providers/disque_queues.h"

namespace {

DWORD first_counter = 0;
std::string context;
DWORD collections = 0;

[[noreturn]] void hang() {
  for (;;) pause();
}

void crash() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

DISQUE_OBJECT good_object() {
  const DISQUE_QUEUE queues[2] = {{"mail", 3, ++collections}, {"print", 0, 7}};
  DISQUE_OBJECT object;
  DisqueFill(&object, first_counter, queues);
  return object;
}

DWORD write(const DISQUE_OBJECT& object, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  memcpy(*data, &object, sizeof object);
  *data = static_cast<BYTE*>(*data) + sizeof object;
  *bytes = sizeof object;
  *objects = 1;
  return ERROR_SUCCESS;
}

// The errno of opening the file that Open's context names, or 0, as the number of no objects.
DWORD count_error_of_opening(LPDWORD bytes, LPDWORD objects) {
  const int fd = open(context.c_str(), O_RDONLY | O_CLOEXEC);
  *bytes = 0;
  *objects = fd < 0 ? static_cast<DWORD>(errno) : 0;
  if (fd >= 0) close(fd);
  return ERROR_SUCCESS;
}

}  // namespace

// The parameters of Collect.
#define COLLECT(name) DWORD WINAPI name(LPWSTR, LPVOID* data, LPDWORD bytes, LPDWORD objects)

extern "C" {

BOOL WINAPI DllMain(void*, DWORD, LPVOID) {
  Dl_info library{};
  dladdr(reinterpret_cast<void*>(&DllMain), &library);
  if (strstr(library.dli_fname, "attaching_crashes") != nullptr) crash();
  if (strstr(library.dli_fname, "attaching_hangs") != nullptr) hang();
  return 1;
}

DWORD WINAPI OpenVice(LPWSTR text) {
  first_counter = DisqueFirstCounter(text);
  for (; text != nullptr && *text != 0; ++text) context += static_cast<char>(*text);
  return ERROR_SUCCESS;
}
DWORD WINAPI OpenHangs(LPWSTR) { hang(); }
DWORD WINAPI CloseHangs() { hang(); }
DWORD WINAPI CloseCrashes() { return crash(), ERROR_SUCCESS; }

COLLECT(CollectWell) { return write(good_object(), data, bytes, objects); }
COLLECT(CollectHangs) { hang(); }
COLLECT(CollectLoops) {
  volatile bool goes_on = true;
  while (goes_on) {
  }
  return ERROR_SUCCESS;
}
COLLECT(CollectCountsTwo) {
  write(good_object(), data, bytes, objects);
  *objects = 2;
  return ERROR_SUCCESS;
}
COLLECT(CollectWrongLength) {
  DISQUE_OBJECT object = good_object();
  object.object.TotalByteLength += 8;
  return write(object, data, bytes, objects);
}
COLLECT(CollectProcessor) {
  DISQUE_OBJECT object = good_object();
  object.object.ObjectNameTitleIndex = 238;
  return write(object, data, bytes, objects);
}
COLLECT(CollectNextService) {
  DISQUE_OBJECT object = good_object();
  object.object.ObjectNameTitleIndex += 6;
  return write(object, data, bytes, objects);
}
COLLECT(CollectOrphan) {
  DISQUE_OBJECT object = good_object();
  object.instances[1].definition.ParentObjectTitleIndex = first_counter + DISQUE_JOBS;
  return write(object, data, bytes, objects);
}
// From the second answer on, a number of 4 bytes is a rate.
COLLECT(CollectChanges) {
  DISQUE_OBJECT object = good_object();
  if (collections > 1) object.depth.CounterType = PERF_COUNTER_COUNTER;
  return write(object, data, bytes, objects);
}
// Four of them are more than the limit of the test.
COLLECT(CollectLeaks) {
  char* volatile lost = new char[16 << 20];
  lost[0] = 1;
  return write(good_object(), data, bytes, objects);
}
COLLECT(CollectFloods) {
  for (int line = 0; line < 100000; ++line) printf("line %d of the flood\n", line);
  return write(good_object(), data, bytes, objects);
}
COLLECT(CollectReadsNamed) { return count_error_of_opening(bytes, objects); }

}  // extern "C"
