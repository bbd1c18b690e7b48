/* The functions of pdh.h for paths, names, lists and choices, for C11 and C++. The conventions are
   those of pdh_query.h. Sizes of texts are in characters, with the NUL; lists end with two. Paths:
   \\machine\object(parent/instance#n)\counter; only * is a wildcard, and a path without a machine
   asks this computer.
   Source: pdh.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/pdh_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a path of its parts. PDH_INVALID_ARGUMENT without an object or a counter; flags of WBEM:
   PDH_CANNOT_CONNECT_WMI_SERVER. */
PDH_STATUS WINAPI PdhMakeCounterPathW(PPDH_COUNTER_PATH_ELEMENTS_W elements, LPWSTR path,
                                      LPDWORD size, DWORD flags);
PDH_STATUS WINAPI PdhMakeCounterPathA(PPDH_COUNTER_PATH_ELEMENTS_A elements, LPSTR path,
                                      LPDWORD size, DWORD flags);
/* Splits a path into its parts, whose texts are in the same buffer; `size` is in bytes. A path
   without a machine has this computer's name. PDH_INVALID_PATH for what is not a path;
   PDH_INVALID_ARGUMENT for other flags than 0. */
PDH_STATUS WINAPI PdhParseCounterPathW(LPCWSTR path, PPDH_COUNTER_PATH_ELEMENTS_W elements,
                                       LPDWORD size, DWORD flags);
PDH_STATUS WINAPI PdhParseCounterPathA(LPCSTR path, PPDH_COUNTER_PATH_ELEMENTS_A elements,
                                       LPDWORD size, DWORD flags);
/* Splits "parent/instance#n"; `index` may be NULL, and is 0 without #n. PDH_INVALID_INSTANCE for
   what is not a name of an instance. */
PDH_STATUS WINAPI PdhParseInstanceNameW(LPCWSTR text, LPWSTR instance, LPDWORD instance_size,
                                        LPWSTR parent, LPDWORD parent_size, LPDWORD index);
PDH_STATUS WINAPI PdhParseInstanceNameA(LPCSTR text, LPSTR instance, LPDWORD instance_size,
                                        LPSTR parent, LPDWORD parent_size, LPDWORD index);

/* Whether this machine has the counter of a path: PDH_CSTATUS_NO_OBJECT, PDH_CSTATUS_NO_COUNTER,
   PDH_CSTATUS_NO_INSTANCE, PDH_CSTATUS_NO_MACHINE; PDH_CSTATUS_BAD_COUNTERNAME for what is not a
   path; PDH_INVALID_ARGUMENT for NULL and "". */
PDH_STATUS WINAPI PdhValidatePathW(LPCWSTR path);
PDH_STATUS WINAPI PdhValidatePathA(LPCSTR path); /* `path` in UTF-8 */
/* Validates a path in a data source. */
PDH_STATUS WINAPI PdhValidatePathExW(PDH_HLOG source, LPCWSTR path);
PDH_STATUS WINAPI PdhValidatePathExA(PDH_HLOG source, LPCSTR path); /* `path` in UTF-8 */

/* The counters of this machine that a path with wildcards names, as a list of paths. The call that
   asks for the size looks again, and the one that fills the buffer returns what it found. */
PDH_STATUS WINAPI PdhExpandCounterPathW(LPCWSTR path, LPWSTR paths, LPDWORD size);
PDH_STATUS WINAPI PdhExpandCounterPathA(LPCSTR path, LPSTR paths, LPDWORD size); /* in UTF-8 */
/* Expands a path in a data source. `flags`: PDH_NOEXPANDCOUNTERS, PDH_NOEXPANDINSTANCES and
   PDH_REFRESHCOUNTERS. PDH_INVALID_PATH; PDH_CSTATUS_NO_OBJECT for an object that does not exist.
 */
PDH_STATUS WINAPI PdhExpandWildCardPathW(LPCWSTR source, LPCWSTR path, LPWSTR paths, LPDWORD size,
                                         DWORD flags);
