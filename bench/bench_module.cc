// A performance module for benches: 50 instances of 10 counters; CollectWaits has them after 5 ms.
// Its First Counter is the number in Open's context.
#include <time.h>

#include <cstring>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winperf.h"

namespace {

constexpr DWORD kCounters = 10;
constexpr DWORD kInstances = 50;
constexpr DWORD kNameUnits = 12;

struct Instance {
  PERF_INSTANCE_DEFINITION definition;
  WCHAR name[kNameUnits];
  PERF_COUNTER_BLOCK block;
  DWORD values[kCounters + 1];
};
struct Object {
  PERF_OBJECT_TYPE object;
  PERF_COUNTER_DEFINITION counters[kCounters];
  Instance instances[kInstances];
};
static_assert(sizeof(Instance) % 8 == 0 && sizeof(Object) % 8 == 0);

DWORD first_counter = 0;

void fill_definitions(Object& to) {
  to.object.TotalByteLength = sizeof(Object);
  to.object.DefinitionLength = sizeof(PERF_OBJECT_TYPE) + sizeof(to.counters);
  to.object.HeaderLength = sizeof(PERF_OBJECT_TYPE);
  to.object.ObjectNameTitleIndex = first_counter;
  to.object.ObjectHelpTitleIndex = first_counter + 1;
  to.object.NumCounters = kCounters;
  to.object.NumInstances = kInstances;
  for (DWORD i = 0; i < kCounters; ++i) {
    PERF_COUNTER_DEFINITION& counter = to.counters[i];
    counter.ByteLength = sizeof(counter);
    counter.CounterNameTitleIndex = first_counter + 2 * (i + 1);
    counter.CounterHelpTitleIndex = counter.CounterNameTitleIndex + 1;
    counter.CounterType = PERF_COUNTER_RAWCOUNT;
    counter.CounterSize = sizeof(DWORD);
    counter.CounterOffset = sizeof(PERF_COUNTER_BLOCK) + i * sizeof(DWORD);
  }
}

void fill_instance(Instance& to, DWORD number) {
  constexpr char kName[kNameUnits] = "queue 00000";
  to.definition.ByteLength = sizeof(PERF_INSTANCE_DEFINITION) + sizeof(to.name);
  to.definition.UniqueID = PERF_NO_UNIQUE_ID;
  to.definition.NameOffset = sizeof(PERF_INSTANCE_DEFINITION);
  to.definition.NameLength = sizeof(to.name);
  for (DWORD i = 0; i < kNameUnits; ++i) to.name[i] = static_cast<WCHAR>(kName[i]);
  to.name[kNameUnits - 3] = static_cast<WCHAR>(u'0' + number / 10);
  to.name[kNameUnits - 2] = static_cast<WCHAR>(u'0' + number % 10);
  to.block.ByteLength = sizeof(to.block) + sizeof(to.values);
  for (DWORD i = 0; i < kCounters; ++i) to.values[i] = number * i;
}

DWORD nothing(LPDWORD bytes, LPDWORD objects, DWORD code) {
  *bytes = 0;
  *objects = 0;
  return code;
}

}  // namespace

extern "C" {

DWORD WINAPI OpenBench(LPWSTR context) {
  first_counter = 0;
  for (; *context != 0; ++context) first_counter = first_counter * 10 + DWORD{*context} - u'0';
  return ERROR_SUCCESS;
}

DWORD WINAPI CollectBench(LPWSTR, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  if (*bytes < sizeof(Object)) return nothing(bytes, objects, ERROR_MORE_DATA);
  Object& object = *static_cast<Object*>(*data);
  std::memset(&object, 0, sizeof(object));
  fill_definitions(object);
  for (DWORD i = 0; i < kInstances; ++i) fill_instance(object.instances[i], i);
  *data = &object + 1;
  *bytes = sizeof(object);
  *objects = 1;
  return ERROR_SUCCESS;
}

DWORD WINAPI CollectWaits(LPWSTR name, LPVOID* data, LPDWORD bytes, LPDWORD objects) {
  const timespec wait{.tv_sec = 0, .tv_nsec = 5'000'000};
  nanosleep(&wait, nullptr);
  return CollectBench(name, data, bytes, objects);
}

}  // extern "C"
