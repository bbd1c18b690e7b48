/* Message texts of error codes. */
#pragma once

#include <stdarg.h>

#include "openperflib/compat/windows/core/base_types.h"

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

/* Writes a message to `buffer`. FROM_SYSTEM: the text of `code`, in English and in our own
   words. FROM_HMODULE with the handle of pdh.dll (modules.h): the text of a code of PDH; no other
   module has messages (ERROR_RESOURCE_DATA_NOT_FOUND). With both, the module is asked first.
   FROM_STRING: `source` with its inserts %1 to %99 filled in; an insert is a text unless
   %1!format! says otherwise. Returns the length in characters without the NUL. Returns 0 with
   ERROR_MR_MID_NOT_FOUND if the code has no text, and with ERROR_INSUFFICIENT_BUFFER if `size`
   characters are not enough. ALLOCATE_BUFFER: `buffer` is the address of a pointer, and the
   caller frees the text with LocalFree. */
DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD code, DWORD language, LPSTR buffer,
                            DWORD size, va_list* arguments);
/* The same in UTF-16; `size` and the result count UTF-16 units. */
DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD code, DWORD language, LPWSTR buffer,
                            DWORD size, va_list* arguments);
#define FormatMessage OPENPERFLIB_A_OR_W(FormatMessage)

#ifdef __cplusplus
} /* extern "C" */
#endif
