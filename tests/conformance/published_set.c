#include "published_set.h"

GUID guid_of(unsigned number) {
  GUID guid = {0xc0f03a11, 0x24, 0x4000, {0x80, 0, 0, 0, 0, 0, 0, 0}};
  guid.Data4[7] = (unsigned char)number;
  return guid;
}

Template empty_template(unsigned number, ULONG instance_type) {
  Template made;
  memset(&made, 0, sizeof made);
  made.set.CounterSetGuid = guid_of(number);
  made.set.ProviderGuid = guid_of(0);
  made.set.InstanceType = instance_type;
  return made;
}

PERF_COUNTER_INFO* add_counter(Template* to, ULONG id, ULONG type) {
  PERF_COUNTER_INFO* const counter = &to->counters[to->set.NumCounters++];
  counter->CounterId = id;
  counter->Type = type;
  counter->DetailLevel = PERF_DETAIL_NOVICE;
  return counter;
}

ULONG size_of(const Template* described) {
  return (ULONG)(sizeof(PERF_COUNTERSET_INFO) +
                 described->set.NumCounters * sizeof(PERF_COUNTER_INFO));
}

Template jobs_template(ULONG instance_type) {
  Template made = empty_template(JOBS, instance_type);
  add_counter(&made, PAGES, PERF_COUNTER_LARGE_RAWCOUNT);
  add_counter(&made, WAITING, PERF_COUNTER_RAWCOUNT);
  add_counter(&made, BYTES, PERF_AVERAGE_BULK);
  add_counter(&made, BYTES_BASE, PERF_AVERAGE_BASE);
  return made;
}

HANDLE started_provider(void) {
  GUID guid = guid_of(0);
  HANDLE provider = NULL;
  EXPECT_EQ(PerfStartProvider(&guid, NULL, &provider), ERROR_SUCCESS);
  return provider;
}

HANDLE started_jobs(ULONG instance_type) {
  HANDLE const provider = started_provider();
  Template jobs = jobs_template(instance_type);
  EXPECT_EQ(describe(provider, &jobs), ERROR_SUCCESS);
  return provider;
}

ULONG describe(HANDLE provider, Template* described) {
  return PerfSetCounterSetInfo(provider, &described->set, size_of(described));
}

PERF_COUNTERSET_INSTANCE* created(HANDLE provider, unsigned set, const WCHAR* name, ULONG id) {
  const GUID guid = guid_of(set);
  return PerfCreateInstance(provider, &guid, name, id);
}

void stop(HANDLE provider) { EXPECT_EQ(PerfStopProvider(provider), ERROR_SUCCESS); }

unsigned char* place_of(PERF_COUNTERSET_INSTANCE* instance, ULONG position) {
  return (unsigned char*)instance + sizeof *instance + sizeof(ULONGLONG) * position;
}

ULONGLONG value_of(PERF_COUNTERSET_INSTANCE* instance, ULONG position) {
  ULONGLONG value = 0;
  memcpy(&value, place_of(instance, position), sizeof value);
  return value;
}

const HANDLE* foreign_handles(void) {
  static int here;
  static HANDLE handles[FOREIGN_HANDLES];
  handles[0] = NULL;
  handles[1] = (HANDLE)(size_t)1;
  handles[2] = (HANDLE)&here;
  handles[3] = (HANDLE) ~(size_t)0;
  handles[4] = started_provider();
  stop(handles[4]); /* one that was open */
  return handles;
}
