/* Walks through a performance data block and counts its contents: walk_block ["IDS" or "Global"].
 */
#include <stdio.h>
#include <windows.h>
#include <winperf.h>

#define FIRST_SIZE 81920
#define MORE 16384

typedef PERF_DATA_BLOCK* PBLOCK;
typedef PERF_OBJECT_TYPE* POBJECT;
typedef PERF_INSTANCE_DEFINITION* PINSTANCE;
typedef PERF_COUNTER_BLOCK* PVALUES;

static POBJECT FirstObject(PBLOCK block) { return (POBJECT)((PBYTE)block + block->HeaderLength); }
static POBJECT NextObject(POBJECT object) {
  return (POBJECT)((PBYTE)object + object->TotalByteLength);
}
static PINSTANCE FirstInstance(POBJECT object) {
  return (PINSTANCE)((PBYTE)object + object->DefinitionLength);
}
static PINSTANCE NextInstance(PINSTANCE instance) {
  PVALUES values = (PVALUES)((PBYTE)instance + instance->ByteLength);
  return (PINSTANCE)((PBYTE)values + values->ByteLength);
}

static PBLOCK ReadBlock(LPCSTR objects) {
  DWORD room = FIRST_SIZE;
  PBLOCK block = (PBLOCK)LocalAlloc(LMEM_FIXED, room);
  while (block != NULL) {
    DWORD size = room;
    LONG status =
        RegQueryValueExA(HKEY_PERFORMANCE_DATA, objects, NULL, NULL, (LPBYTE)block, &size);
    if (status == ERROR_SUCCESS) break;
    LocalFree(block);
    if (status != ERROR_MORE_DATA) return NULL;
    room += MORE;
    block = (PBLOCK)LocalAlloc(LMEM_FIXED, room);
  }
  return block;
}

static void PrintInstances(POBJECT object) {
  PINSTANCE instance = FirstInstance(object);
  for (LONG i = 0; i < object->NumInstances; ++i) {
    wprintf(L"    %s\n", (LPCWSTR)((PBYTE)instance + instance->NameOffset));
    instance = NextInstance(instance);
  }
}

int main(int argc, char* argv[]) {
  char computer[MAX_COMPUTERNAME_LENGTH + 1] = "?";
  DWORD length = sizeof(computer);
  PBLOCK block = ReadBlock(argc > 1 ? argv[1] : "Global");
  if (block == NULL) {
    fprintf(stderr, "error %lu\n", (unsigned long)GetLastError());
    return 1;
  }
  GetComputerNameA(computer, &length);
  wprintf(L"%S, %d:%02d UTC: %lu objects\n", computer, block->SystemTime.wHour,
          block->SystemTime.wMinute, block->NumObjectTypes);
  POBJECT object = FirstObject(block);
  for (DWORD i = 0; i < block->NumObjectTypes; ++i) {
    printf("  %lu: %lu counters, %ld instances\n", (unsigned long)object->ObjectNameTitleIndex,
           (unsigned long)object->NumCounters, (long)object->NumInstances);
    if (object->NumInstances != PERF_NO_INSTANCES) PrintInstances(object);
    object = NextObject(object);
  }
  LocalFree(block);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return 0;
}