PDH_STATUS WINAPI PdhExpandWildCardPathA(LPCSTR source, LPCSTR path, LPSTR paths, LPDWORD size,
                                         DWORD flags);
/* The same in H_REALTIME_DATASOURCE, or in a log that is open for reading. */
PDH_STATUS WINAPI PdhExpandWildCardPathHW(PDH_HLOG source, LPCWSTR path, LPWSTR paths, LPDWORD size,
                                          DWORD flags);
PDH_STATUS WINAPI PdhExpandWildCardPathHA(PDH_HLOG source, LPCSTR path, LPSTR paths, LPDWORD size,
                                          DWORD flags);

/* The machines of a data source, as \\NAME; of NULL, this computer and what PdhConnectMachine
   named. */
PDH_STATUS WINAPI PdhEnumMachinesW(LPCWSTR source, LPWSTR machines, LPDWORD size);
PDH_STATUS WINAPI PdhEnumMachinesA(LPCSTR source, LPSTR machines, LPDWORD size);
/* The same for H_REALTIME_DATASOURCE, which is NULL, or a log that is open for reading. */
PDH_STATUS WINAPI PdhEnumMachinesHW(PDH_HLOG source, LPWSTR machines, LPDWORD size);
PDH_STATUS WINAPI PdhEnumMachinesHA(PDH_HLOG source, LPSTR machines, LPDWORD size);
/* The objects of a machine at a detail level or below it (PERF_DETAIL_...; 0 and -1: all levels),
   costly ones with PERF_DETAIL_COSTLY and -1 only. `refresh`: looks again. */
PDH_STATUS WINAPI PdhEnumObjectsW(LPCWSTR source, LPCWSTR machine, LPWSTR objects, LPDWORD size,
                                  DWORD detail_level, BOOL refresh);
PDH_STATUS WINAPI PdhEnumObjectsA(LPCSTR source, LPCSTR machine, LPSTR objects, LPDWORD size,
                                  DWORD detail_level, BOOL refresh);
/* The same for H_REALTIME_DATASOURCE, or a log that is open for reading. */
PDH_STATUS WINAPI PdhEnumObjectsHW(PDH_HLOG source, LPCWSTR machine, LPWSTR objects, LPDWORD size,
                                   DWORD detail_level, BOOL refresh);
PDH_STATUS WINAPI PdhEnumObjectsHA(PDH_HLOG source, LPCSTR machine, LPSTR objects, LPDWORD size,
                                   DWORD detail_level, BOOL refresh);
/* The counters and the instances of an object, each name once. A size of instances of 0 afterwards:
   the object has none; 2: it has none now. What was found is kept until PdhEnumObjects refreshes
   it. `detail_level` as for PdhEnumObjects; `flags` has no effect. PDH_MORE_DATA if a list lacks
   room; the other one is filled then if it has. */
PDH_STATUS WINAPI PdhEnumObjectItemsW(LPCWSTR source, LPCWSTR machine, LPCWSTR object,
                                      LPWSTR counters, LPDWORD counters_size, LPWSTR instances,
                                      LPDWORD instances_size, DWORD detail_level, DWORD flags);
PDH_STATUS WINAPI PdhEnumObjectItemsA(LPCSTR source, LPCSTR machine, LPCSTR object, LPSTR counters,
                                      LPDWORD counters_size, LPSTR instances,
                                      LPDWORD instances_size, DWORD detail_level, DWORD flags);
/* The same for H_REALTIME_DATASOURCE, or a log that is open for reading. */
PDH_STATUS WINAPI PdhEnumObjectItemsHW(PDH_HLOG source, LPCWSTR machine, LPCWSTR object,
                                       LPWSTR counters, LPDWORD counters_size, LPWSTR instances,
                                       LPDWORD instances_size, DWORD detail_level, DWORD flags);
PDH_STATUS WINAPI PdhEnumObjectItemsHA(PDH_HLOG source, LPCSTR machine, LPCSTR object,
                                       LPSTR counters, LPDWORD counters_size, LPSTR instances,
                                       LPDWORD instances_size, DWORD detail_level, DWORD flags);

