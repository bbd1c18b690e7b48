/* Memory: heaps, GlobalAlloc, LocalAlloc, and what fills and copies it. */
#pragma once

#include <string.h>

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEAP_NO_SERIALIZE 0x00000001u
#define HEAP_GENERATE_EXCEPTIONS 0x00000004u /* not raised: NULL as without it */
#define HEAP_ZERO_MEMORY 0x00000008u
#define HEAP_REALLOC_IN_PLACE_ONLY 0x00000010u

/* The heap that is always there, never closed. */
HANDLE WINAPI GetProcessHeap(void);
/* A heap of its own, whose memory HeapDestroy gives back. The sizes are not looked at. */
HANDLE WINAPI HeapCreate(DWORD options, SIZE_T initial_size, SIZE_T maximum_size);
/* Ends such a heap. ERROR_INVALID_HANDLE for NULL and for the one that is always there. */
BOOL WINAPI HeapDestroy(HANDLE heap);
/* Memory for any type; NULL where there is none (the last error stays). 0 bytes are memory too. */
LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T size);
/* The same memory with another size; NULL leaves it as it was. */
LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID memory, SIZE_T size);
/* NULL is freed by doing nothing. */
BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID memory);
/* The size asked for; (SIZE_T)-1 for NULL. */
SIZE_T WINAPI HeapSize(HANDLE heap, DWORD flags, LPCVOID memory);

#define GMEM_FIXED 0x0000u
#define GMEM_MOVEABLE 0x0002u /* nothing moves: the handle is the address */
#define GMEM_ZEROINIT 0x0040u
#define GPTR 0x0040u
#define GHND 0x0042u
#define LMEM_FIXED 0x0000u
#define LMEM_MOVEABLE 0x0002u
#define LMEM_ZEROINIT 0x0040u
#define LPTR 0x0040u
#define LHND 0x0042u

/* Memory by the program's one heap: NULL with ERROR_NOT_ENOUGH_MEMORY. */
HGLOBAL WINAPI GlobalAlloc(UINT flags, SIZE_T size);
/* The same memory with another size. Of NULL: NULL with ERROR_INVALID_HANDLE, as all below. */
HGLOBAL WINAPI GlobalReAlloc(HGLOBAL memory, SIZE_T size, UINT flags);
/* Returns NULL. */
HGLOBAL WINAPI GlobalFree(HGLOBAL memory);
/* The size asked for. */
SIZE_T WINAPI GlobalSize(HGLOBAL memory);
/* The address; nothing is locked. */
LPVOID WINAPI GlobalLock(HGLOBAL memory);
/* FALSE with NO_ERROR: nothing holds it, as for memory that never moves. */
BOOL WINAPI GlobalUnlock(HGLOBAL memory);
/* The Local functions are the Global ones under another name. */
HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T size);
/* As GlobalReAlloc. */
HLOCAL WINAPI LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags);
/* Returns NULL. */
HLOCAL WINAPI LocalFree(HLOCAL memory);
/* The size asked for. */
SIZE_T WINAPI LocalSize(HLOCAL memory);
/* The address; nothing is locked. */
LPVOID WINAPI LocalLock(HLOCAL memory);
/* FALSE with NO_ERROR, as GlobalUnlock. */
BOOL WINAPI LocalUnlock(HLOCAL memory);

#define ZeroMemory(to, size) memset((to), 0, (size))
#define FillMemory(to, size, fill) memset((to), (fill), (size))
#define CopyMemory(to, from, size) memcpy((to), (from), (size))
#define MoveMemory(to, from, size) memmove((to), (from), (size))

#ifdef __cplusplus
} /* extern "C" */
#endif
