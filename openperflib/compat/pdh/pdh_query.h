/* The functions of pdh.h for queries, their counters and values, for C11 and C++.

   Conventions of all functions of pdh.h: each returns ERROR_SUCCESS (0) or a code, mostly one of
   pdhmsg.h. They judge in this order: pointers that must not be NULL give PDH_INVALID_ARGUMENT;
   then a handle that is NULL, closed, of another kind or made up gives PDH_INVALID_HANDLE; then
   values, flags and texts. On failure no output is written except sizes and counts, and a handle
   that the call should have made, which is NULL then. W functions use UTF-16, A functions UTF-8;
   otherwise both do the same.
   Two calls: with a size of 0 or a buffer of NULL, whatever the size says, a function gives
   PDH_MORE_DATA and the size that is needed; a buffer that is too small gives the same. On success
   the size is what was used.
   Data sources: NULL is this machine; a text is a log file, several of them, or SQL:DSN!LOGSET.
   H_WBEM_DATASOURCE and paths of WBEM give PDH_CANNOT_CONNECT_WMI_SERVER; other machines
   PDH_CSTATUS_NO_MACHINE.
   Threads: any number may call at the same time. Fork: a child may use its parent's queries, but
   the thread of PdhCollectQueryDataEx is not in it, and a query of a log set (SQL:) is closed.
   Source: pdh.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/pdh_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* PDH_VERSION. */
PDH_STATUS WINAPI PdhGetDllVersion(LPDWORD version);

/* Opens a query: counters that are collected together. `source` is a data source, `user_data` any
   number, which PdhGetCounterInfo gives back. PdhCloseQuery closes it. Errors of a log:
   PDH_FILE_NOT_FOUND, PDH_LOG_FILE_OPEN_ERROR, PDH_UNKNOWN_LOG_FORMAT, ... */
PDH_STATUS WINAPI PdhOpenQueryW(LPCWSTR source, DWORD_PTR user_data, PDH_HQUERY* query);
PDH_STATUS WINAPI PdhOpenQueryA(LPCSTR source, DWORD_PTR user_data, PDH_HQUERY* query); /* UTF-8 */
/* Opens a query of H_REALTIME_DATASOURCE, or of what PdhOpenLog or PdhBindInputDataSource opened,
   which may be closed before the query. */
PDH_STATUS WINAPI PdhOpenQueryH(PDH_HLOG source, DWORD_PTR user_data, PDH_HQUERY* query);
/* Closes a query with its counters, and ends its collecting thread. Logs that it writes are
   completed; their handles stay open. */
PDH_STATUS WINAPI PdhCloseQuery(PDH_HQUERY query);
/* TRUE: the query reads this machine. FALSE: a log, or there is no such query. */
BOOL WINAPI PdhIsRealTimeQuery(PDH_HQUERY query);
/* Restricts a query of a log to a range of local times, both ends included; after the first
   collection the query restarts. PDH_DATA_SOURCE_IS_REAL_TIME; PDH_INVALID_ARGUMENT if the end
   is not after the start. */
PDH_STATUS WINAPI PdhSetQueryTimeRange(PDH_HQUERY query, PPDH_TIME_INFO range);
/* DATA_SOURCE_REGISTRY, once for a process and before its first query; otherwise
   PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE. DATA_SOURCE_WBEM: PDH_CANNOT_CONNECT_WMI_SERVER. */
PDH_STATUS WINAPI PdhSetDefaultRealTimeDataSource(DWORD source);

/* Adds the counter of a path to a query; its instance may contain wildcards (*), and then the
   arrays below give the values. An instance that does not exist now is added too. Not added:
   PDH_CSTATUS_NO_OBJECT, PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_NO_MACHINE,
   PDH_CSTATUS_NO_COUNTERNAME for "", PDH_CSTATUS_BAD_COUNTERNAME for what is not a path or is
   longer than PDH_MAX_COUNTER_PATH. */
PDH_STATUS WINAPI PdhAddCounterW(PDH_HQUERY query, LPCWSTR path, DWORD_PTR user_data,
                                 PDH_HCOUNTER* counter);
PDH_STATUS WINAPI PdhAddCounterA(PDH_HQUERY query, LPCSTR path, DWORD_PTR user_data,
                                 PDH_HCOUNTER* counter);
/* The same by the English names, whatever the language. */
PDH_STATUS WINAPI PdhAddEnglishCounterW(PDH_HQUERY query, LPCWSTR path, DWORD_PTR user_data,
                                        PDH_HCOUNTER* counter);
PDH_STATUS WINAPI PdhAddEnglishCounterA(PDH_HQUERY query, LPCSTR path, DWORD_PTR user_data,
                                        PDH_HCOUNTER* counter);
/* Removes a counter from its query. */
PDH_STATUS WINAPI PdhRemoveCounter(PDH_HCOUNTER counter);

/* Collects all counters of a query once; of a log, its next record. PDH_NO_DATA: the query has no
   counters, or none of them has an instance now. PDH_NO_MORE_DATA: the log or the range has ended.
 */
PDH_STATUS WINAPI PdhCollectQueryData(PDH_HQUERY query);
/* The same, and the time of the collection: 100-ns intervals since 1601, local time. */
PDH_STATUS WINAPI PdhCollectQueryDataWithTime(PDH_HQUERY query, LONGLONG* time);
/* Collects every `seconds` seconds in a thread, and sets the event after each time. `event` is NULL
   or of CreateEvent. The next call and PdhCloseQuery end the thread. PDH_NO_DATA without counters;
   0 seconds: PDH_INVALID_ARGUMENT. */
