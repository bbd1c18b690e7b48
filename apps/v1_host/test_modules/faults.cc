// Procedures of the tests that break the contract, a kind each: wrong answers, and ends of all
// sorts.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <stdexcept>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winperf.h"

namespace {

// `size` bytes, as a well-behaved module reports them.
DWORD write(LPVOID* data, LPDWORD bytes, LPDWORD objects, DWORD size) {
  memset(*data, 0x11, size);
  *data = static_cast<BYTE*>(*data) + size;
  *bytes = size;
  *objects = 1;
  return ERROR_SUCCESS;
}

void crash() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

}  // namespace

// The parameters of Collect.
#define COLLECT(name) DWORD WINAPI name(LPWSTR text, LPVOID* data, LPDWORD bytes, LPDWORD objects)

extern "C" {

DWORD WINAPI OpenWell(LPWSTR) { return ERROR_SUCCESS; }
DWORD WINAPI OpenCrashes(LPWSTR) { return crash(), ERROR_SUCCESS; }
DWORD WINAPI OpenFails(LPWSTR) { return ERROR_ACCESS_DENIED; }
DWORD WINAPI OpenThrows(LPWSTR) { throw std::runtime_error("no queue server"); }
DWORD WINAPI CloseCrashes() { return crash(), ERROR_SUCCESS; }
DWORD WINAPI CloseThrows() { throw std::runtime_error("cannot close"); }

COLLECT(CollectWell) { return write(data, bytes, objects, 64); }
COLLECT(CollectCrashes) { return crash(), write(data, bytes, objects, 64); }
COLLECT(CollectThrows) { throw std::runtime_error("no queues"); }
COLLECT(CollectThrowsNumber) { throw 5; }
COLLECT(CollectAborts) { abort(); }
COLLECT(CollectExits) { exit(0); }
COLLECT(CollectFails) { return ERROR_ACCESS_DENIED; }
COLLECT(CollectUnaligned) { return write(data, bytes, objects, 60); }
COLLECT(CollectOverrunsFar) { return write(data, bytes, objects, *bytes + 2048); }
COLLECT(CollectReportsMore) {
  const DWORD space = *bytes;
  write(data, bytes, objects, 64);
  *bytes = space + 8;
  return ERROR_SUCCESS;
}
COLLECT(CollectWrongPointer) {
  write(data, bytes, objects, 64);
  *data = static_cast<BYTE*>(*data) + 8;
  return ERROR_SUCCESS;
}
COLLECT(CollectOverruns) {
  static_cast<BYTE*>(*data)[*bytes] = 1;
  return write(data, bytes, objects, 64);
}
COLLECT(CollectUnderruns) {
  static_cast<BYTE*>(*data)[-1] = 1;
  return write(data, bytes, objects, 64);
}
COLLECT(CollectWantsMore) {
  *bytes = 0;
  *objects = 0;
  return ERROR_MORE_DATA;
}
COLLECT(CollectNeeds1000) {
  if (*bytes < 1000) return CollectWantsMore(text, data, bytes, objects);
  return write(data, bytes, objects, 1000);
}
// Descriptors 0 to 63, which are all that there can be.
COLLECT(CollectClosesAll) {
  for (int fd = 0; fd < 64; ++fd) close(fd);
  return write(data, bytes, objects, 64);
}

}  // extern "C"
