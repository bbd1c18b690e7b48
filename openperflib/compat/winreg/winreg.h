/* winreg.h: the part of the registry that readers of performance data use, for C11 and C++.
   HKEY_PERFORMANCE_DATA, HKEY_PERFORMANCE_TEXT and HKEY_PERFORMANCE_NLSTEXT are always open; the
   keys that describe them are below HKEY_LOCAL_MACHINE, and so are those of registered services,
   which can be created and written. docs/registry.md says what each call answers.

   Conventions: every function returns a Win32 code, ERROR_SUCCESS (0) if it succeeds. On failure no
   output is written except the sizes that docs/registry.md names. Sizes of data are in bytes, sizes
   of names in characters. W functions use UTF-16, A functions UTF-8; otherwise both do the same.
   Threads: any number may call at the same time. After fork(), at any moment, the child collects
   for itself.
   Source: winreg.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a value. Each of the three performance keys gives a performance data block ("Global",
   "2 238") or a table of titles ("Counter 009"). The size of a block cannot be asked for: on
   ERROR_MORE_DATA, call again with a larger buffer. `reserved` must be NULL. */
LSTATUS WINAPI RegQueryValueExW(HKEY key, LPCWSTR value_name, LPDWORD reserved, LPDWORD type,
                                LPBYTE data, LPDWORD data_size);
/* The same with the name and the titles in UTF-8. */
LSTATUS WINAPI RegQueryValueExA(HKEY key, LPCSTR value_name, LPDWORD reserved, LPDWORD type,
                                LPBYTE data, LPDWORD data_size);

/* Reads a value of the key itself, or of a subkey, if it has one of the types in `flags`
   (RRF_RT_...); otherwise ERROR_UNSUPPORTED_TYPE. RRF_RT_DWORD and RRF_RT_QWORD also take a
   REG_BINARY of their size; of another size it gives ERROR_DATATYPE_MISMATCH. Texts end with a NUL,
   lists with two, even if they were stored without. A REG_EXPAND_SZ is given as a REG_SZ with the
   values of its environment variables, unless RRF_NOEXPAND is set, which RRF_RT_REG_EXPAND_SZ
   needs. If the buffer is too small: ERROR_MORE_DATA, and the size needed, except for a block.
   RRF_ZEROONFAILURE fills the buffer with zeros if the call fails. */
LSTATUS WINAPI RegGetValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name, DWORD flags, LPDWORD type,
                            void* data, LPDWORD data_size);
/* The same with both names and texts in UTF-8. */
LSTATUS WINAPI RegGetValueA(HKEY key, LPCSTR subkey, LPCSTR value_name, DWORD flags, LPDWORD type,
                            void* data, LPDWORD data_size);

/* Reports how many subkeys and values a key has, and the largest lengths of their names and
   values. Any output may be NULL. */
LSTATUS WINAPI RegQueryInfoKeyW(HKEY key, LPWSTR class_name, LPDWORD class_size, LPDWORD reserved,
                                LPDWORD subkeys, LPDWORD longest_subkey, LPDWORD longest_class,
                                LPDWORD values, LPDWORD longest_value_name, LPDWORD largest_value,
                                LPDWORD security_size, FILETIME* last_write);
/* The same; the lengths of names are those in UTF-8. */
LSTATUS WINAPI RegQueryInfoKeyA(HKEY key, LPSTR class_name, LPDWORD class_size, LPDWORD reserved,
                                LPDWORD subkeys, LPDWORD longest_subkey, LPDWORD longest_class,
                                LPDWORD values, LPDWORD longest_value_name, LPDWORD largest_value,
                                LPDWORD security_size, FILETIME* last_write);

/* Reads the value at a position: `Counter` and `Help` for the performance keys. `name_size` is
   the room in characters, and on return the length of the name without the NUL. */
LSTATUS WINAPI RegEnumValueW(HKEY key, DWORD position, LPWSTR name, LPDWORD name_size,
                             LPDWORD reserved, LPDWORD type, LPBYTE data, LPDWORD data_size);
/* The same with names and values in UTF-8. */
LSTATUS WINAPI RegEnumValueA(HKEY key, DWORD position, LPSTR name, LPDWORD name_size,
                             LPDWORD reserved, LPDWORD type, LPBYTE data, LPDWORD data_size);

/* Reads the name of the subkey at a position; `name_size` is as above. */
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

/* Opens a key for the rights in `access`; a NULL or empty path opens the same key again. For a
   performance key, any path gives ERROR_INVALID_HANDLE. `options` has no effect. */
LSTATUS WINAPI RegOpenKeyExW(HKEY key, LPCWSTR subkey, DWORD options, REGSAM access, PHKEY opened);
/* The same with the path in UTF-8, as in all functions below. */
LSTATUS WINAPI RegOpenKeyExA(HKEY key, LPCSTR subkey, DWORD options, REGSAM access, PHKEY opened);

/* The same without options. */
LSTATUS WINAPI RegOpenKeyW(HKEY key, LPCWSTR subkey, PHKEY opened);
LSTATUS WINAPI RegOpenKeyA(HKEY key, LPCSTR subkey, PHKEY opened); /* `subkey` in UTF-8 */

/* Opens a key of a computer; NULL is this one. Another computer gives ERROR_BAD_NETPATH. */
LSTATUS WINAPI RegConnectRegistryW(LPCWSTR machine, HKEY key, PHKEY opened);
LSTATUS WINAPI RegConnectRegistryA(LPCSTR machine, HKEY key, PHKEY opened); /* `machine` in UTF-8 */

