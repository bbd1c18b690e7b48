/* Lists the objects of this machine: title index, name, and how many instances each has.
   The same source builds on Windows (mingw-w64) and here. */
#ifdef _WIN32
#include <windows.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winperf.h>
#include <winreg.h>

#define STEP 65536u /* bytes more at each try */

/* Reads a value of HKEY_PERFORMANCE_DATA; the caller frees it. A block may grow between two calls,
   and its size is unknown: the buffer grows until it is long enough. */
static BYTE* read_value(const char* name, DWORD* size) {
  BYTE* data = NULL;
  for (DWORD room = STEP;; room += STEP) {
    BYTE* more = (BYTE*)realloc(data, room);
    if (more == NULL) break;
    data = more;
    *size = room;
    const LONG status = RegQueryValueExA(HKEY_PERFORMANCE_DATA, name, NULL, NULL, data, size);
    if (status == ERROR_SUCCESS) return data;
    if (status != ERROR_MORE_DATA) break;
  }
  free(data);
  return NULL;
}

/* The text of a title in a table of pairs, each an index and its text; "?" where it has none. */
static const char* title(const char* table, DWORD index) {
  while (*table != '\0') {
    const unsigned long number = strtoul(table, NULL, 10);
    const char* text = table + strlen(table) + 1;
    if (number == index) return text;
    table = text + strlen(text) + 1;
  }
  return "?";
}

int main(void) {
  DWORD size = 0;
  char* names = (char*)read_value("Counter 009", &size);
  BYTE* data = read_value("Global", &size);
  if (names == NULL || data == NULL) {
    fprintf(stderr, "the performance data cannot be read\n");
    return 1;
  }
  const PERF_DATA_BLOCK* block = (const PERF_DATA_BLOCK*)data;
  const BYTE* at = data + block->HeaderLength;
  for (DWORD i = 0; i < block->NumObjectTypes; ++i) {
    const PERF_OBJECT_TYPE* object = (const PERF_OBJECT_TYPE*)at;
    printf("%6u  %-32s", (unsigned)object->ObjectNameTitleIndex,
           title(names, object->ObjectNameTitleIndex));
    if (object->NumInstances >= 0) printf("  %d instances", (int)object->NumInstances);
    printf("\n");
    at += object->TotalByteLength;
  }
  free(data);
  free(names);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return 0;
}
