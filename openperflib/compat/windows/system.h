/* What machine, program and environment this is; and the log. */
#pragma once

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MAX_COMPUTERNAME_LENGTH 64 /* Linux' names are longer than Windows' 15 */

/* The machine's name, as in a performance data block. `size`: room in characters, then the length
   without the NUL; where the room is too small ERROR_BUFFER_OVERFLOW and the room needed. */
BOOL WINAPI GetComputerNameA(LPSTR name, LPDWORD size);
BOOL WINAPI GetComputerNameW(LPWSTR name, LPDWORD size);
#define GetComputerName OPENPERFLIB_A_OR_W(GetComputerName)

/* The process's id, as in ID Process of a block. */
DWORD WINAPI GetCurrentProcessId(void);
/* The kernel's id of the thread, as in ID Thread. */
DWORD WINAPI GetCurrentThreadId(void);

/* The program's own path, for `module` NULL; another is ERROR_MOD_NOT_FOUND. Returns the length;
   where `size` is too small, `size`, with the path cut and ERROR_INSUFFICIENT_BUFFER. */
DWORD WINAPI GetModuleFileNameA(HMODULE module, LPSTR path, DWORD size);
DWORD WINAPI GetModuleFileNameW(HMODULE module, LPWSTR path, DWORD size);
#define GetModuleFileName OPENPERFLIB_A_OR_W(GetModuleFileName)

/* 0x0409, English: the language that counters have here ("Counter 009"). */
LANGID WINAPI GetUserDefaultLangID(void);

/* 10.0, of the NT kind (the highest bit is 0), without a build number. */
DWORD WINAPI GetVersion(void);

/* Puts the values of %NAME% in; what is not set stays as it is. Returns the room needed, NUL
   included, also where `size` is less: then nothing is written. 0 and ERROR_INVALID_PARAMETER for a
   NULL text. */
DWORD WINAPI ExpandEnvironmentStringsA(LPCSTR text, LPSTR expanded, DWORD size);
DWORD WINAPI ExpandEnvironmentStringsW(LPCWSTR text, LPWSTR expanded, DWORD size);
#define ExpandEnvironmentStrings OPENPERFLIB_A_OR_W(ExpandEnvironmentStrings)

#define EVENTLOG_SUCCESS 0x0000
#define EVENTLOG_ERROR_TYPE 0x0001
#define EVENTLOG_WARNING_TYPE 0x0002
#define EVENTLOG_INFORMATION_TYPE 0x0004
#define EVENTLOG_AUDIT_SUCCESS 0x0008
#define EVENTLOG_AUDIT_FAILURE 0x0010

/* A name under which events are reported. `server` is NULL: this machine; another is
   RPC_S_SERVER_UNAVAILABLE. NULL with ERROR_INVALID_PARAMETER for no name. */
HANDLE WINAPI RegisterEventSourceA(LPCSTR server, LPCSTR source);
HANDLE WINAPI RegisterEventSourceW(LPCWSTR server, LPCWSTR source);
/* Closes it. ERROR_INVALID_HANDLE for NULL. */
BOOL WINAPI DeregisterEventSource(HANDLE source);
/* A line in the system's log (syslog, journal): source, event, category, the strings, and the bytes
   in hexadecimal. Errors and refused audits are errors there, warnings warnings, the rest
   information. `user` is not looked at. RPC_S_SERVER_UNAVAILABLE where nothing takes a log. */
BOOL WINAPI ReportEventA(HANDLE source, WORD type, WORD category, DWORD event, PSID user,
                         WORD string_count, DWORD data_size, LPCSTR* strings, LPVOID data);
BOOL WINAPI ReportEventW(HANDLE source, WORD type, WORD category, DWORD event, PSID user,
                         WORD string_count, DWORD data_size, LPCWSTR* strings, LPVOID data);
#define RegisterEventSource OPENPERFLIB_A_OR_W(RegisterEventSource)
#define ReportEvent OPENPERFLIB_A_OR_W(ReportEvent)

#ifdef __cplusplus
} /* extern "C" */
#endif
