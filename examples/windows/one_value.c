/* Shows how busy all processors are: one_value [MILLISECONDS [TIMES]]. Narrow or wide. */
/* clang-format off */
#include <windows.h>
#include <winperf.h>
#include <stdio.h>
#include <stdlib.h>
#include <tchar.h>
#include <strsafe.h>
/* clang-format on */

#define PROCESSOR 238
#define PROCESSOR_TIME 6

typedef struct Sample {
  ULONGLONG idle; /* the counter measures the idle time */
  ULONGLONG time;
} Sample;

static BYTE buffer[1 << 20];

static const PERF_OBJECT_TYPE* FindObject(const PERF_DATA_BLOCK* block, DWORD index) {
  const PERF_OBJECT_TYPE* object =
      (const PERF_OBJECT_TYPE*)((const BYTE*)block + block->HeaderLength);
  for (DWORD i = 0; i < block->NumObjectTypes; ++i) {
    if (object->ObjectNameTitleIndex == index) return object;
    object = (const PERF_OBJECT_TYPE*)((const BYTE*)object + object->TotalByteLength);
  }
  return NULL;
}

static const PERF_COUNTER_DEFINITION* FindCounter(const PERF_OBJECT_TYPE* object, DWORD index) {
  const PERF_COUNTER_DEFINITION* counter =
      (const PERF_COUNTER_DEFINITION*)((const BYTE*)object + object->HeaderLength);
  for (DWORD i = 0; i < object->NumCounters; ++i) {
    if (counter->CounterNameTitleIndex == index) return counter;
    counter = (const PERF_COUNTER_DEFINITION*)((const BYTE*)counter + counter->ByteLength);
  }
  return NULL;
}

/* Instance names are UTF-16 in every build. */
static BOOL IsTotal(const PERF_INSTANCE_DEFINITION* instance) {
  return lstrcmpiW((LPCWSTR)((const BYTE*)instance + instance->NameOffset), L"_Total") == 0;
}

static const PERF_COUNTER_BLOCK* FindTotal(const PERF_OBJECT_TYPE* object) {
  const BYTE* at = (const BYTE*)object + object->DefinitionLength;
  for (LONG i = 0; i < object->NumInstances; ++i) {
    const PERF_INSTANCE_DEFINITION* instance = (const PERF_INSTANCE_DEFINITION*)at;
    const PERF_COUNTER_BLOCK* values = (const PERF_COUNTER_BLOCK*)(at + instance->ByteLength);
    if (IsTotal(instance)) return values;
    at = (const BYTE*)values + values->ByteLength;
  }
  return NULL;
}

static BOOL TakeSample(Sample* sample) {
  const PERF_DATA_BLOCK* block = (const PERF_DATA_BLOCK*)buffer;
  DWORD size = sizeof(buffer);
  TCHAR objects[16];
  StringCchPrintf(objects, 16, TEXT("%d"), PROCESSOR);
  if (RegQueryValueEx(HKEY_PERFORMANCE_DATA, objects, NULL, NULL, buffer, &size) != ERROR_SUCCESS)
    return FALSE;
  const PERF_OBJECT_TYPE* object = FindObject(block, PROCESSOR);
  if (object == NULL) return FALSE;
  const PERF_COUNTER_DEFINITION* counter = FindCounter(object, PROCESSOR_TIME);
  const PERF_COUNTER_BLOCK* values = FindTotal(object);
  if (counter == NULL || values == NULL) return FALSE;
  CopyMemory(&sample->idle, (const BYTE*)values + counter->CounterOffset, sizeof(sample->idle));
  sample->time = (ULONGLONG)block->PerfTime100nSec.QuadPart;
  return TRUE;
}

int _tmain(int argc, TCHAR* argv[]) {
  const DWORD pause = argc > 1 ? (DWORD)_tcstol(argv[1], NULL, 10) : 1000;
  const int times = argc > 2 ? (int)_tcstol(argv[2], NULL, 10) : 10;
  Sample before;
  if (!TakeSample(&before)) {
    _ftprintf(stderr, TEXT("no Processor\n"));
    return 1;
  }
  for (int i = 0; i < times; ++i) {
    Sample now;
    Sleep(pause);
    if (!TakeSample(&now)) return 1;
    _tprintf(TEXT("%5.1f %%\n"),
             100.0 * (1.0 - (double)(now.idle - before.idle) / (double)(now.time - before.time)));
    before = now;
  }
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return 0;
}
