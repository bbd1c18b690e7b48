/* The computer: its processors, its memory, and how the processors spent their time. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PROCESSOR_ARCHITECTURE_INTEL 0
#define PROCESSOR_ARCHITECTURE_ARM 5
#define PROCESSOR_ARCHITECTURE_AMD64 9
#define PROCESSOR_ARCHITECTURE_ARM64 12
#define PROCESSOR_ARCHITECTURE_UNKNOWN 0xFFFF

/* Kinds of drives. */
#define DRIVE_UNKNOWN 0
#define DRIVE_NO_ROOT_DIR 1
#define DRIVE_REMOVABLE 2
#define DRIVE_FIXED 3
#define DRIVE_REMOTE 4
#define DRIVE_CDROM 5
#define DRIVE_RAMDISK 6

/* What GetSystemInfo fills in. */
typedef struct _SYSTEM_INFO {
  __extension__ union {
    DWORD dwOemId;
    __extension__ struct {
      WORD wProcessorArchitecture;
      WORD wReserved;
    };
  };
  DWORD dwPageSize;
  LPVOID lpMinimumApplicationAddress;
  LPVOID lpMaximumApplicationAddress;
  DWORD_PTR dwActiveProcessorMask; /* the first 64 processors */
  DWORD dwNumberOfProcessors;      /* processors that are online */
  DWORD dwProcessorType;
  DWORD dwAllocationGranularity;
  WORD wProcessorLevel;
  WORD wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO; /* 48 bytes where pointers have 64 bits */

/* Reports the processors that are online and the size of a page. The processor type, level and
   revision are 0. */
void WINAPI GetSystemInfo(LPSYSTEM_INFO info);
/* The same. */
void WINAPI GetNativeSystemInfo(LPSYSTEM_INFO info);

/* What GlobalMemoryStatusEx fills in, in bytes. */
typedef struct _MEMORYSTATUSEX {
  DWORD dwLength;
  DWORD dwMemoryLoad;                /* percent of physical memory in use */
  DWORDLONG ullTotalPhys;            /* physical memory */
  DWORDLONG ullAvailPhys;            /* the counter Memory, Available Bytes */
  DWORDLONG ullTotalPageFile;        /* physical memory and swap space */
  DWORDLONG ullAvailPageFile;        /* how much of both is available */
  DWORDLONG ullTotalVirtual;         /* address space of a process */
  DWORDLONG ullAvailVirtual;         /* the same */
  DWORDLONG ullAvailExtendedVirtual; /* 0 */
} MEMORYSTATUSEX, *LPMEMORYSTATUSEX; /* 64 bytes */

/* FALSE with ERROR_INVALID_PARAMETER if `status` is NULL or dwLength is another size, and with
   ERROR_GEN_FAILURE if /proc/meminfo cannot be read. */
BOOL WINAPI GlobalMemoryStatusEx(LPMEMORYSTATUSEX status);

/* What GlobalMemoryStatus fills in: the same numbers, at most MAXSIZE_T. */
typedef struct _MEMORYSTATUS {
  DWORD dwLength; /* the size of the structure */
  DWORD dwMemoryLoad;
  SIZE_T dwTotalPhys;
  SIZE_T dwAvailPhys;
  SIZE_T dwTotalPageFile;
  SIZE_T dwAvailPageFile;
  SIZE_T dwTotalVirtual;
  SIZE_T dwAvailVirtual;
} MEMORYSTATUS, *LPMEMORYSTATUS; /* 56 bytes where pointers have 64 bits */

/* Sets dwLength too, which needs no value before. Every number is 0 if /proc/meminfo cannot be
   read; NULL is ignored. */
void WINAPI GlobalMemoryStatus(LPMEMORYSTATUS status);

/* How all processors together spent their time since the computer started, in units of 100 ns:
   idle, in the kernel (including idle time, as on Windows), and in programs. Any pointer may be
   NULL. FALSE with ERROR_GEN_FAILURE if /proc/stat cannot be read. */
BOOL WINAPI GetSystemTimes(LPFILETIME idle, LPFILETIME kernel, LPFILETIME user);
/* When this process started (UTC), and its processor time in the kernel and in its own code, in
   units of 100 ns. `end` becomes 0, because the process still runs. FALSE with
   ERROR_INVALID_HANDLE if `process` is not GetCurrentProcess(), and with ERROR_INVALID_PARAMETER
   for a NULL. */
BOOL WINAPI GetProcessTimes(HANDLE process, LPFILETIME begin, LPFILETIME end, LPFILETIME kernel,
                            LPFILETIME user);

#ifdef __cplusplus
} /* extern "C" */
#endif
