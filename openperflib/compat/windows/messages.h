/* The texts of codes. */
#pragma once

#include <stdarg.h>

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x0100u
#define FORMAT_MESSAGE_IGNORE_INSERTS 0x0200u
#define FORMAT_MESSAGE_FROM_STRING 0x0400u
#define FORMAT_MESSAGE_FROM_HMODULE 0x0800u
#define FORMAT_MESSAGE_FROM_SYSTEM 0x1000u
#define FORMAT_MESSAGE_ARGUMENT_ARRAY 0x2000u
#define FORMAT_MESSAGE_MAX_WIDTH_MASK 0x00FFu

/* The text of a code (FROM_SYSTEM, in our own words, in English), or `source` itself (FROM_STRING)
   with its inserts %1 to %99 filled in: a text, or what %1!format! says. Returns its length in
   characters without the NUL; 0 with ERROR_MR_MID_NOT_FOUND for a code without a text, with
   ERROR_INSUFFICIENT_BUFFER where `size` characters are too few. ALLOCATE_BUFFER: `buffer` is the
   address of a pointer; the caller frees with LocalFree. No message tables of modules:
   FROM_HMODULE alone is ERROR_RESOURCE_DATA_NOT_FOUND. */
DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD code, DWORD language, LPSTR buffer,
                            DWORD size, va_list* arguments);
DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD code, DWORD language, LPWSTR buffer,
                            DWORD size, va_list* arguments);
#define FormatMessage OPENPERFLIB_A_OR_W(FormatMessage)

#ifdef __cplusplus
} /* extern "C" */
#endif
