// A module of the tests that keeps the contract: procedures OpenDisque, CollectDisque, CloseDisque,
// and the old QueryDisque. Its First Counter is the number in Open's context, or 1848. The queue
// "mail" has a job more at each collection.
#include <stdio.h>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/testing/providers/disque_queues.h"

namespace {

DWORD first_counter = 1848;
DWORD opened = 0;
DWORD collections = 0;

DWORD number_at(const WCHAR*& text) {
  DWORD number = 0;
  while (*text >= u'0' && *text <= u'9') number = number * 10 + DWORD{*text++} - u'0';
  return number;
}

bool is_global(const WCHAR* name) {
  const char* global = "Global";
  while (*global != 0 && (*name | 0x20) == (*global | 0x20)) ++name, ++global;
  return *name == 0 && *global == 0;
}

// Whether a value name asks for the object: by its index, or for everything.
bool asks(const WCHAR* name) {
  if (name == nullptr || *name == 0 || is_global(name)) return true;
  while (*name != 0) {
    if (*name < u'0' || *name > u'9') {
      ++name;
    } else if (number_at(name) == first_counter) {
      return true;
    }
  }
  return false;
}

DWORD nothing(LPDWORD bytes, LPDWORD objects, DWORD code) {
  *bytes = 0;
  *objects = 0;
  return code;
}

DWORD write_object(LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  if (*bytes < sizeof(DISQUE_OBJECT)) return nothing(bytes, objects, ERROR_MORE_DATA);
  ++collections;
  const DISQUE_QUEUE queues[2] = {{"mail", 3, collections}, {"print", 0, 7}};
  DisqueFill(static_cast<DISQUE_OBJECT*>(*data), first_counter, queues);
  *data = static_cast<BYTE*>(*data) + sizeof(DISQUE_OBJECT);
  *bytes = sizeof(DISQUE_OBJECT);
  *objects = 1;
  return ERROR_SUCCESS;
}

}  // namespace

extern "C" {

DWORD WINAPI OpenDisque(LPWSTR context) {
  first_counter = DisqueFirstCounter(context);
  ++opened;
  printf("opened %u\n", first_counter);
  return ERROR_SUCCESS;
}

DWORD WINAPI CollectDisque(LPWSTR name, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  if (opened == 0 || !asks(name)) return nothing(bytes, objects, ERROR_SUCCESS);
  return write_object(data, bytes, objects);
}

DWORD WINAPI QueryDisque(LPDWORD ids, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  if (ids[0] == PERF_QUERY_GLOBAL) return write_object(data, bytes, objects);
  for (const DWORD* id = ids + 1; ids[0] == PERF_QUERY_OBJECTS && *id != 0; ++id) {
    if (*id == first_counter) return write_object(data, bytes, objects);
  }
  return nothing(bytes, objects, ERROR_SUCCESS);
}

DWORD WINAPI CloseDisque() {
  --opened;
  printf("closed %u\n", opened);
  return ERROR_SUCCESS;
}

}  // extern "C"
