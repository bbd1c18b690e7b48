/* Modules: the program, and pdh.dll, advapi32.dll, kernel32.dll and psapi.dll, which are always
   loaded. No other module can be loaded. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of a module; the caller casts it to its type. */
typedef INT_PTR(WINAPI* FARPROC)(void);

/* Flags of LoadLibraryEx. None has an effect. */
#define DONT_RESOLVE_DLL_REFERENCES 0x01u
#define LOAD_LIBRARY_AS_DATAFILE 0x02u
#define LOAD_WITH_ALTERED_SEARCH_PATH 0x08u
#define LOAD_LIBRARY_AS_IMAGE_RESOURCE 0x20u
#define LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE 0x40u
#define LOAD_LIBRARY_SEARCH_APPLICATION_DIR 0x200u
#define LOAD_LIBRARY_SEARCH_SYSTEM32 0x800u
#define LOAD_LIBRARY_SEARCH_DEFAULT_DIRS 0x1000u

/* "pdh.dll", "advapi32.dll", "kernel32.dll" or "psapi.dll", in any case, with or without ".dll";
   NULL and ERROR_MOD_NOT_FOUND for any other name, also one with a folder. */
HMODULE WINAPI LoadLibraryA(LPCSTR name);
HMODULE WINAPI LoadLibraryW(LPCWSTR name); /* UTF-16 */
/* The same. `file` must be NULL: otherwise ERROR_INVALID_PARAMETER. */
HMODULE WINAPI LoadLibraryExA(LPCSTR name, HANDLE file, DWORD flags);
HMODULE WINAPI LoadLibraryExW(LPCWSTR name, HANDLE file, DWORD flags); /* UTF-16 */
/* The same; NULL is the program, whose handle is NULL. */
HMODULE WINAPI GetModuleHandleA(LPCSTR name);
HMODULE WINAPI GetModuleHandleW(LPCWSTR name); /* UTF-16 */
#define LoadLibrary OPENPERFLIB_A_OR_W(LoadLibrary)
#define LoadLibraryEx OPENPERFLIB_A_OR_W(LoadLibraryEx)
#define GetModuleHandle OPENPERFLIB_A_OR_W(GetModuleHandle)

/* Releases a module, which stays loaded. ERROR_MOD_NOT_FOUND if it is not one. */
BOOL WINAPI FreeLibrary(HMODULE module);
/* A function that the module has on Windows and that exists here, by its whole name, with A or W.
   NULL and ERROR_PROC_NOT_FOUND if there is none, or for a number instead of a name;
   ERROR_MOD_NOT_FOUND if `module` is not one of the four. */
FARPROC WINAPI GetProcAddress(HMODULE module, LPCSTR name);

#ifdef __cplusplus
} /* extern "C" */
#endif
