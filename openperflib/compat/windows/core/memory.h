/* Memory: heaps, GlobalAlloc and LocalAlloc, and macros that fill and copy memory. */
#pragma once

#include <string.h>

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEAP_NO_SERIALIZE 0x00000001u
#define HEAP_GENERATE_EXCEPTIONS 0x00000004u /* not raised: NULL as without it */
#define HEAP_ZERO_MEMORY 0x00000008u
#define HEAP_REALLOC_IN_PLACE_ONLY 0x00000010u

/* The heap of the process. It always exists and is never closed. */
HANDLE WINAPI GetProcessHeap(void);
/* Creates a separate heap; HeapDestroy frees all of its memory. Both sizes are ignored. */
HANDLE WINAPI HeapCreate(DWORD options, SIZE_T initial_size, SIZE_T maximum_size);
/* Destroys a heap made by HeapCreate. ERROR_INVALID_HANDLE for NULL and for the heap of the
   process. */
BOOL WINAPI HeapDestroy(HANDLE heap);
/* Allocates memory that is aligned for any type; 0 bytes are allowed. If no memory is left,
   returns NULL and does not change the last error. */
LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T size);
/* Changes the size of the memory. If the result is NULL, the memory stays as it was. */
LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID memory, SIZE_T size);
/* Frees the memory. Does nothing for NULL. */
BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID memory);
/* The size that was asked for; (SIZE_T)-1 for NULL. */
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

/* Allocates memory from the heap of the process. If no memory is left: NULL and
   ERROR_NOT_ENOUGH_MEMORY. */
HGLOBAL WINAPI GlobalAlloc(UINT flags, SIZE_T size);
/* Changes the size of the memory. For NULL, this function and those below fail with
   ERROR_INVALID_HANDLE. */
HGLOBAL WINAPI GlobalReAlloc(HGLOBAL memory, SIZE_T size, UINT flags);
/* Frees the memory and returns NULL. */
HGLOBAL WINAPI GlobalFree(HGLOBAL memory);
/* The size that was asked for. */
SIZE_T WINAPI GlobalSize(HGLOBAL memory);
/* The address of the memory. Nothing is locked. */
LPVOID WINAPI GlobalLock(HGLOBAL memory);
/* FALSE and NO_ERROR, as on Windows for memory that never moves. */
BOOL WINAPI GlobalUnlock(HGLOBAL memory);
/* The Local functions do the same as the Global functions. */
HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T size);
/* Same as GlobalReAlloc. */
HLOCAL WINAPI LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags);
/* Same as GlobalFree. */
HLOCAL WINAPI LocalFree(HLOCAL memory);
/* Same as GlobalSize. */
SIZE_T WINAPI LocalSize(HLOCAL memory);
/* Same as GlobalLock. */
LPVOID WINAPI LocalLock(HLOCAL memory);
/* Same as GlobalUnlock. */
BOOL WINAPI LocalUnlock(HLOCAL memory);

#define ZeroMemory(to, size) memset((to), 0, (size))
#define FillMemory(to, size, fill) memset((to), (fill), (size))
#define CopyMemory(to, from, size) memcpy((to), (from), (size))
#define MoveMemory(to, from, size) memmove((to), (from), (size))

/* Whether `size` bytes cannot all be read now; FALSE for none. Another thread may free them in the
   next moment. */
BOOL WINAPI IsBadReadPtr(const void* memory, UINT_PTR size);
/* Looks at a text up to its NUL, or at `most` characters of it. */
BOOL WINAPI IsBadStringPtrA(LPCSTR text, UINT_PTR most);
BOOL WINAPI IsBadStringPtrW(LPCWSTR text, UINT_PTR most); /* `most` in UTF-16 units */
#define IsBadStringPtr OPENPERFLIB_A_OR_W(IsBadStringPtr)

#ifdef __cplusplus
} /* extern "C" */
#endif
