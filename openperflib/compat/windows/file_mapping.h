/* Memory that processes of one user share under a name. */
#pragma once

#include "openperflib/compat/windows/base_types.h"

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

/* So many bytes, all 0, with a name or without one. Names and ERROR_ALREADY_EXISTS (the size stays
   that of the one that was there) as CreateMutex has them. `file` is INVALID_HANDLE_VALUE: files
   are not mapped. ERROR_INVALID_PARAMETER for a size of 0 or a protection that is none of the
   three. The memory is given back when the last handle is closed and the last view unmapped; what a
   process leaves that is killed, or ends without closing, when the next mutex or mapping with a
   name is made. */
HANDLE WINAPI CreateFileMappingA(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protection,
                                 DWORD size_high, DWORD size_low, LPCSTR name);
HANDLE WINAPI CreateFileMappingW(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protection,
                                 DWORD size_high, DWORD size_low, LPCWSTR name);
/* One that is there already. Errors as OpenMutex has them. */
HANDLE WINAPI OpenFileMappingA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenFileMappingW(DWORD access, BOOL inherit, LPCWSTR name);
#define CreateFileMapping OPENPERFLIB_A_OR_W(CreateFileMapping)
#define OpenFileMapping OPENPERFLIB_A_OR_W(OpenFileMapping)

/* The bytes from an offset, a multiple of 65536 (else ERROR_MAPPED_ALIGNMENT), to the end or `size`
   of them; beyond the end, or more than the mapping allows, is ERROR_ACCESS_DENIED. */
LPVOID WINAPI MapViewOfFile(HANDLE mapping, DWORD access, DWORD offset_high, DWORD offset_low,
                            SIZE_T size);
/* FALSE and ERROR_INVALID_ADDRESS for what MapViewOfFile did not return. */
BOOL WINAPI UnmapViewOfFile(LPCVOID view);

#ifdef __cplusplus
} /* extern "C" */
#endif
