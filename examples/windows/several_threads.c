/* Reads several objects at once, a thread each, until a key is pressed or each has read them ten
 * times. */
#include <conio.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include <winperf.h>

#define THREADS 5
static const char* const kObjects[THREADS] = {"2", "4", "238", "236", "234"};

static CRITICAL_SECTION output;
static HANDLE stop;
static volatile LONG reads = 0;

/* Reads a block into a new buffer; NULL on failure. */
static PERF_DATA_BLOCK* Read(const char* object) {
  DWORD room = 4096;
  BYTE* buffer = (BYTE*)malloc(room);
  while (buffer != NULL) {
    DWORD size = room;
    const LONG status = RegQueryValueExA(HKEY_PERFORMANCE_DATA, object, NULL, NULL, buffer, &size);
    if (status == ERROR_SUCCESS) return (PERF_DATA_BLOCK*)buffer;
    free(buffer);
    if (status != ERROR_MORE_DATA) return NULL;
    room *= 2;
    buffer = (BYTE*)malloc(room);
  }
  return NULL;
}

static unsigned __stdcall ReadOften(void* argument) {
  const char* object = (const char*)argument;
  DWORD length = 0;
  for (int i = 0; i < 10 && WaitForSingleObject(stop, 1) == WAIT_TIMEOUT; ++i) {
    PERF_DATA_BLOCK* block = Read(object);
    if (block == NULL) return 1;
    length = block->TotalByteLength;
    free(block);
    InterlockedIncrement(&reads);
  }
  EnterCriticalSection(&output);
  printf("object %s: %lu bytes\n", object, (unsigned long)length);
  LeaveCriticalSection(&output);
  return 0;
}

int main(void) {
  HANDLE threads[THREADS];
  InitializeCriticalSection(&output);
  stop = CreateEvent(NULL, TRUE, FALSE, NULL);
  for (DWORD i = 0; i < THREADS; ++i) {
    threads[i] = (HANDLE)_beginthreadex(NULL, 0, ReadOften, (void*)kObjects[i], 0, NULL);
  }
  while (WaitForMultipleObjects(THREADS, threads, TRUE, 50) == WAIT_TIMEOUT) {
    if (_kbhit() && _getch() != -1) SetEvent(stop);
  }
  DWORD failures = 0;
  for (DWORD i = 0; i < THREADS; ++i) {
    DWORD code = 1;
    GetExitCodeThread(threads[i], &code);
    failures += code;
    CloseHandle(threads[i]);
  }
  CloseHandle(stop);
  DeleteCriticalSection(&output);
  printf("%ld reads, %lu failures\n", (long)reads, (unsigned long)failures);
  RegCloseKey(HKEY_PERFORMANCE_DATA);
  return failures == 0 ? 0 : 1;
}
