/* winreg.h: the registry as a reader of performance data sees it, for C11 and C++.
   Three keys are always open: HKEY_PERFORMANCE_DATA, HKEY_PERFORMANCE_TEXT and
   HKEY_PERFORMANCE_NLSTEXT; below HKEY_LOCAL_MACHINE stand the keys that describe them. Of all
   of it the formats of the names of processes and threads alone can be written, for this process.
   docs/registry.md says what each call answers.

   Conventions: every function returns a Win32 code, ERROR_SUCCESS (0) where it did its work. On
   failure no output is written but the sizes that docs/registry.md names. Sizes of data are bytes,
   sizes of names are characters. W functions take UTF-16, A functions UTF-8; both answer alike.
   Threads: any number may call at once. After fork() the child collects for itself.
   Source: winreg.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/windows_types.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef LONG LSTATUS;        /* a Win32 code */
typedef struct HKEY__* HKEY; /* an open key; never pointed at by anything */
typedef HKEY* PHKEY;         /* where an opened key is put */
typedef DWORD REGSAM;        /* KEY_...: what a key is opened for */

/* The low 32 bits say which, sign-extended as on 64-bit Windows. */
#define OPENPERFLIB_HKEY(number) ((HKEY)(intptr_t)(int32_t)(number))
#define HKEY_LOCAL_MACHINE OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_LOCAL_MACHINE)
#define HKEY_USERS OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_USERS)
#define HKEY_PERFORMANCE_DATA OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_PERFORMANCE_DATA)
#define HKEY_PERFORMANCE_TEXT OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_PERFORMANCE_TEXT)
#define HKEY_PERFORMANCE_NLSTEXT OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_PERFORMANCE_NLSTEXT)

/* Reads a value: on HKEY_PERFORMANCE_DATA a performance data block ("Global", "2 238") or a table
   of titles ("Counter 009"). A block's size is not told beforehand: grow the buffer and ask again
   on ERROR_MORE_DATA. `reserved` is NULL. */
LSTATUS WINAPI RegQueryValueExW(HKEY key, LPCWSTR value_name, LPDWORD reserved, LPDWORD type,
                                LPBYTE data, LPDWORD data_size);
/* The same with names and titles in UTF-8. */
LSTATUS WINAPI RegQueryValueExA(HKEY key, LPCSTR value_name, LPDWORD reserved, LPDWORD type,
                                LPBYTE data, LPDWORD data_size);

/* How many subkeys and values a key has, and how long their names and values are at most. Any
   output may be NULL. */
LSTATUS WINAPI RegQueryInfoKeyW(HKEY key, LPWSTR class_name, LPDWORD class_size, LPDWORD reserved,
                                LPDWORD subkeys, LPDWORD longest_subkey, LPDWORD longest_class,
                                LPDWORD values, LPDWORD longest_value_name, LPDWORD largest_value,
                                LPDWORD security_size, FILETIME* last_write);
/* The same; lengths of names are those of their UTF-8. */
LSTATUS WINAPI RegQueryInfoKeyA(HKEY key, LPSTR class_name, LPDWORD class_size, LPDWORD reserved,
                                LPDWORD subkeys, LPDWORD longest_subkey, LPDWORD longest_class,
                                LPDWORD values, LPDWORD longest_value_name, LPDWORD largest_value,
                                LPDWORD security_size, FILETIME* last_write);

/* The value at a position: `Counter` and `Help` of the performance keys. `name_size` is the room in
   characters, then the name's length without its NUL. */
LSTATUS WINAPI RegEnumValueW(HKEY key, DWORD position, LPWSTR name, LPDWORD name_size,
                             LPDWORD reserved, LPDWORD type, LPBYTE data, LPDWORD data_size);
/* The same with names and values in UTF-8. */
LSTATUS WINAPI RegEnumValueA(HKEY key, DWORD position, LPSTR name, LPDWORD name_size,
                             LPDWORD reserved, LPDWORD type, LPBYTE data, LPDWORD data_size);

/* The name of the subkey at a position; `name_size` as above. */
LSTATUS WINAPI RegEnumKeyExW(HKEY key, DWORD position, LPWSTR name, LPDWORD name_size,
                             LPDWORD reserved, LPWSTR class_name, LPDWORD class_size,
                             FILETIME* last_write);
/* The same with names in UTF-8. */
LSTATUS WINAPI RegEnumKeyExA(HKEY key, DWORD position, LPSTR name, LPDWORD name_size,
                             LPDWORD reserved, LPSTR class_name, LPDWORD class_size,
                             FILETIME* last_write);

