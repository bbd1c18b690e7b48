/* The lstr... functions and the _s functions. A function that takes a size never writes beyond
   it, and always ends the text with a NUL. Wrong arguments give the documented code; they do not
   end the program. */
#pragma once

#include <stdarg.h>
#include <strings.h>

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/errno_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The length in characters, without the NUL. For all lstr functions: NULL has length 0; a copy
   to or from NULL does nothing and returns NULL. Comparisons respect accents; only the ...i
   functions ignore case. */
int WINAPI lstrlenA(LPCSTR text);
/* The same in UTF-16 units. */
int WINAPI lstrlenW(LPCWSTR text);
/* Copies `from` to `to`. The caller makes sure that there is room. */
LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from);
LPWSTR WINAPI lstrcpyW(LPWSTR to, LPCWSTR from); /* UTF-16; no size is checked */
/* Copies at most `room` - 1 characters and a NUL. */
LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int room);
LPWSTR WINAPI lstrcpynW(LPWSTR to, LPCWSTR from, int room); /* `room` in UTF-16 units */
/* Appends `from` to `to`. */
LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from);
LPWSTR WINAPI lstrcatW(LPWSTR to, LPCWSTR from); /* UTF-16; no size is checked */
/* Negative, 0 or positive if the first text is less than, equal to or greater than the second. */
int WINAPI lstrcmpA(LPCSTR first, LPCSTR second);
int WINAPI lstrcmpW(LPCWSTR first, LPCWSTR second); /* in the order of code points */
/* The same, ignoring case. */
int WINAPI lstrcmpiA(LPCSTR first, LPCSTR second);
int WINAPI lstrcmpiW(LPCWSTR first, LPCWSTR second); /* UTF-16 */
#define lstrlen OPENPERFLIB_A_OR_W(lstrlen)
#define lstrcpy OPENPERFLIB_A_OR_W(lstrcpy)
#define lstrcpyn OPENPERFLIB_A_OR_W(lstrcpyn)
#define lstrcat OPENPERFLIB_A_OR_W(lstrcat)
#define lstrcmp OPENPERFLIB_A_OR_W(lstrcmp)
#define lstrcmpi OPENPERFLIB_A_OR_W(lstrcmpi)

typedef size_t rsize_t;        /* the size of a buffer in characters */
#define _TRUNCATE ((size_t)-1) /* as many characters as there is room for */
#define STRUNCATE 80           /* and that were not all */
#define _stricmp strcasecmp
#define _strnicmp strncasecmp
#define _stricoll strcasecmp
#define stricmp strcasecmp
#define strcmpi strcasecmp
#define strnicmp strncasecmp
/* Compares `count` bytes, ignoring the case of ASCII letters. */
int WINAPI _memicmp(const void* first, const void* second, size_t count);
#define memicmp _memicmp

/* Copies `from` to `to`. For these functions, `room` is the size of `to` in characters,
   including the NUL. Returns 0; EINVAL if an argument is NULL; ERANGE if the room is 0 or too
   small. On failure the text is empty, if there is room for a NUL. */
errno_t WINAPI strcpy_s(LPSTR to, rsize_t room, LPCSTR from);
errno_t WINAPI wcscpy_s(LPWSTR to, rsize_t room, LPCWSTR from); /* `room` in UTF-16 units */
/* Appends `from` to the text in `to`. */
errno_t WINAPI strcat_s(LPSTR to, rsize_t room, LPCSTR from);
errno_t WINAPI wcscat_s(LPWSTR to, rsize_t room, LPCWSTR from); /* `room` in UTF-16 units */
/* Copies at most `count` characters of `from`. With _TRUNCATE, copies what fits, and returns
   STRUNCATE if that is not the whole text. */
errno_t WINAPI strncpy_s(LPSTR to, rsize_t room, LPCSTR from, rsize_t count);
/* Both in UTF-16 units. */
errno_t WINAPI wcsncpy_s(LPWSTR to, rsize_t room, LPCWSTR from, rsize_t count);
/* Appends at most `count` characters of `from` to the text in `to`. */
errno_t WINAPI strncat_s(LPSTR to, rsize_t room, LPCSTR from, rsize_t count);
/* Both in UTF-16 units. */
errno_t WINAPI wcsncat_s(LPWSTR to, rsize_t room, LPCWSTR from, rsize_t count);
/* Returns the next part of a text between any of `delimiters`; `context` remembers the place. */
LPSTR WINAPI strtok_s(LPSTR text, LPCSTR delimiters, LPSTR* context);
LPWSTR WINAPI wcstok_s(LPWSTR text, LPCWSTR delimiters, LPWSTR* context); /* UTF-16 */
/* The length of the text, at most `room`; 0 for NULL. */
size_t WINAPI strnlen_s(LPCSTR text, size_t room);
size_t WINAPI wcsnlen_s(LPCWSTR text, size_t room); /* in UTF-16 units */

/* Writes formatted text; output.h describes the formats. Returns the length, or -1 if an
   argument is NULL, the format is not valid, or the room is too small. */
int WINAPI sprintf_s(LPSTR to, size_t room, LPCSTR format, ...);
int WINAPI swprintf_s(LPWSTR to, size_t room, LPCWSTR format, ...); /* `room` in UTF-16 units */
/* The same with a list of arguments. */
int WINAPI vsprintf_s(LPSTR to, size_t room, LPCSTR format, va_list arguments);
/* `room` in UTF-16 units. */
int WINAPI vswprintf_s(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);

#ifdef __cplusplus
} /* extern "C" */

/* The same for an array, whose size C++ knows. */
extern "C++" {
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
/* strncpy_s to an array. */
template <size_t kRoom>
inline errno_t strncpy_s(CHAR (&to)[kRoom], LPCSTR from, rsize_t count) {
  return strncpy_s(to, kRoom, from, count);
}
/* wcsncpy_s to an array. */
template <size_t kRoom>
inline errno_t wcsncpy_s(WCHAR (&to)[kRoom], LPCWSTR from, rsize_t count) {
  return wcsncpy_s(to, kRoom, from, count);
}
/* strncat_s to an array. */
template <size_t kRoom>
inline errno_t strncat_s(CHAR (&to)[kRoom], LPCSTR from, rsize_t count) {
  return strncat_s(to, kRoom, from, count);
}
/* wcsncat_s to an array. */
template <size_t kRoom>
inline errno_t wcsncat_s(WCHAR (&to)[kRoom], LPCWSTR from, rsize_t count) {
  return wcsncat_s(to, kRoom, from, count);
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
}
#endif
