/* Prints, as a program of Windows reads them, the values of the first instance of the object with
   this title index: module_value INDEX. One number per counter, by its definition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winperf.h>
#include <winreg.h>

int main(int argc, char** argv) {
  static BYTE data[1 << 20];
  DWORD size = sizeof(data);
  if (argc != 2) return 2;
  const LSTATUS code = RegQueryValueExA(HKEY_PERFORMANCE_DATA, argv[1], NULL, NULL, data, &size);
  if (code != ERROR_SUCCESS) return printf("error %d\n", (int)code), 1;
  const PERF_DATA_BLOCK* block = (const PERF_DATA_BLOCK*)data;
  if (block->NumObjectTypes != 1) return printf("%u objects\n", block->NumObjectTypes), 1;
  const BYTE* object = data + block->HeaderLength;
  const PERF_OBJECT_TYPE* type = (const PERF_OBJECT_TYPE*)object;
  const BYTE* instance = object + type->DefinitionLength;
  const BYTE* values = instance + ((const PERF_INSTANCE_DEFINITION*)instance)->ByteLength;
  const BYTE* counter = object + type->HeaderLength;
  for (DWORD i = 0; i < type->NumCounters; ++i) {
    const PERF_COUNTER_DEFINITION* definition = (const PERF_COUNTER_DEFINITION*)counter;
    ULONGLONG value = 0;
    memcpy(&value, values + definition->CounterOffset, definition->CounterSize);
    printf("%llu\n", (unsigned long long)value);
    counter += definition->ByteLength;
  }
  return RegCloseKey(HKEY_PERFORMANCE_DATA) == ERROR_SUCCESS ? 0 : 1;
}
