/* What the C library of Windows adds to string.h: functions that copy texts and bytes, and
   functions that change a text in place. */
#pragma once

#include <string.h>

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/c_library.h"
#include "openperflib/compat/windows/core/errno_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A copy that the caller frees with free(). NULL if `text` is NULL or no memory is left. */
LPSTR WINAPI _strdup(LPCSTR text);
LPWSTR WINAPI _wcsdup(LPCWSTR text); /* UTF-16 */

/* Converts the text to lower case, in place. A letter stays if its lower-case form has another
   length in UTF-8. */
LPSTR WINAPI _strlwr(LPSTR text);
LPWSTR WINAPI _wcslwr(LPWSTR text); /* UTF-16 */
/* The same to upper case. */
LPSTR WINAPI _strupr(LPSTR text);
LPWSTR WINAPI _wcsupr(LPWSTR text); /* UTF-16 */
/* Reverses the order of the bytes, and of the units of wide text. */
LPSTR WINAPI _strrev(LPSTR text);
LPWSTR WINAPI _wcsrev(LPWSTR text); /* in UTF-16 units */
/* Like _strlwr, for a text in `room` characters. Returns 0, or EINVAL if `text` is NULL or has
   no NUL within its room; the text is then empty. */
errno_t WINAPI _strlwr_s(LPSTR text, size_t room);
errno_t WINAPI _wcslwr_s(LPWSTR text, size_t room); /* `room` in UTF-16 units */
/* The same to upper case. */
errno_t WINAPI _strupr_s(LPSTR text, size_t room);
errno_t WINAPI _wcsupr_s(LPWSTR text, size_t room); /* `room` in UTF-16 units */

/* Copies `count` bytes; a `count` of 0 does nothing. Returns 0, EINVAL for a NULL, or ERANGE if
   `count` is more than `room`. On failure `to` is filled with 0, unless it is NULL. */
errno_t WINAPI memcpy_s(void* to, size_t room, const void* from, size_t count);
/* The same for memory that may overlap; on failure `to` stays as it was. */
errno_t WINAPI memmove_s(void* to, size_t room, const void* from, size_t count);
/* The same in 16-bit units. */
errno_t WINAPI wmemcpy_s(LPWSTR to, size_t room, LPCWSTR from, size_t count);
errno_t WINAPI wmemmove_s(LPWSTR to, size_t room, LPCWSTR from, size_t count); /* may overlap */
/* The text of an errno number, cut to `room` characters. Returns 0, or EINVAL if `to` is NULL or
   `room` is 0. */
errno_t WINAPI strerror_s(LPSTR to, size_t room, int number);

/* The old names, without the underscore. */
#define strlwr _strlwr
#define strupr _strupr
#define strrev _strrev
#define wcslwr _wcslwr
#define wcsupr _wcsupr
#define wcsrev _wcsrev
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define wcsdup _wcsdup
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
