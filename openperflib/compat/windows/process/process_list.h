/* Snapshots of the processes of this computer. For <tlhelp32.h>. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TH32CS_SNAPPROCESS 0x00000002u

/* A process. dwSize is set before the first call. */
typedef struct tagPROCESSENTRY32 {
  DWORD dwSize;
  DWORD cntUsage; /* 0 */
  DWORD th32ProcessID;
  ULONG_PTR th32DefaultHeapID; /* 0 */
  DWORD th32ModuleID;          /* 0 */
  DWORD cntThreads;
  DWORD th32ParentProcessID;
  LONG pcPriClassBase;      /* 8, the base priority of most processes */
  DWORD dwFlags;            /* 0 */
  CHAR szExeFile[MAX_PATH]; /* the name of the program, which has no extension here */
} PROCESSENTRY32, *PPROCESSENTRY32, *LPPROCESSENTRY32; /* 304 bytes where pointers have 64 bits */
/* The same with the name in UTF-16. */
typedef struct tagPROCESSENTRY32W {
  DWORD dwSize;
  DWORD cntUsage;
  DWORD th32ProcessID;
  ULONG_PTR th32DefaultHeapID;
  DWORD th32ModuleID;
  DWORD cntThreads;
  DWORD th32ParentProcessID;
  LONG pcPriClassBase;
  DWORD dwFlags;
  WCHAR szExeFile[MAX_PATH];
} PROCESSENTRY32W, *PPROCESSENTRY32W, *LPPROCESSENTRY32W; /* 568 bytes */

/* A list of the processes that there are now; CloseHandle frees it. Their names are whole, as those
   of the object Process. Only root may see which program another user's process runs: for others
   its name is at most 15 bytes. `flags` other than
   TH32CS_SNAPPROCESS give INVALID_HANDLE_VALUE and ERROR_NOT_SUPPORTED; ERROR_GEN_FAILURE if /proc
   cannot be read. `process` has no effect. */
HANDLE WINAPI CreateToolhelp32Snapshot(DWORD flags, DWORD process);
/* The first process of a list, and the next one at each further call. FALSE with
   ERROR_NO_MORE_FILES at its end, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER for NULL, and
   ERROR_BAD_LENGTH if dwSize is another one. */
BOOL WINAPI Process32First(HANDLE snapshot, LPPROCESSENTRY32 process);
BOOL WINAPI Process32Next(HANDLE snapshot, LPPROCESSENTRY32 process); /* FALSE at the end */
/* The same in UTF-16. */
BOOL WINAPI Process32FirstW(HANDLE snapshot, LPPROCESSENTRY32W process);
BOOL WINAPI Process32NextW(HANDLE snapshot, LPPROCESSENTRY32W process); /* FALSE at the end */
#ifdef UNICODE
#define PROCESSENTRY32 PROCESSENTRY32W
#define PPROCESSENTRY32 PPROCESSENTRY32W
#define LPPROCESSENTRY32 LPPROCESSENTRY32W
#define Process32First Process32FirstW
#define Process32Next Process32NextW
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