/* Reads the unnamed value of a subkey. No key has one. */
LSTATUS WINAPI RegQueryValueW(HKEY key, LPCWSTR subkey, LPWSTR data, PLONG data_size);
LSTATUS WINAPI RegQueryValueA(HKEY key, LPCSTR subkey, LPSTR data, PLONG data_size); /* UTF-8 */

/* Writes the unnamed value of a subkey: always fails. */
LSTATUS WINAPI RegSetValueW(HKEY key, LPCWSTR subkey, DWORD type, LPCWSTR data, DWORD data_size);
/* Also fails always. */
LSTATUS WINAPI RegSetValueA(HKEY key, LPCSTR subkey, DWORD type, LPCSTR data, DWORD data_size);

/* Creates a key, or opens it if it exists; `disposition` tells which. Only Services\NAME and its
   keys Performance and Linkage can be created; for others ERROR_ACCESS_DENIED. `reserved` must be
   0; class, options and security have no effect. */
LSTATUS WINAPI RegCreateKeyExW(HKEY key, LPCWSTR subkey, DWORD reserved, LPWSTR class_name,
                               DWORD options, REGSAM access, const void* security, PHKEY opened,
                               LPDWORD disposition);
LSTATUS WINAPI RegCreateKeyExA(HKEY key, LPCSTR subkey, DWORD reserved, LPSTR class_name,
                               DWORD options, REGSAM access, const void* security, PHKEY opened,
                               LPDWORD disposition);
/* The same with all rights. */
LSTATUS WINAPI RegCreateKeyW(HKEY key, LPCWSTR subkey, PHKEY opened);
LSTATUS WINAPI RegCreateKeyA(HKEY key, LPCSTR subkey, PHKEY opened); /* `subkey` in UTF-8 */

/* Removes a key that has no keys below it, with its values and installed titles. */
LSTATUS WINAPI RegDeleteKeyW(HKEY key, LPCWSTR subkey);
LSTATUS WINAPI RegDeleteKeyA(HKEY key, LPCSTR subkey); /* `subkey` in UTF-8 */
/* The same; `access` has no effect, and `reserved` must be 0. */
LSTATUS WINAPI RegDeleteKeyExW(HKEY key, LPCWSTR subkey, REGSAM access, DWORD reserved);
LSTATUS WINAPI RegDeleteKeyExA(HKEY key, LPCSTR subkey, REGSAM access, DWORD reserved); /* UTF-8 */
/* Removes a key with those below it; NULL: what is in the key itself. */
LSTATUS WINAPI RegDeleteTreeW(HKEY key, LPCWSTR subkey);
LSTATUS WINAPI RegDeleteTreeA(HKEY key, LPCSTR subkey); /* `subkey` in UTF-8 */
/* Removes a value. */
LSTATUS WINAPI RegDeleteValueW(HKEY key, LPCWSTR value_name);
LSTATUS WINAPI RegDeleteValueA(HKEY key, LPCSTR value_name); /* name in UTF-8 */
/* Deletes a value of a subkey. */
LSTATUS WINAPI RegDeleteKeyValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name);
LSTATUS WINAPI RegDeleteKeyValueA(HKEY key, LPCSTR subkey, LPCSTR value_name); /* UTF-8 */
/* Every change is on the disk already when the function that made it returns. */
LSTATUS WINAPI RegFlushKey(HKEY key);

/* Writes a value of a registered service, in any type, or one of the settings of Perflib.
   ProcessNameFormat and ThreadNameFormat of the service PerfProc are a REG_DWORD of 1 (names) or 2
   (names with IDs), for this machine; any other number gives ERROR_INVALID_PARAMETER. Everything
   else gives ERROR_ACCESS_DENIED, and so does a key that was opened without KEY_SET_VALUE.
   `reserved` must be 0. */
LSTATUS WINAPI RegSetValueExW(HKEY key, LPCWSTR value_name, DWORD reserved, DWORD type,
                              const BYTE* data, DWORD data_size);
/* The same with the value's name in UTF-8. */
LSTATUS WINAPI RegSetValueExA(HKEY key, LPCSTR value_name, DWORD reserved, DWORD type,
                              const BYTE* data, DWORD data_size);

/* The same for a subkey; a NULL or empty path is the key itself. */
LSTATUS WINAPI RegSetKeyValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name, DWORD type,
                               const void* data, DWORD data_size);
/* The same with both names in UTF-8. */
LSTATUS WINAPI RegSetKeyValueA(HKEY key, LPCSTR subkey, LPCSTR value_name, DWORD type,
                               const void* data, DWORD data_size);

/* Closes an open key. For HKEY_PERFORMANCE_DATA: releases what the queries held; the key stays
   open. */
LSTATUS WINAPI RegCloseKey(HKEY key);

#ifdef UNICODE
#define RegQueryValueEx RegQueryValueExW
#define RegGetValue RegGetValueW
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
#define RegCreateKeyEx RegCreateKeyExW
#define RegCreateKey RegCreateKeyW
#define RegDeleteKey RegDeleteKeyW
#define RegDeleteKeyEx RegDeleteKeyExW
#define RegDeleteTree RegDeleteTreeW
#define RegDeleteValue RegDeleteValueW
#define RegDeleteKeyValue RegDeleteKeyValueW
#else
#define RegQueryValueEx RegQueryValueExA
#define RegGetValue RegGetValueA
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
#define RegCreateKeyEx RegCreateKeyExA
#define RegCreateKey RegCreateKeyA
#define RegDeleteKey RegDeleteKeyA
#define RegDeleteKeyEx RegDeleteKeyExA
#define RegDeleteTree RegDeleteTreeA
#define RegDeleteValue RegDeleteValueA
#define RegDeleteKeyValue RegDeleteKeyValueA
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
