/* A program of several files: all of them include the code, and this one the symbols after it. */
#include <stdio.h>

#include "code.h"
#include "symbols.h"

extern HANDLE handle_of_second(void);
extern const GUID* guid_of_second(void);

static ULONG WINAPI answer(ULONG RequestCode, PVOID Buffer, ULONG BufferSize) {
  (void)RequestCode;
  (void)Buffer;
  return BufferSize;
}

static PVOID CALLBACK allocate(SIZE_T AllocSize, PVOID pContext) {
  (void)AllocSize;
  return pContext;
}

static void CALLBACK release(PVOID pBuffer, PVOID pContext) {
  (void)pBuffer;
  (void)pContext;
}

int main(void) {
  static const WCHAR wheel[] = MyMillWheelName;
  const GUID from_macro = MyMillStonesGUID;
  char memory = 0;
  const ULONG status = MyCounterInitialize(answer, allocate, release, &memory);
  printf("status %u, again %u\n", (unsigned)status,
         status == 0 ? (unsigned)MyCounterInitialize(answer, NULL, NULL, NULL) : 0U);
  printf("one handle %d, one GUID %d, macro %d\n", MyMillProvider == handle_of_second(),
         &MyMillStonesGuid == guid_of_second(), from_macro.Data1 == MyMillStonesGuid.Data1);
  printf("ids %u %u %u\n", (unsigned)MILL_SACKS, (unsigned)MILL_WEAR, (unsigned)MILL_FAULTS);
  printf("name");
  for (size_t i = 0; i + 1 < sizeof(wheel) / sizeof(wheel[0]); ++i)
    printf(" %x", (unsigned)wheel[i]);
  printf("\n");
  MyCounterCleanup();
  MyCounterCleanup();
  return 0;
}
