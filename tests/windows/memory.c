/* Heaps, GlobalAlloc and LocalAlloc of <windows.h>. */
#include <windows.h>

#include "check.h"

static int is_all(const BYTE* bytes, size_t count, BYTE wanted) {
  for (size_t i = 0; i < count; ++i) {
    if (bytes[i] != wanted) return 0;
  }
  return 1;
}

static void memory_of_a_heap_grows_and_keeps_its_bytes(HANDLE heap) {
  BYTE* bytes = (BYTE*)HeapAlloc(heap, HEAP_ZERO_MEMORY, 100);
  CHECK(bytes != NULL && is_all(bytes, 100, 0) && (uintptr_t)bytes % 16 == 0);
  CHECK_EQ(HeapSize(heap, 0, bytes), 100);
  FillMemory(bytes, 100, 7);
  bytes = (BYTE*)HeapReAlloc(heap, HEAP_ZERO_MEMORY, bytes, 100000);
  CHECK(bytes != NULL && is_all(bytes, 100, 7) && is_all(bytes + 100, 99900, 0));
  CHECK_EQ(HeapSize(heap, 0, bytes), 100000);
  CHECK(HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, bytes, 200000) == NULL);
  CHECK(HeapReAlloc(heap, HEAP_REALLOC_IN_PLACE_ONLY, bytes, 50) == bytes);
  CHECK_EQ(HeapSize(heap, 0, bytes), 50);
  CHECK_EQ(HeapFree(heap, 0, bytes), TRUE);
}

static void wrong_arguments_of_heaps(void) {
  HANDLE heap = HeapCreate(0, 0, 0);
  void* memory = HeapAlloc(heap, 0, 0);
  CHECK(memory != NULL);
  CHECK(HeapAlloc(NULL, 0, 10) == NULL);
  CHECK(HeapAlloc(heap, 0, (SIZE_T)-1) == NULL);
  CHECK(HeapReAlloc(GetProcessHeap(), 0, memory, 10) == NULL);
  CHECK(HeapReAlloc(heap, 0, NULL, 10) == NULL);
  CHECK_EQ(HeapFree(GetProcessHeap(), 0, memory), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(HeapFree(heap, 0, NULL), TRUE);
  CHECK(HeapSize(heap, 0, NULL) == (SIZE_T)-1);
  CHECK_EQ(HeapDestroy(heap), TRUE); /* frees the memory that is still allocated */
  CHECK_EQ(HeapDestroy(NULL), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK_EQ(HeapDestroy(GetProcessHeap()), FALSE);
}

static void global_memory(void) {
  HGLOBAL memory = GlobalAlloc(GHND, 10);
  CHECK(GlobalLock(memory) == memory && is_all((BYTE*)memory, 10, 0));
  CHECK_EQ(GlobalSize(memory), 10);
  memory = GlobalReAlloc(memory, 4000, GMEM_MOVEABLE | GMEM_ZEROINIT);
  CHECK(memory != NULL && is_all((BYTE*)memory, 4000, 0));
  CHECK_EQ(GlobalUnlock(memory), FALSE);
  CHECK_EQ(GetLastError(), NO_ERROR);
  CHECK(GlobalFree(memory) == NULL);
  CHECK(GlobalFree(NULL) == NULL);
  CHECK(GlobalAlloc(GMEM_FIXED, (SIZE_T)-1) == NULL);
  CHECK_EQ(GetLastError(), ERROR_NOT_ENOUGH_MEMORY);
  CHECK(GlobalLock(NULL) == NULL);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
}

static void local_memory(void) {
  HLOCAL memory = LocalAlloc(LPTR, 10);
  CHECK(LocalLock(memory) == memory && is_all((BYTE*)memory, 10, 0));
  memory = LocalReAlloc(memory, 20, LMEM_MOVEABLE);
  CHECK_EQ(LocalSize(memory), 20);
  CHECK_EQ(LocalUnlock(memory), FALSE);
  CHECK(LocalFree(memory) == NULL);
  CHECK_EQ(LocalSize(NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK(LocalReAlloc(NULL, 10, 0) == NULL);
  CHECK_EQ(LocalUnlock(NULL), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
}

static void filling_and_copying(void) {
  BYTE bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  MoveMemory(bytes + 1, bytes, 4);
  CHECK(bytes[1] == 1 && bytes[4] == 4 && bytes[5] == 6);
  CopyMemory(bytes, bytes + 4, 2);
  CHECK(bytes[0] == 4 && bytes[1] == 6);
  ZeroMemory(bytes, sizeof(bytes));
  CHECK(is_all(bytes, 8, 0));
}

int main(void) {
  HANDLE own = HeapCreate(HEAP_NO_SERIALIZE, 4096, 0);
  memory_of_a_heap_grows_and_keeps_its_bytes(GetProcessHeap());
  memory_of_a_heap_grows_and_keeps_its_bytes(own);
  CHECK_EQ(HeapDestroy(own), TRUE);
  wrong_arguments_of_heaps();
  global_memory();
  local_memory();
  filling_and_copying();
  return finish("memory");
}
