/* The functions of perflib.h that publish counter sets, for C11 and C++.

   Conventions: each function returns a Win32 code, ERROR_SUCCESS (0) if it succeeds. The two that
   return an instance give NULL instead, and GetLastError() says why; success leaves the last error
   as it was. Codes: ERROR_INVALID_PARAMETER (87) for NULL, for sizes and numbers that cannot be,
   and for an instance of another handle; ERROR_INVALID_HANDLE (6) for a handle that is not open;
   ERROR_ALREADY_EXISTS (183) for a set or an instance that the handle has already; ERROR_NOT_FOUND
   (1168) for a set or a counter that it lacks; ERROR_NOT_ENOUGH_MEMORY (8) also if the program's
   own memory function refuses; ERROR_ACCESS_DENIED (5) if there is no folder in which the process
   may publish. Threads: any number may call at the same time, but a pointer to an instance ends
   with PerfDeleteInstance and PerfStopProvider. Fork: a child may go on to change the values of its
   parent's instances; for every other call the parent's handles are not open in it.
   docs/guide-publish.md. Source: perflib.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/perflib_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/last_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins to publish. A process may have several providers, also with the same GUID. `callback` gets
   the requests of readers in a thread of this library; NULL: they are not wanted. */
ULONG WINAPI PerfStartProvider(LPGUID provider_guid, PERFLIBREQUEST callback, HANDLE* provider);
/* The same with a callback, and with memory functions of the program. NULL: with neither. */
ULONG WINAPI PerfStartProviderEx(LPGUID provider_guid, PPERF_PROVIDER_CONTEXT context,
                                 HANDLE* provider);
/* Withdraws the sets of a provider, with all instances, and waits for callbacks that run. In its
   own callback: ERROR_POSSIBLE_DEADLOCK (1131). */
ULONG WINAPI PerfStopProvider(HANDLE provider);

/* Describes a set, once for each handle: a PERF_COUNTERSET_INFO and its counters, `size` bytes.
   Readers see the set from then on, even if no manifest describes it. */
ULONG WINAPI PerfSetCounterSetInfo(HANDLE provider, PPERF_COUNTERSET_INFO set_template, ULONG size);

/* An instance of a set, whose values are 0; PerfDeleteInstance frees it. `name`: up to 1,023 UTF-16
   units, empty only in a set of one instance. */
PPERF_COUNTERSET_INSTANCE WINAPI PerfCreateInstance(HANDLE provider, LPCGUID set, LPCWSTR name,
                                                    ULONG instance_id);
/* Frees an instance; its readers see it no more. */
ULONG WINAPI PerfDeleteInstance(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance);
/* The instance of this handle that has the name and the id. */
PPERF_COUNTERSET_INSTANCE WINAPI PerfQueryInstance(HANDLE provider, LPCGUID set, LPCWSTR name,
                                                   ULONG instance_id);

/* For a counter with PERF_ATTRIB_BY_REFERENCE: where its value is, a number as wide as the counter,
   which is read when it is collected; NULL: it has none now. */
ULONG WINAPI PerfSetCounterRefValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                    ULONG counter_id, PVOID address);
/* Changes the value of a counter of 4 bytes (ULong) or of 8 (ULongLong). An addition or subtraction
   is one atomic step, and wraps. */
ULONG WINAPI PerfSetULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                      ULONG counter_id, ULONG value);
/* The same for 8 bytes. */
ULONG WINAPI PerfSetULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                          ULONG counter_id, ULONGLONG value);
/* Adds to 4 bytes. */
ULONG WINAPI PerfIncrementULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                            ULONG counter_id, ULONG value);
/* Adds to 8 bytes. */
ULONG WINAPI PerfIncrementULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                                ULONG counter_id, ULONGLONG value);
/* Subtracts from 4 bytes. */
ULONG WINAPI PerfDecrementULongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                            ULONG counter_id, ULONG value);
/* Subtracts from 8 bytes. */
ULONG WINAPI PerfDecrementULongLongCounterValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance,
                                                ULONG counter_id, ULONGLONG value);

#ifdef __cplusplus
} /* extern "C" */
#endif
