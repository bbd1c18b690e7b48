/* Formatted input of narrow texts with the rules of Windows. Where wchar_t has 16 bits
   (-fshort-wchar), scanf and its relatives stand for these functions; (scanf)("...") still calls
   the C library.

   Formats: as in C, but before a number l means 32 bits (a long on Windows), so that %lu reads a
   DWORD and %ld a LONG; I32 means the same, ll and I64 mean 64 bits, I means the size of a pointer.
   %lf reads a double. Texts are narrow only: %ls, %lc, %S, %C and %ws are not valid formats, and
   neither are the formats that only glibc knows (%ms, %1$d). */
#pragma once

#include <stdarg.h>

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/c_library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads standard input. For all of these functions: returns how many values were read. EOF at the
   end of the input before the first value; EOF and EINVAL in errno if an argument is NULL or the
   format is not valid, and then nothing is read. */
int WINAPI openperflib_scanf(LPCSTR format, ...);
/* The same from `file`. */
int WINAPI openperflib_fscanf(FILE* file, LPCSTR format, ...);
/* The same from a text. */
int WINAPI openperflib_sscanf(LPCSTR text, LPCSTR format, ...);
/* The same with a list of arguments. */
int WINAPI openperflib_vscanf(LPCSTR format, va_list arguments);
int WINAPI openperflib_vfscanf(FILE* file, LPCSTR format, va_list arguments);  /* from `file` */
int WINAPI openperflib_vsscanf(LPCSTR text, LPCSTR format, va_list arguments); /* from a text */

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define scanf(...) openperflib_scanf(__VA_ARGS__)
#define fscanf(...) openperflib_fscanf(__VA_ARGS__)
#define sscanf(...) openperflib_sscanf(__VA_ARGS__)
#define vscanf(...) openperflib_vscanf(__VA_ARGS__)
#define vfscanf(...) openperflib_vfscanf(__VA_ARGS__)
#define vsscanf(...) openperflib_vsscanf(__VA_ARGS__)
#endif

#ifdef __cplusplus
} /* extern "C" */
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
extern "C++" {
namespace std { /* where programs in C++ look for them */
using ::openperflib_fscanf;
using ::openperflib_scanf;
using ::openperflib_sscanf;
using ::openperflib_vfscanf;
using ::openperflib_vscanf;
using ::openperflib_vsscanf;
}  // namespace std
}
#endif
#endif
