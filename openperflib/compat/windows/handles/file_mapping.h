/* Memory that processes of one user share under a name. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PAGE_READONLY 0x02u
#define PAGE_READWRITE 0x04u
#define PAGE_WRITECOPY 0x08u
#define FILE_MAP_COPY 0x0001u
#define FILE_MAP_WRITE 0x0002u
#define FILE_MAP_READ 0x0004u
#define FILE_MAP_ALL_ACCESS 0x000F001Fu

/* Creates shared memory of the given size, filled with 0, with or without a name. Names and
   ERROR_ALREADY_EXISTS work as for CreateMutex; an existing mapping keeps its size. `file` must
   be INVALID_HANDLE_VALUE: files cannot be mapped. ERROR_INVALID_PARAMETER for size 0 and for a
   protection other than the three above. The memory is freed when the last handle is closed and
   the last view unmapped. What a process leaves behind when it is killed, or ends without
   closing its handles, is removed when the next named mutex or mapping is created. */
HANDLE WINAPI CreateFileMappingA(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protection,
                                 DWORD size_high, DWORD size_low, LPCSTR name);
/* The same with the name in UTF-16; both see the same names. */
HANDLE WINAPI CreateFileMappingW(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protection,
                                 DWORD size_high, DWORD size_low, LPCWSTR name);
/* Opens an existing mapping. Fails like OpenMutex. */
HANDLE WINAPI OpenFileMappingA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenFileMappingW(DWORD access, BOOL inherit, LPCWSTR name); /* UTF-16 */
#define CreateFileMapping OPENPERFLIB_A_OR_W(CreateFileMapping)
#define OpenFileMapping OPENPERFLIB_A_OR_W(OpenFileMapping)

/* Maps `size` bytes from an offset, or all bytes up to the end if `size` is 0. The offset must
   be a multiple of 65536; otherwise ERROR_MAPPED_ALIGNMENT. ERROR_ACCESS_DENIED if the view
   would end beyond the mapping, or `access` is more than the mapping allows. */
LPVOID WINAPI MapViewOfFile(HANDLE mapping, DWORD access, DWORD offset_high, DWORD offset_low,
                            SIZE_T size);
/* FALSE and ERROR_INVALID_ADDRESS if MapViewOfFile did not return this address. */
BOOL WINAPI UnmapViewOfFile(LPCVOID view);

#ifdef __cplusplus
} /* extern "C" */
#endif