/* The object and the counter that a choice begins with. PDH_CSTATUS_NO_OBJECT,
   PDH_CSTATUS_NO_COUNTER. */
PDH_STATUS WINAPI PdhGetDefaultPerfObjectW(LPCWSTR source, LPCWSTR machine, LPWSTR object,
                                           LPDWORD size);
PDH_STATUS WINAPI PdhGetDefaultPerfObjectA(LPCSTR source, LPCSTR machine, LPSTR object,
                                           LPDWORD size);
/* The same for H_REALTIME_DATASOURCE, or a log that is open for reading. */
PDH_STATUS WINAPI PdhGetDefaultPerfObjectHW(PDH_HLOG source, LPCWSTR machine, LPWSTR object,
                                            LPDWORD size);
PDH_STATUS WINAPI PdhGetDefaultPerfObjectHA(PDH_HLOG source, LPCSTR machine, LPSTR object,
                                            LPDWORD size);
/* The counter that a choice begins with, among those of `object`. */
PDH_STATUS WINAPI PdhGetDefaultPerfCounterW(LPCWSTR source, LPCWSTR machine, LPCWSTR object,
                                            LPWSTR counter, LPDWORD size);
PDH_STATUS WINAPI PdhGetDefaultPerfCounterA(LPCSTR source, LPCSTR machine, LPCSTR object,
                                            LPSTR counter, LPDWORD size);
/* The same for H_REALTIME_DATASOURCE, or a log that is open for reading. */
PDH_STATUS WINAPI PdhGetDefaultPerfCounterHW(PDH_HLOG source, LPCWSTR machine, LPCWSTR object,
                                             LPWSTR counter, LPDWORD size);
PDH_STATUS WINAPI PdhGetDefaultPerfCounterHA(PDH_HLOG source, LPCSTR machine, LPCSTR object,
                                             LPSTR counter, LPDWORD size);

/* The name of a title index, and the lowest index of a name. PDH_STRING_NOT_FOUND. */
PDH_STATUS WINAPI PdhLookupPerfNameByIndexW(LPCWSTR machine, DWORD index, LPWSTR name,
                                            LPDWORD size);
PDH_STATUS WINAPI PdhLookupPerfNameByIndexA(LPCSTR machine, DWORD index, LPSTR name, LPDWORD size);
/* The lowest index of `name`. */
PDH_STATUS WINAPI PdhLookupPerfIndexByNameW(LPCWSTR machine, LPCWSTR name, LPDWORD index);
PDH_STATUS WINAPI PdhLookupPerfIndexByNameA(LPCSTR machine, LPCSTR name, LPDWORD index); /* UTF-8 */

/* Success for NULL and for the name of this computer, with or without \\; otherwise
   PDH_CSTATUS_NO_MACHINE. */
PDH_STATUS WINAPI PdhConnectMachineW(LPCWSTR machine);
PDH_STATUS WINAPI PdhConnectMachineA(LPCSTR machine); /* `machine` in UTF-8 */

/* Lets the user choose counters, or a log, on the terminal, with the perflib that is installed with
   this library. PDH_DIALOG_CANCELLED if nothing was chosen, standard input is not a terminal, there
   is no perflib, or the program has gained privileges; PDH_MORE_DATA if the buffer is too small. A
   size of 0 of PdhSelectDataSource asks nobody and gives PDH_MAX_DATASOURCE_PATH; "" is this
   machine. */
PDH_STATUS WINAPI PdhBrowseCountersW(PPDH_BROWSE_DLG_CONFIG_W dialog);
PDH_STATUS WINAPI PdhBrowseCountersA(PPDH_BROWSE_DLG_CONFIG_A dialog); /* texts in UTF-8 */
/* The same in the data source that hDataSource of the dialog has open. */
PDH_STATUS WINAPI PdhBrowseCountersHW(PPDH_BROWSE_DLG_CONFIG_HW dialog);
PDH_STATUS WINAPI PdhBrowseCountersHA(PPDH_BROWSE_DLG_CONFIG_HA dialog);
/* `flags`: 0 or PDH_FLAGS_FILE_BROWSER_ONLY, otherwise PDH_INVALID_ARGUMENT. `owner` has no
   effect. */
