/* Formatted output with the rules of Windows, wide and narrow. Where wchar_t has 16 bits
   (-fshort-wchar), printf and its relatives stand for these functions; (printf)("...") still calls
   the C library.

   Formats: %s and %c are wide in a wide function and narrow in a narrow one; %S and %C are the
   reverse. In both, h makes a text narrow, l and w make it wide. Before a number, l means 32 bits
   (a long on Windows); ll, I64 and j mean 64 bits; I, z and t mean the size of a pointer. %n is not
   a valid format. Output is UTF-8, and narrow and wide output can be mixed. */
#pragma once

#include <stdarg.h>

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/c_library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes to standard output. For all functions that write to a file: returns the length in
   characters, or -1 if an argument is NULL, the format is not valid, or the file cannot be
   written. */
int WINAPI openperflib_printf(LPCSTR format, ...);
int WINAPI openperflib_wprintf(LPCWSTR format, ...); /* the length is in UTF-16 units */
/* The same to `file`. */
int WINAPI openperflib_fprintf(FILE* file, LPCSTR format, ...);
int WINAPI openperflib_fwprintf(FILE* file, LPCWSTR format, ...); /* in UTF-16 units */
/* The same with a list of arguments. */
int WINAPI openperflib_vprintf(LPCSTR format, va_list arguments);
int WINAPI openperflib_vwprintf(LPCWSTR format, va_list arguments); /* to standard output */
int WINAPI openperflib_vfprintf(FILE* file, LPCSTR format, va_list arguments);   /* to `file` */
int WINAPI openperflib_vfwprintf(FILE* file, LPCWSTR format, va_list arguments); /* to `file` */

/* Writes to `to`. The caller makes sure that there is room. */
int WINAPI openperflib_sprintf(LPSTR to, LPCSTR format, ...);
int WINAPI openperflib_vsprintf(LPSTR to, LPCSTR format, va_list arguments); /* -1 on failure */
int WINAPI _swprintf(LPWSTR to, LPCWSTR format, ...); /* UTF-16; no size is checked */
/* UTF-16; no size is checked. */
int WINAPI _vswprintf(LPWSTR to, LPCWSTR format, va_list arguments);
/* Writes what fits into `room` characters, with a NUL. Returns the length of the whole text, or
   -1. */
int WINAPI openperflib_snprintf(LPSTR to, size_t room, LPCSTR format, ...);
/* The same with a list of arguments. */
int WINAPI openperflib_vsnprintf(LPSTR to, size_t room, LPCSTR format, va_list arguments);
/* Writes what fits into `room` characters, with a NUL. Returns -1 if that is not the whole text. */
int WINAPI openperflib_swprintf(LPWSTR to, size_t room, LPCWSTR format, ...);
/* The same with a list of arguments. */
int WINAPI openperflib_vswprintf(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);
/* Writes at most `count` characters, and a NUL only if there is room for it. Returns -1 if that
   is not the whole text. If `to` is NULL and `count` is 0: the length of the whole text. */
int WINAPI _snprintf(LPSTR to, size_t count, LPCSTR format, ...);
int WINAPI _snwprintf(LPWSTR to, size_t count, LPCWSTR format, ...); /* `count` in UTF-16 units */
/* _snprintf with a list of arguments. */
int WINAPI _vsnprintf(LPSTR to, size_t count, LPCSTR format, va_list arguments);
/* _snwprintf with a list of arguments. */
int WINAPI _vsnwprintf(LPWSTR to, size_t count, LPCWSTR format, va_list arguments);
/* Writes at most `count` characters (_TRUNCATE: as many as fit) and a NUL. Returns -1 if that is
   not the whole text. If they do not fit: -1 with ERANGE, and the text is empty. */
