/* Walks a performance data block: walk_block ["IDS" or "Global"]. Every object, its instances and
   the raw value of every counter, by the lengths that the block stores, never by the size of a
   structure. The same source builds on Windows (mingw-w64) and here. */
#ifdef _WIN32
#include <windows.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winperf.h>
#include <winreg.h>

#define STEP 65536u /* bytes more at each try */

static PERF_DATA_BLOCK* read_block(const char* name) {
  BYTE* data = NULL;
  for (DWORD room = STEP;; room += STEP) {
    DWORD size = room; /* what comes back on failure says nothing */
    BYTE* more = (BYTE*)realloc(data, room);
    if (more == NULL) break;
    data = more;
    const LONG status = RegQueryValueExA(HKEY_PERFORMANCE_DATA, name, NULL, NULL, data, &size);
    if (status == ERROR_SUCCESS) return (PERF_DATA_BLOCK*)data;
    if (status != ERROR_MORE_DATA) break;
  }
  free(data);
  return NULL;
}

/* The steps of the walk: whatever follows begins where a stored length ends. */
static const PERF_OBJECT_TYPE* first_object(const PERF_DATA_BLOCK* block) {
  return (const PERF_OBJECT_TYPE*)((const BYTE*)block + block->HeaderLength);
}
static const PERF_OBJECT_TYPE* next_object(const PERF_OBJECT_TYPE* object) {
  return (const PERF_OBJECT_TYPE*)((const BYTE*)object + object->TotalByteLength);
}
static const PERF_COUNTER_DEFINITION* first_counter(const PERF_OBJECT_TYPE* object) {
  return (const PERF_COUNTER_DEFINITION*)((const BYTE*)object + object->HeaderLength);
}
static const PERF_COUNTER_DEFINITION* next_counter(const PERF_COUNTER_DEFINITION* counter) {
  return (const PERF_COUNTER_DEFINITION*)((const BYTE*)counter + counter->ByteLength);
}
static const BYTE* data_of(const PERF_OBJECT_TYPE* object) {
  return (const BYTE*)object + object->DefinitionLength;
}
static const PERF_COUNTER_BLOCK* values_of(const PERF_INSTANCE_DEFINITION* instance) {
  return (const PERF_COUNTER_BLOCK*)((const BYTE*)instance + instance->ByteLength);
}
static const PERF_INSTANCE_DEFINITION* next_instance(const PERF_INSTANCE_DEFINITION* instance) {
  const PERF_COUNTER_BLOCK* values = values_of(instance);
  return (const PERF_INSTANCE_DEFINITION*)((const BYTE*)values + values->ByteLength);
}

/* Instance names are UTF-16; characters outside ASCII are shown as question marks. */
static void print_name(const PERF_INSTANCE_DEFINITION* instance) {
  const BYTE* name = (const BYTE*)instance + instance->NameOffset;
  for (DWORD i = 0; i + 1 < instance->NameLength; i += 2) {
    const unsigned unit = (unsigned)(name[i] | name[i + 1] << 8);
    if (unit == 0) break;
    putchar(unit < 0x80 ? (int)unit : '?');
  }
}

static void print_value(const PERF_COUNTER_DEFINITION* counter, const PERF_COUNTER_BLOCK* values) {
  const BYTE* at = (const BYTE*)values + counter->CounterOffset;
  unsigned long long value = 0;
  if (counter->CounterSize > sizeof(value)) return; /* a text */
  memcpy(&value, at, counter->CounterSize);
  printf("    %6u  type %08x  %llu\n", (unsigned)counter->CounterNameTitleIndex,
         (unsigned)counter->CounterType, value);
}

static void print_values(const PERF_OBJECT_TYPE* object, const PERF_COUNTER_BLOCK* values) {
  const PERF_COUNTER_DEFINITION* counter = first_counter(object);
  for (DWORD i = 0; i < object->NumCounters; ++i, counter = next_counter(counter)) {
    print_value(counter, values);
  }
}

static void print_object(const PERF_OBJECT_TYPE* object) {
  printf("object %u\n", (unsigned)object->ObjectNameTitleIndex);
  if (object->NumInstances == PERF_NO_INSTANCES) {
    print_values(object, (const PERF_COUNTER_BLOCK*)data_of(object));
    return;
  }
  const PERF_INSTANCE_DEFINITION* instance = (const PERF_INSTANCE_DEFINITION*)data_of(object);
  for (LONG i = 0; i < object->NumInstances; ++i, instance = next_instance(instance)) {
    printf("  ");
    print_name(instance);
    printf("\n");
    print_values(object, values_of(instance));
  }
}

int main(int argc, char** argv) {
  PERF_DATA_BLOCK* block = read_block(argc > 1 ? argv[1] : "238 2");
  if (block == NULL) {
    fprintf(stderr, "the performance data cannot be read\n");
    return 1;
  }
  printf("%u objects, %u bytes\n", (unsigned)block->NumObjectTypes,
         (unsigned)block->TotalByteLength);
  const PERF_OBJECT_TYPE* object = first_object(block);
  for (DWORD i = 0; i < block->NumObjectTypes; ++i, object = next_object(object)) {
    print_object(object);
  }
  free(block);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return 0;
}
