/* loadperf.h: installing, changing and removing the names of the performance counters of a
   service, for C11 and C++. What lodctr and unlodctr do, for installers. docs/lodctr.md.

   Conventions: every function returns a Win32 code, ERROR_SUCCESS (0) if it succeeds, and prints
   nothing. After a failure the title database is as it was. W functions use UTF-16, A functions
   UTF-8; otherwise both do the same. Root changes the system's title database, other users their
   own. Codes: ERROR_INVALID_PARAMETER (87) for NULL or if no file or service is named;
   ERROR_FILE_NOT_FOUND (2) without the .ini or its symbol header, or if nothing is installed that
   could be removed; ERROR_SERVICE_DOES_NOT_EXIST (1060) without a key Services\NAME;
   ERROR_ALREADY_EXISTS (183) if the titles of the service are installed; ERROR_INVALID_DATA (13)
   for mistakes in a file; ERROR_ACCESS_DENIED (5) if the database or the service is not the
   caller's to change; ERROR_NO_SYSTEM_RESOURCES (1450) if no run of indices is free;
   ERROR_BAD_NETPATH (53) for another computer. Threads: any number may call at the same time.
   Fork: a child may call, whatever the threads of its parent were doing.
   Source: loadperf.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/windows_api_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For InstallPerfDll. There are no MOF files here, so the first two have no effect. */
#define LOADPERF_FLAGS_DELETE_MOF_ON_EXIT ((ULONG_PTR)1) /* delete the MOF file at the end */
#define LOADPERF_FLAGS_LOAD_REGISTRY_ONLY ((ULONG_PTR)2) /* create no MOF file */
#define LOADPERF_FLAGS_CREATE_MOF_ONLY ((ULONG_PTR)4)    /* gives ERROR_NOT_SUPPORTED */
#define LOADPERF_FLAGS_DISPLAY_USER_MSGS ((ULONG_PTR)8)  /* no effect: nothing is printed */

/* Installs the titles of an .ini file. `computer`: NULL, or the name of this one. Other flags than
   those above give ERROR_INVALID_PARAMETER. */
DWORD WINAPI InstallPerfDllW(LPCWSTR computer, LPCWSTR ini_file, ULONG_PTR flags);
DWORD WINAPI InstallPerfDllA(LPCSTR computer, LPCSTR ini_file, ULONG_PTR flags); /* UTF-8 */

/* Installs the titles of an .ini file that a command line names: "lodctr FILE". Its first word is
   skipped; the rest is the file, in double quotes or not. `quiet` has no effect. */
DWORD WINAPI LoadPerfCounterTextStringsW(LPWSTR command_line, BOOL quiet);
DWORD WINAPI LoadPerfCounterTextStringsA(LPSTR command_line, BOOL quiet); /* UTF-8 */

/* Removes the titles of the service that a command line names: "unlodctr SERVICE". */
DWORD WINAPI UnloadPerfCounterTextStringsW(LPWSTR command_line, BOOL quiet);
DWORD WINAPI UnloadPerfCounterTextStringsA(LPSTR command_line, BOOL quiet); /* UTF-8 */

/* Replaces names and help texts of installed titles by those of two files with pairs: index, NUL,
   text, NUL. Fixed titles stay. `language`: hexadecimal digits, "009". `flags` must be 0. */
DWORD WINAPI UpdatePerfNameFilesW(LPCWSTR names_file, LPCWSTR help_file, LPWSTR language,
                                  ULONG_PTR flags);
DWORD WINAPI UpdatePerfNameFilesA(LPCSTR names_file, LPCSTR help_file, LPSTR language,
                                  ULONG_PTR flags);

/* Writes the Library Validation Code of a service, for its library as it is now. `reserved` must
   be NULL. */
DWORD WINAPI SetServiceAsTrustedW(LPCWSTR reserved, LPCWSTR service);
DWORD WINAPI SetServiceAsTrustedA(LPCSTR reserved, LPCSTR service); /* `service` in UTF-8 */

/* Writes all names and the settings of services to a file. `comment` has no effect. */
DWORD WINAPI BackupPerfRegistryToFileW(LPCWSTR file, LPCWSTR comment);

/* Restores what such a file has. With a language ("009"), only texts in this language of titles
   that are installed; NULL: everything. */
DWORD WINAPI RestorePerfRegistryFromFileW(LPCWSTR file, LPCWSTR language);

#ifdef UNICODE
#define InstallPerfDll InstallPerfDllW
#define LoadPerfCounterTextStrings LoadPerfCounterTextStringsW
#define UnloadPerfCounterTextStrings UnloadPerfCounterTextStringsW
#define UpdatePerfNameFiles UpdatePerfNameFilesW
#define SetServiceAsTrusted SetServiceAsTrustedW
#else
#define InstallPerfDll InstallPerfDllA
#define LoadPerfCounterTextStrings LoadPerfCounterTextStringsA
#define UnloadPerfCounterTextStrings UnloadPerfCounterTextStringsA
#define UpdatePerfNameFiles UpdatePerfNameFilesA
#define SetServiceAsTrusted SetServiceAsTrustedA
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