PDH_STATUS WINAPI PdhCollectQueryDataEx(PDH_HQUERY query, DWORD seconds, HANDLE event);

/* The value of a counter from its last two readings. `format`: PDH_FMT_...; `type`: the counter's
   type, or NULL. PDH_INVALID_DATA: there is no value, and value->CStatus says why;
   PDH_CALC_NEGATIVE_...: a reading went back; PDH_INVALID_ARGUMENT: another format, a counter with
   wildcards, or a type that has no value of its own. */
PDH_STATUS WINAPI PdhGetFormattedCounterValue(PDH_HCOUNTER counter, DWORD format, LPDWORD type,
                                              PPDH_FMT_COUNTERVALUE value);
/* The values of all instances, with their names in the same buffer. `size` is in bytes. An instance
   without a value has its CStatus and 0. PDH_NO_DATA: there is no instance now. */
PDH_STATUS WINAPI PdhGetFormattedCounterArrayW(PDH_HCOUNTER counter, DWORD format, LPDWORD size,
                                               LPDWORD count, PPDH_FMT_COUNTERVALUE_ITEM_W items);
PDH_STATUS WINAPI PdhGetFormattedCounterArrayA(PDH_HCOUNTER counter, DWORD format, LPDWORD size,
                                               LPDWORD count, PPDH_FMT_COUNTERVALUE_ITEM_A items);
/* The last reading of a counter; value->CStatus says whether it is one. */
PDH_STATUS WINAPI PdhGetRawCounterValue(PDH_HCOUNTER counter, LPDWORD type, PPDH_RAW_COUNTER value);
/* The last readings of all instances, as PdhGetFormattedCounterArray gives them. */
PDH_STATUS WINAPI PdhGetRawCounterArrayW(PDH_HCOUNTER counter, LPDWORD size, LPDWORD count,
                                         PPDH_RAW_COUNTER_ITEM_W items);
PDH_STATUS WINAPI PdhGetRawCounterArrayA(PDH_HCOUNTER counter, LPDWORD size, LPDWORD count,
                                         PPDH_RAW_COUNTER_ITEM_A items);

/* The value that two readings of a counter make, with its type, time base and scale. `older` may be
   NULL if the type needs one reading. */
PDH_STATUS WINAPI PdhCalculateCounterFromRawValue(PDH_HCOUNTER counter, DWORD format,
                                                  PPDH_RAW_COUNTER newer, PPDH_RAW_COUNTER older,
                                                  PPDH_FMT_COUNTERVALUE value);
/* The same without a counter: of a type (PERF_COUNTER_COUNTER, ...). `time_base` and `older` may be
   NULL if the type does not need them; otherwise PDH_INVALID_ARGUMENT, as for types of bases. */
PDH_STATUS WINAPI PdhFormatFromRawValue(DWORD type, DWORD format, LONGLONG* time_base,
                                        PPDH_RAW_COUNTER newer, PPDH_RAW_COUNTER older,
                                        PPDH_FMT_COUNTERVALUE value);
/* The smallest, the largest and the mean value of `count` readings in a ring, whose oldest is at
   `first`. Readings without a usable CStatus are skipped. */
PDH_STATUS WINAPI PdhComputeCounterStatistics(PDH_HCOUNTER counter, DWORD format, DWORD first,
                                              DWORD count, PPDH_RAW_COUNTER readings,
                                              PPDH_STATISTICS statistics);

/* Type, scale, path and user data of a counter; with `explain_text` also its help. `size` is in
   bytes. The handle is judged before the pointers. */
PDH_STATUS WINAPI PdhGetCounterInfoW(PDH_HCOUNTER counter, BOOLEAN explain_text, LPDWORD size,
                                     PPDH_COUNTER_INFO_W buffer);
PDH_STATUS WINAPI PdhGetCounterInfoA(PDH_HCOUNTER counter, BOOLEAN explain_text, LPDWORD size,
                                     PPDH_COUNTER_INFO_A buffer);
/* Ticks per second of the clock that the counter's type uses. */
PDH_STATUS WINAPI PdhGetCounterTimeBase(PDH_HCOUNTER counter, LONGLONG* time_base);
/* Formatted values are multiplied with 10 to the power of `factor`: -7 to 7, otherwise
   PDH_INVALID_ARGUMENT. */
PDH_STATUS WINAPI PdhSetCounterScaleFactor(PDH_HCOUNTER counter, LONG factor);

#ifdef UNICODE
#define PdhOpenQuery PdhOpenQueryW
#define PdhAddCounter PdhAddCounterW
#define PdhAddEnglishCounter PdhAddEnglishCounterW
#define PdhGetFormattedCounterArray PdhGetFormattedCounterArrayW
#define PdhGetRawCounterArray PdhGetRawCounterArrayW
#define PdhGetCounterInfo PdhGetCounterInfoW
#else
#define PdhOpenQuery PdhOpenQueryA
#define PdhAddCounter PdhAddCounterA
#define PdhAddEnglishCounter PdhAddEnglishCounterA
#define PdhGetFormattedCounterArray PdhGetFormattedCounterArrayA
#define PdhGetRawCounterArray PdhGetRawCounterArrayA
#define PdhGetCounterInfo PdhGetCounterInfoA
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