/* The same; `name_size` is the room in characters. */
LSTATUS WINAPI RegEnumKeyW(HKEY key, DWORD position, LPWSTR name, DWORD name_size);
/* The same with names in UTF-8. */
LSTATUS WINAPI RegEnumKeyA(HKEY key, DWORD position, LPSTR name, DWORD name_size);

/* Opens a key. `options` and `access` change nothing: all keys answer alike. */
LSTATUS WINAPI RegOpenKeyExW(HKEY key, LPCWSTR subkey, DWORD options, REGSAM access, PHKEY opened);
/* The same with a path in UTF-8, as all that follow. */
LSTATUS WINAPI RegOpenKeyExA(HKEY key, LPCSTR subkey, DWORD options, REGSAM access, PHKEY opened);

/* The same; a NULL or empty path gives the key itself. */
LSTATUS WINAPI RegOpenKeyW(HKEY key, LPCWSTR subkey, PHKEY opened);
LSTATUS WINAPI RegOpenKeyA(HKEY key, LPCSTR subkey, PHKEY opened);

/* A key of a machine; NULL is this one. Another gives ERROR_BAD_NETPATH. */
LSTATUS WINAPI RegConnectRegistryW(LPCWSTR machine, HKEY key, PHKEY opened);
LSTATUS WINAPI RegConnectRegistryA(LPCSTR machine, HKEY key, PHKEY opened);

/* The unnamed value of a subkey: there is none anywhere. */
LSTATUS WINAPI RegQueryValueW(HKEY key, LPCWSTR subkey, LPWSTR data, PLONG data_size);
LSTATUS WINAPI RegQueryValueA(HKEY key, LPCSTR subkey, LPSTR data, PLONG data_size);

/* Would write the unnamed value of a subkey: always refused. */
LSTATUS WINAPI RegSetValueW(HKEY key, LPCWSTR subkey, DWORD type, LPCWSTR data, DWORD data_size);
LSTATUS WINAPI RegSetValueA(HKEY key, LPCSTR subkey, DWORD type, LPCSTR data, DWORD data_size);

/* Writes a value: ProcessNameFormat or ThreadNameFormat of the service PerfProc, a REG_DWORD of 1
   (names) or 2 (names with ids), for this process until it ends. The next query then begins anew.
   All else is ERROR_ACCESS_DENIED. `reserved` is 0. */
LSTATUS WINAPI RegSetValueExW(HKEY key, LPCWSTR value_name, DWORD reserved, DWORD type,
                              const BYTE* data, DWORD data_size);
LSTATUS WINAPI RegSetValueExA(HKEY key, LPCSTR value_name, DWORD reserved, DWORD type,
                              const BYTE* data, DWORD data_size);

/* The same below the key; a NULL or empty path is the key itself. */
LSTATUS WINAPI RegSetKeyValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name, DWORD type,
                               const void* data, DWORD data_size);
LSTATUS WINAPI RegSetKeyValueA(HKEY key, LPCSTR subkey, LPCSTR value_name, DWORD type,
                               const void* data, DWORD data_size);

/* Closes a key that was opened. Of HKEY_PERFORMANCE_DATA: gives back what the queries held; the
   key stays open. */
LSTATUS WINAPI RegCloseKey(HKEY key);

#ifdef UNICODE
#define RegQueryValueEx RegQueryValueExW
#define RegQueryInfoKey RegQueryInfoKeyW
#define RegEnumValue RegEnumValueW
#define RegEnumKeyEx RegEnumKeyExW
#define RegEnumKey RegEnumKeyW
#define RegOpenKeyEx RegOpenKeyExW
#define RegOpenKey RegOpenKeyW
#define RegConnectRegistry RegConnectRegistryW
#define RegQueryValue RegQueryValueW
#define RegSetValue RegSetValueW
#define RegSetValueEx RegSetValueExW
#define RegSetKeyValue RegSetKeyValueW
#else
#define RegQueryValueEx RegQueryValueExA
#define RegQueryInfoKey RegQueryInfoKeyA
#define RegEnumValue RegEnumValueA
#define RegEnumKeyEx RegEnumKeyExA
#define RegEnumKey RegEnumKeyA
#define RegOpenKeyEx RegOpenKeyExA
#define RegOpenKey RegOpenKeyA
#define RegConnectRegistry RegConnectRegistryA
#define RegQueryValue RegQueryValueA
#define RegSetValue RegSetValueA
#define RegSetValueEx RegSetValueExA
#define RegSetKeyValue RegSetKeyValueA
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
