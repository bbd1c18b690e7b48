/* Asks for everything with a buffer that is too small, and makes it larger until the block fits. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include <winperf.h>

#define FIRST_SIZE 1024
#define STEP 4096

static void PrintError(LONG status) {
  LPSTR text = NULL;
  FormatMessageA(
      FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
      NULL, (DWORD)status, 0, (LPSTR)&text, 0, NULL);
  printf("failed with %ld: %s", (long)status, text != NULL ? text : "\n");
  LocalFree(text);
}

void main(void) {
  PERF_DATA_BLOCK* block = (PERF_DATA_BLOCK*)malloc(FIRST_SIZE);
  DWORD buffer_size = FIRST_SIZE;
  DWORD size = buffer_size;
  DWORD tries = 1;
  LONG status;
  while ((status = RegQueryValueEx(HKEY_PERFORMANCE_DATA, TEXT("Global"), NULL, NULL, (LPBYTE)block,
                                   &size)) == ERROR_MORE_DATA) {
    buffer_size += STEP;
    size = buffer_size; /* the call left a value without a meaning */
    block = (PERF_DATA_BLOCK*)realloc(block, buffer_size);
    ++tries;
  }
  if (status != ERROR_SUCCESS) {
    PrintError(status);
  } else if (size == block->TotalByteLength && tries > 1) {
    printf("the block fits, after several tries\n");
  }
  free(block);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
}
