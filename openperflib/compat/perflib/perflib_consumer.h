/* The functions of perflib.h that read counter sets, for C11 and C++.

   Conventions: each function returns a Win32 code, ERROR_SUCCESS (0) if it succeeds. `machine` is
   NULL or the name of this computer, else ERROR_BAD_NETPATH (53). If a buffer is too small:
   ERROR_NOT_ENOUGH_MEMORY (8), and what is needed in `actual`; a size of 0 needs no buffer.
   Threads: any number may call at the same time.
   Source: perflib.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/perflib_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/last_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The GUIDs of the registered sets, whether they run or not. `count` and `actual` count GUIDs. */
ULONG WINAPI PerfEnumerateCounterSet(LPCWSTR machine, LPGUID sets, DWORD count, LPDWORD actual);
/* The active instances of a set. */
ULONG WINAPI PerfEnumerateCounterSetInstances(LPCWSTR machine, LPCGUID set,
                                              PPERF_INSTANCE_HEADER buffer, DWORD size,
                                              LPDWORD actual);
/* What is registered of a set: PERF_REG_... `language`: 0 is English; for PERF_REG_COUNTER_STRUCT,
   the id of the counter. */
ULONG WINAPI PerfQueryCounterSetRegistrationInfo(LPCWSTR machine, LPCGUID set, PerfRegInfoType code,
                                                 DWORD language, LPBYTE buffer, DWORD size,
                                                 LPDWORD actual);
/* A query: a list of what PerfQueryCounterData is to collect. */
ULONG WINAPI PerfOpenQueryHandle(LPCWSTR machine, HANDLE* query);
ULONG WINAPI PerfCloseQueryHandle(HANDLE query); /* ERROR_INVALID_HANDLE if it is not open */
/* Adds blocks to a query, or removes them; Status of each block says how it went. */
ULONG WINAPI PerfAddCounters(HANDLE query, PPERF_COUNTER_IDENTIFIER counters, DWORD size);
/* Removes blocks. The Status of one that the query lacks is ERROR_INVALID_PARAMETER. */
ULONG WINAPI PerfDeleteCounters(HANDLE query, PPERF_COUNTER_IDENTIFIER counters, DWORD size);
/* The blocks of a query, with their places in its replies. */
ULONG WINAPI PerfQueryCounterInfo(HANDLE query, PPERF_COUNTER_IDENTIFIER counters, DWORD size,
                                  LPDWORD actual);
/* Collects: a PERF_DATA_HEADER and one block for each of the query. */
ULONG WINAPI PerfQueryCounterData(HANDLE query, PPERF_DATA_HEADER buffer, DWORD size,
                                  LPDWORD actual);

#ifdef __cplusplus
} /* extern "C" */
#endif