PDH_STATUS WINAPI PdhSelectDataSourceW(HWND owner, DWORD flags, LPWSTR source, LPDWORD size);
PDH_STATUS WINAPI PdhSelectDataSourceA(HWND owner, DWORD flags, LPSTR source, LPDWORD size);

#ifdef UNICODE
#define PdhMakeCounterPath PdhMakeCounterPathW
#define PdhParseCounterPath PdhParseCounterPathW
#define PdhParseInstanceName PdhParseInstanceNameW
#define PdhValidatePath PdhValidatePathW
#define PdhValidatePathEx PdhValidatePathExW
#define PdhExpandCounterPath PdhExpandCounterPathW
#define PdhExpandWildCardPath PdhExpandWildCardPathW
#define PdhExpandWildCardPathH PdhExpandWildCardPathHW
#define PdhEnumMachines PdhEnumMachinesW
#define PdhEnumMachinesH PdhEnumMachinesHW
#define PdhEnumObjects PdhEnumObjectsW
#define PdhEnumObjectsH PdhEnumObjectsHW
#define PdhEnumObjectItems PdhEnumObjectItemsW
#define PdhEnumObjectItemsH PdhEnumObjectItemsHW
#define PdhGetDefaultPerfObject PdhGetDefaultPerfObjectW
#define PdhGetDefaultPerfObjectH PdhGetDefaultPerfObjectHW
#define PdhGetDefaultPerfCounter PdhGetDefaultPerfCounterW
#define PdhGetDefaultPerfCounterH PdhGetDefaultPerfCounterHW
#define PdhLookupPerfNameByIndex PdhLookupPerfNameByIndexW
#define PdhLookupPerfIndexByName PdhLookupPerfIndexByNameW
#define PdhConnectMachine PdhConnectMachineW
#define PdhBrowseCounters PdhBrowseCountersW
#define PdhBrowseCountersH PdhBrowseCountersHW
#define PdhSelectDataSource PdhSelectDataSourceW
#else
#define PdhMakeCounterPath PdhMakeCounterPathA
#define PdhParseCounterPath PdhParseCounterPathA
#define PdhParseInstanceName PdhParseInstanceNameA
#define PdhValidatePath PdhValidatePathA
#define PdhValidatePathEx PdhValidatePathExA
#define PdhExpandCounterPath PdhExpandCounterPathA
#define PdhExpandWildCardPath PdhExpandWildCardPathA
#define PdhExpandWildCardPathH PdhExpandWildCardPathHA
#define PdhEnumMachines PdhEnumMachinesA
#define PdhEnumMachinesH PdhEnumMachinesHA
#define PdhEnumObjects PdhEnumObjectsA
#define PdhEnumObjectsH PdhEnumObjectsHA
#define PdhEnumObjectItems PdhEnumObjectItemsA
#define PdhEnumObjectItemsH PdhEnumObjectItemsHA
#define PdhGetDefaultPerfObject PdhGetDefaultPerfObjectA
#define PdhGetDefaultPerfObjectH PdhGetDefaultPerfObjectHA
#define PdhGetDefaultPerfCounter PdhGetDefaultPerfCounterA
#define PdhGetDefaultPerfCounterH PdhGetDefaultPerfCounterHA
#define PdhLookupPerfNameByIndex PdhLookupPerfNameByIndexA
#define PdhLookupPerfIndexByName PdhLookupPerfIndexByNameA
#define PdhConnectMachine PdhConnectMachineA
#define PdhBrowseCounters PdhBrowseCountersA
#define PdhBrowseCountersH PdhBrowseCountersHA
#define PdhSelectDataSource PdhSelectDataSourceA
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
