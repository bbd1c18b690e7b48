/* The names of the computer and the program, the environment, and the event log. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MAX_COMPUTERNAME_LENGTH 64 /* Linux' names are longer than Windows' 15 */

/* The name of the computer, as in a performance data block. `size` is the room in characters,
   and on return the length without the NUL. If the room is too small: ERROR_BUFFER_OVERFLOW, and
   `size` is the room needed. */
BOOL WINAPI GetComputerNameA(LPSTR name, LPDWORD size);
BOOL WINAPI GetComputerNameW(LPWSTR name, LPDWORD size); /* UTF-16 units */
#define GetComputerName OPENPERFLIB_A_OR_W(GetComputerName)

/* The process ID, as in the counter ID Process. */
DWORD WINAPI GetCurrentProcessId(void);
/* The kernel's ID of this thread, as in the counter ID Thread. */
DWORD WINAPI GetCurrentThreadId(void);

/* The absolute path of a module: of the program if `module` is NULL, of a library that is loaded,
   whose handle its DllMain gets, and of the library with the functions of a module such as
   "pdh.dll". ERROR_MOD_NOT_FOUND if it is none. Returns the length. If `size` is too small,
   cuts the path, returns `size` and sets ERROR_INSUFFICIENT_BUFFER. */
DWORD WINAPI GetModuleFileNameA(HMODULE module, LPSTR path, DWORD size);
DWORD WINAPI GetModuleFileNameW(HMODULE module, LPWSTR path, DWORD size); /* UTF-16 units */
#define GetModuleFileName OPENPERFLIB_A_OR_W(GetModuleFileName)

/* Replaces each %NAME% with the value of that variable; a name that is not set stays as it is.
   Returns the room needed, including the NUL. If that is more than `size`, nothing is written. 0
   and ERROR_INVALID_PARAMETER if `text` is NULL. */
DWORD WINAPI ExpandEnvironmentStringsA(LPCSTR text, LPSTR expanded, DWORD size);
/* UTF-16 units. */
DWORD WINAPI ExpandEnvironmentStringsW(LPCWSTR text, LPWSTR expanded, DWORD size);
#define ExpandEnvironmentStrings OPENPERFLIB_A_OR_W(ExpandEnvironmentStrings)

#define EVENTLOG_SUCCESS 0x0000
#define EVENTLOG_ERROR_TYPE 0x0001
#define EVENTLOG_WARNING_TYPE 0x0002
#define EVENTLOG_INFORMATION_TYPE 0x0004
#define EVENTLOG_AUDIT_SUCCESS 0x0008
#define EVENTLOG_AUDIT_FAILURE 0x0010

/* Opens a source under which events are reported. `server` is NULL for this computer; any other
   gives RPC_S_SERVER_UNAVAILABLE. NULL and ERROR_INVALID_PARAMETER without a name. */
HANDLE WINAPI RegisterEventSourceA(LPCSTR server, LPCSTR source);
HANDLE WINAPI RegisterEventSourceW(LPCWSTR server, LPCWSTR source); /* UTF-16 */
/* Closes the source. ERROR_INVALID_HANDLE for NULL. */
BOOL WINAPI DeregisterEventSource(HANDLE source);
/* Writes one line to the system log (syslog, journal): the source, the event, the category, the
   strings, and the data in hexadecimal. Errors and failed audits have the severity error,
   warnings warning, all others information. `user` is ignored. RPC_S_SERVER_UNAVAILABLE if no
   daemon reads the log. */
BOOL WINAPI ReportEventA(HANDLE source, WORD type, WORD category, DWORD event, PSID user,
                         WORD string_count, DWORD data_size, LPCSTR* strings, LPVOID data);
/* The same with the strings in UTF-16. */
BOOL WINAPI ReportEventW(HANDLE source, WORD type, WORD category, DWORD event, PSID user,
                         WORD string_count, DWORD data_size, LPCWSTR* strings, LPVOID data);
#define RegisterEventSource OPENPERFLIB_A_OR_W(RegisterEventSource)
#define ReportEvent OPENPERFLIB_A_OR_W(ReportEvent)

#ifdef __cplusplus
} /* extern "C" */
#endif
