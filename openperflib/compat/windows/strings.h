/* lstr... and the _s functions. What takes a size never writes beyond it and always ends with a
   NUL. Wrong arguments: the documented code; the program is not ended. */
#pragma once

#include <stdarg.h>
#include <strings.h>

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The length in characters, without the NUL. Of these functions: NULL is a text of length 0; a copy
   to or from NULL is NULL and does nothing. Comparing ignores no accents; the ...i functions ignore
   case. */
int WINAPI lstrlenA(LPCSTR text);
/* In UTF-16 units. */
int WINAPI lstrlenW(LPCWSTR text);
/* Copies; the room is the caller's to know. */
LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from);
LPWSTR WINAPI lstrcpyW(LPWSTR to, LPCWSTR from);
/* At most `room` - 1 characters, and a NUL. */
LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int room);
LPWSTR WINAPI lstrcpynW(LPWSTR to, LPCWSTR from, int room);
/* Puts `from` behind `to`. */
LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from);
LPWSTR WINAPI lstrcatW(LPWSTR to, LPCWSTR from);
/* Negative, 0 or positive. */
int WINAPI lstrcmpA(LPCSTR first, LPCSTR second);
int WINAPI lstrcmpW(LPCWSTR first, LPCWSTR second);
/* The same without regard to case. */
int WINAPI lstrcmpiA(LPCSTR first, LPCSTR second);
int WINAPI lstrcmpiW(LPCWSTR first, LPCWSTR second);
#define lstrlen OPENPERFLIB_A_OR_W(lstrlen)
#define lstrcpy OPENPERFLIB_A_OR_W(lstrcpy)
#define lstrcpyn OPENPERFLIB_A_OR_W(lstrcpyn)
#define lstrcat OPENPERFLIB_A_OR_W(lstrcat)
#define lstrcmp OPENPERFLIB_A_OR_W(lstrcmp)
#define lstrcmpi OPENPERFLIB_A_OR_W(lstrcmpi)

#ifndef OPENPERFLIB_HAVE_ERRNO_T
#define OPENPERFLIB_HAVE_ERRNO_T
typedef int errno_t; /* 0, or a number of errno.h */
#endif
typedef size_t rsize_t;        /* a room, counted in characters */
#define _TRUNCATE ((size_t)-1) /* as many characters as there is room for */
#define STRUNCATE 80           /* and that were not all */
#define _stricmp strcasecmp
#define _strnicmp strncasecmp

/* Copies. Of these functions: `room` counts characters, NUL included. Returns 0; EINVAL for a NULL;
   ERANGE where the room is 0 or too small. On failure the first character becomes NUL where there
   is one. */
errno_t WINAPI strcpy_s(LPSTR to, rsize_t room, LPCSTR from);
errno_t WINAPI wcscpy_s(LPWSTR to, rsize_t room, LPCWSTR from);
/* Puts `from` behind `to`, whose text counts against the room. */
errno_t WINAPI strcat_s(LPSTR to, rsize_t room, LPCSTR from);
errno_t WINAPI wcscat_s(LPWSTR to, rsize_t room, LPCWSTR from);
/* At most `count` characters of `from`; with _TRUNCATE what fits, and STRUNCATE where that is not
   all. */
errno_t WINAPI strncpy_s(LPSTR to, rsize_t room, LPCSTR from, rsize_t count);
errno_t WINAPI wcsncpy_s(LPWSTR to, rsize_t room, LPCWSTR from, rsize_t count);
/* At most `count` characters of `from` behind `to`. */
errno_t WINAPI strncat_s(LPSTR to, rsize_t room, LPCSTR from, rsize_t count);
errno_t WINAPI wcsncat_s(LPWSTR to, rsize_t room, LPCWSTR from, rsize_t count);
/* The next part of a text between any of `delimiters`; `context` keeps the place. */
LPSTR WINAPI strtok_s(LPSTR text, LPCSTR delimiters, LPSTR* context);
LPWSTR WINAPI wcstok_s(LPWSTR text, LPCWSTR delimiters, LPWSTR* context);
/* The length, at most `room`; 0 for NULL. */
size_t WINAPI strnlen_s(LPCSTR text, size_t room);
size_t WINAPI wcsnlen_s(LPCWSTR text, size_t room);

/* Formatted as wide_strings.h says. Returns the length, -1 for a NULL, a wrong format or too little
   room. */
int WINAPI sprintf_s(LPSTR to, size_t room, LPCSTR format, ...);
int WINAPI swprintf_s(LPWSTR to, size_t room, LPCWSTR format, ...);
/* The same with a list of arguments. */
int WINAPI vsprintf_s(LPSTR to, size_t room, LPCSTR format, va_list arguments);
int WINAPI vswprintf_s(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);

#ifdef __cplusplus
} /* extern "C" */

/* From here on: the same for an array, whose room C++ knows. */

/* strcpy_s to an array. */
template <size_t kRoom>
inline errno_t strcpy_s(CHAR (&to)[kRoom], LPCSTR from) {
  return strcpy_s(to, kRoom, from);
}
/* wcscpy_s to an array. */
template <size_t kRoom>
inline errno_t wcscpy_s(WCHAR (&to)[kRoom], LPCWSTR from) {
  return wcscpy_s(to, kRoom, from);
}
/* strcat_s to an array. */
template <size_t kRoom>
inline errno_t strcat_s(CHAR (&to)[kRoom], LPCSTR from) {
  return strcat_s(to, kRoom, from);
}
/* wcscat_s to an array. */
template <size_t kRoom>
inline errno_t wcscat_s(WCHAR (&to)[kRoom], LPCWSTR from) {
  return wcscat_s(to, kRoom, from);
}
/* sprintf_s to an array. */
template <size_t kRoom>
inline int sprintf_s(CHAR (&to)[kRoom], LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsprintf_s(to, kRoom, format, arguments);
  va_end(arguments);
  return length;
}
/* swprintf_s to an array. */
template <size_t kRoom>
inline int swprintf_s(WCHAR (&to)[kRoom], LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vswprintf_s(to, kRoom, format, arguments);
  va_end(arguments);
  return length;
}
#endif
