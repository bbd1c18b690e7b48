/* Which processes there are, the memory of this one, and that of the computer. For <psapi.h>. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What GetProcessMemoryInfo fills in, in bytes, as the counters of the object Process have it. */
typedef struct _PROCESS_MEMORY_COUNTERS {
  DWORD cb;                                           /* the size of the structure */
  DWORD PageFaultCount;                               /* of all kinds */
  SIZE_T PeakWorkingSetSize;                          /* Working Set Peak */
  SIZE_T WorkingSetSize;                              /* Working Set */
  SIZE_T QuotaPeakPagedPoolUsage;                     /* 0: Linux has no quotas */
  SIZE_T QuotaPagedPoolUsage;                         /* 0 */
  SIZE_T QuotaPeakNonPagedPoolUsage;                  /* 0 */
  SIZE_T QuotaNonPagedPoolUsage;                      /* 0 */
  SIZE_T PagefileUsage;                               /* Page File Bytes */
  SIZE_T PeakPagefileUsage;                           /* the same: Linux keeps no peak of it */
} PROCESS_MEMORY_COUNTERS, *PPROCESS_MEMORY_COUNTERS; /* 72 bytes where pointers have 64 bits */
/* The same with one more. */
typedef struct _PROCESS_MEMORY_COUNTERS_EX {
  DWORD cb;
  DWORD PageFaultCount;
  SIZE_T PeakWorkingSetSize;
  SIZE_T WorkingSetSize;
  SIZE_T QuotaPeakPagedPoolUsage;
  SIZE_T QuotaPagedPoolUsage;
  SIZE_T QuotaPeakNonPagedPoolUsage;
  SIZE_T QuotaNonPagedPoolUsage;
  SIZE_T PagefileUsage;
  SIZE_T PeakPagefileUsage;
  SIZE_T PrivateUsage;                                      /* Private Bytes */
} PROCESS_MEMORY_COUNTERS_EX, *PPROCESS_MEMORY_COUNTERS_EX; /* 80 bytes */

/* What GetPerformanceInfo fills in. Memory is in pages, as the counters of the object Memory have
   it in bytes. */
typedef struct _PERFORMANCE_INFORMATION {
  DWORD cb;                 /* the size of the structure */
  SIZE_T CommitTotal;       /* Committed Bytes */
  SIZE_T CommitLimit;       /* Commit Limit */
  SIZE_T CommitPeak;        /* CommitTotal again: Linux keeps no peak of it */
  SIZE_T PhysicalTotal;     /* physical memory */
  SIZE_T PhysicalAvailable; /* Available Bytes */
  SIZE_T SystemCache;       /* Cache Bytes */
  SIZE_T KernelTotal;       /* the sum of the next two */
  SIZE_T KernelPaged;       /* Pool Paged Bytes: what the kernel could give back, not paged */
  SIZE_T KernelNonpaged;    /* Pool Nonpaged Bytes */
  SIZE_T PageSize;          /* in bytes */
  DWORD HandleCount;        /* open files of the whole computer, each counted once */
  DWORD ProcessCount;       /* as EnumProcesses lists them */
  DWORD ThreadCount;        /* the counter System, Threads */
} PERFORMANCE_INFORMATION, *PPERFORMANCE_INFORMATION; /* 104 bytes where pointers have 64 bits */
typedef PERFORMANCE_INFORMATION PERFORMACE_INFORMATION,
    *PPERFORMACE_INFORMATION; /* as in the SDK */

/* The memory, processes and threads of the computer. FALSE with ERROR_BAD_LENGTH if `size` is
   smaller than the structure, ERROR_INVALID_PARAMETER for NULL, and ERROR_GEN_FAILURE if /proc
   cannot be read or lacks MemAvailable (before Linux 3.14). */
BOOL WINAPI GetPerformanceInfo(PPERFORMANCE_INFORMATION performance, DWORD size);
/* The memory of this process; `size` is that of either structure. FALSE with ERROR_INVALID_HANDLE
   if `process` is not GetCurrentProcess(), ERROR_INVALID_PARAMETER for NULL,
   ERROR_INSUFFICIENT_BUFFER for a smaller size, and ERROR_GEN_FAILURE if /proc cannot be read. */
BOOL WINAPI GetProcessMemoryInfo(HANDLE process, PPROCESS_MEMORY_COUNTERS memory, DWORD size);
/* The IDs of all processes, as many as `size` bytes have room for; `used` is the bytes that were
   written, so programs with a full buffer ask again with a larger one. FALSE with
   ERROR_INVALID_PARAMETER for NULL, and with ERROR_GEN_FAILURE if /proc cannot be read. */
BOOL WINAPI EnumProcesses(DWORD* ids, DWORD size, LPDWORD used);

#ifdef __cplusplus
} /* extern "C" */
#endif
