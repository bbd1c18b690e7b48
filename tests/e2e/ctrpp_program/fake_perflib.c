/* Stands in for perflib: prints what generated code asks for, and fails where FAILING says so. */
#ifdef _WIN32
#include <windows.h>
#endif
#include <perflib.h>
#include <stdio.h>
#include <stdlib.h>

static void print_guid(const GUID* guid) {
  printf("%08x-%04x-%04x-%02x%02x-", (unsigned)guid->Data1, (unsigned)guid->Data2,
         (unsigned)guid->Data3, (unsigned)guid->Data4[0], (unsigned)guid->Data4[1]);
  for (int i = 2; i < 8; ++i) printf("%02x", (unsigned)guid->Data4[i]);
  printf("\n");
}

static ULONG fails(const char* what) {
  const char* const failing = getenv("FAILING");
  return failing != NULL && failing[0] == what[0] ? 8 : 0;
}

static int next_handle;
static char handles[4];

ULONG WINAPI PerfStartProvider(LPGUID provider, PERFLIBREQUEST callback, HANDLE* handle) {
  printf("start %s ", callback == NULL ? "plainly" : "with a callback");
  print_guid(provider);
  *handle = &handles[next_handle++];
  return 0;
}

ULONG WINAPI PerfStartProviderEx(LPGUID provider, PPERF_PROVIDER_CONTEXT context, HANDLE* handle) {
  printf("start with context %d %d %d %d %d %d ", context->ContextSize == sizeof(*context),
         (int)context->Reserved, context->ControlCallback != NULL, context->MemAllocRoutine != NULL,
         context->MemFreeRoutine != NULL, context->pMemContext != NULL);
  print_guid(provider);
  if (fails("context") != 0) return 8;
  *handle = &handles[next_handle++];
  return 0;
}

ULONG WINAPI PerfSetCounterSetInfo(HANDLE provider, PPERF_COUNTERSET_INFO set, ULONG size) {
  const PERF_COUNTER_INFO* const counters = (const PERF_COUNTER_INFO*)(set + 1);
  printf("set of %d, %u bytes, instances %u ", (int)((char*)provider - handles), (unsigned)size,
         (unsigned)set->InstanceType);
  print_guid(&set->CounterSetGuid);
  for (ULONG i = 0; i < set->NumCounters; ++i) {
    printf("  %u %08x %u %u %u %d %u\n", (unsigned)counters[i].CounterId,
           (unsigned)counters[i].Type, (unsigned)counters[i].Attrib, (unsigned)counters[i].Size,
           (unsigned)counters[i].DetailLevel, (int)counters[i].Scale, (unsigned)counters[i].Offset);
  }
  return fails("set");
}

ULONG WINAPI PerfStopProvider(HANDLE provider) {
  printf("stop %d\n", (int)((char*)provider - handles));
  return 0;
}