int WINAPI _snprintf_s(LPSTR to, size_t room, size_t count, LPCSTR format, ...);
/* Both in UTF-16 units. */
int WINAPI _snwprintf_s(LPWSTR to, size_t room, size_t count, LPCWSTR format, ...);
/* _snprintf_s with a list of arguments. */
int WINAPI _vsnprintf_s(LPSTR to, size_t room, size_t count, LPCSTR format, va_list arguments);
/* _snwprintf_s with a list of arguments. */
int WINAPI _vsnwprintf_s(LPWSTR to, size_t room, size_t count, LPCWSTR format, va_list arguments);
/* The length that the text would have. */
int WINAPI _scprintf(LPCSTR format, ...);
int WINAPI _scwprintf(LPCWSTR format, ...);                /* UTF-16 units */
int WINAPI _vscprintf(LPCSTR format, va_list arguments);   /* without the NUL */
int WINAPI _vscwprintf(LPCWSTR format, va_list arguments); /* UTF-16 units */
/* Writes at most 1024 characters, including the NUL, to `to`. */
int WINAPI wsprintfA(LPSTR to, LPCSTR format, ...);
int WINAPI wsprintfW(LPWSTR to, LPCWSTR format, ...);                /* UTF-16; 0 on failure */
int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list arguments);   /* 0 on failure */
int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list arguments); /* UTF-16; 0 on failure */
#define wsprintf OPENPERFLIB_A_OR_W(wsprintf)
#define wvsprintf OPENPERFLIB_A_OR_W(wvsprintf)

/* Writes a text without a line end. Returns 0, or -1 on failure. */
int WINAPI openperflib_fputws(LPCWSTR text, FILE* file);
/* The same to standard output, with a line end. */
int WINAPI _putws(LPCWSTR text);
/* Writes one character. Returns it, or WEOF. Half of a surrogate pair becomes U+FFFD. */
wint_t WINAPI openperflib_fputwc(WCHAR character, FILE* file);
wint_t WINAPI openperflib_putwchar(WCHAR character); /* to standard output */
/* Reads a line with its line end, or as much of it as fits into `room` characters with a NUL.
   A surrogate pair is not split; if `room` is 2, U+FFFD takes its place. NULL at the end of the
   file, if an argument is NULL, or if `room` is 0. */
LPWSTR WINAPI openperflib_fgetws(LPWSTR to, int room, FILE* file);

#ifdef __cplusplus
} /* extern "C" */
#endif

#define printf_s openperflib_printf
#define fprintf_s openperflib_fprintf
#define vprintf_s openperflib_vprintf
#define vfprintf_s openperflib_vfprintf
#define wprintf_s openperflib_wprintf
#define fwprintf_s openperflib_fwprintf
#define vwprintf_s openperflib_vwprintf
#define vfwprintf_s openperflib_vfwprintf
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define printf(...) openperflib_printf(__VA_ARGS__)
#define fprintf(...) openperflib_fprintf(__VA_ARGS__)
#define vprintf(...) openperflib_vprintf(__VA_ARGS__)
#define vfprintf(...) openperflib_vfprintf(__VA_ARGS__)
#define sprintf(...) openperflib_sprintf(__VA_ARGS__)
#define vsprintf(...) openperflib_vsprintf(__VA_ARGS__)
#define snprintf(...) openperflib_snprintf(__VA_ARGS__)
#define vsnprintf(...) openperflib_vsnprintf(__VA_ARGS__)
#define wprintf openperflib_wprintf
#define fwprintf openperflib_fwprintf
#define vwprintf openperflib_vwprintf
#define vfwprintf openperflib_vfwprintf
#define swprintf openperflib_swprintf
#define vswprintf openperflib_vswprintf
#define fputws openperflib_fputws
#define fputwc openperflib_fputwc
#define putwc openperflib_fputwc
#define putwchar openperflib_putwchar
#define fgetws openperflib_fgetws
#ifdef __cplusplus
extern "C++" {
namespace std { /* where programs in C++ look for them */
using ::openperflib_fgetws;
using ::openperflib_fprintf;
using ::openperflib_fputwc;
using ::openperflib_fputws;
using ::openperflib_fwprintf;
using ::openperflib_printf;
using ::openperflib_putwchar;
using ::openperflib_snprintf;
using ::openperflib_sprintf;
using ::openperflib_swprintf;
using ::openperflib_vfprintf;
using ::openperflib_vfwprintf;
using ::openperflib_vprintf;
using ::openperflib_vsnprintf;
using ::openperflib_vsprintf;
using ::openperflib_vswprintf;
using ::openperflib_vwprintf;
using ::openperflib_wprintf;
}  // namespace std
}
#endif
#endif
