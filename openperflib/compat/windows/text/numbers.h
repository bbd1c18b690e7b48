/* Functions that convert between numbers and texts, with the names of Windows. A long has 32
   bits, as on Windows. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/c_library.h"
#include "openperflib/compat/windows/core/errno_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number at the beginning of the text, after white space; 0 if there is none. A number that
   is out of range gives the largest or smallest value and ERANGE in errno. NULL gives 0 and
   EINVAL. */
int WINAPI _wtoi(LPCWSTR text);
/* The same in 32 bits. */
LONG WINAPI _wtol(LPCWSTR text);
/* The same in 64 bits. */
LONGLONG WINAPI _wtoi64(LPCWSTR text);
LONGLONG WINAPI _wtoll(LPCWSTR text); /* _wtoi64 by another name */
LONGLONG WINAPI _atoi64(LPCSTR text); /* narrow text */
/* The same in 32 bits. */
int WINAPI openperflib_atoi(LPCSTR text);
LONG WINAPI openperflib_atol(LPCSTR text); /* 32 bits as well */
/* The same with a fraction, as strtod reads it. */
double WINAPI _wtof(LPCWSTR text);

/* Reads 64 bits. For all of these functions: `end` may be NULL; otherwise it is set to the first
   character after the number, or to `text` if there is no number. `base` is 2 to 36, or 0 to
   follow the prefix (0x: 16, 0: 8, otherwise 10); any other base gives 0 and EINVAL. A minus
   before an unsigned number is treated as in C. */
LONGLONG WINAPI _wcstoi64(LPCWSTR text, LPWSTR* end, int base);
/* The same without a sign. */
ULONGLONG WINAPI _wcstoui64(LPCWSTR text, LPWSTR* end, int base);
/* The same for narrow texts. */
LONGLONG WINAPI _strtoi64(LPCSTR text, LPSTR* end, int base);
ULONGLONG WINAPI _strtoui64(LPCSTR text, LPSTR* end, int base); /* without a sign */
/* The same in 32 bits, the size of a `long` on Windows. */
LONG WINAPI openperflib_wcstol(LPCWSTR text, LPWSTR* end, int base);
ULONG WINAPI openperflib_wcstoul(LPCWSTR text, LPWSTR* end, int base); /* without a sign */
LONG WINAPI openperflib_strtol(LPCSTR text, LPSTR* end, int base);     /* narrow text */
/* Narrow text, without a sign. */
ULONG WINAPI openperflib_strtoul(LPCSTR text, LPSTR* end, int base);
/* The same with a fraction. */
double WINAPI openperflib_wcstod(LPCWSTR text, LPWSTR* end);
float WINAPI openperflib_wcstof(LPCWSTR text, LPWSTR* end); /* 32 bits */

/* Writes a number in base `radix` (2 to 36) and returns `to`. The caller makes sure that there
   is room: 33 characters for 32 bits, 65 for 64 bits, and one for a minus sign. Only base 10 has
   negative numbers. */
LPSTR WINAPI _itoa(int number, LPSTR to, int radix);
LPWSTR WINAPI _itow(int number, LPWSTR to, int radix); /* UTF-16 text */
/* 32 bits. */
LPSTR WINAPI _ltoa(LONG number, LPSTR to, int radix);
LPWSTR WINAPI _ltow(LONG number, LPWSTR to, int radix); /* UTF-16 text */
/* 32 bits without a sign. */
LPSTR WINAPI _ultoa(ULONG number, LPSTR to, int radix);
LPWSTR WINAPI _ultow(ULONG number, LPWSTR to, int radix); /* UTF-16 text */
/* 64 bits. */
LPSTR WINAPI _i64toa(LONGLONG number, LPSTR to, int radix);
LPWSTR WINAPI _i64tow(LONGLONG number, LPWSTR to, int radix); /* UTF-16 text */
/* 64 bits without a sign. */
LPSTR WINAPI _ui64toa(ULONGLONG number, LPSTR to, int radix);
LPWSTR WINAPI _ui64tow(ULONGLONG number, LPWSTR to, int radix); /* UTF-16 text */

/* The same with the room in characters. Returns 0; EINVAL if `to` is NULL, `room` is 0 or the
   base is not valid; ERANGE if the room is too small. On failure the text is empty, if there is
   room for a NUL. */
errno_t WINAPI _itoa_s(int number, LPSTR to, size_t room, int radix);
errno_t WINAPI _itow_s(int number, LPWSTR to, size_t room, int radix); /* `room` in UTF-16 units */
/* 32 bits. */
errno_t WINAPI _ltoa_s(LONG number, LPSTR to, size_t room, int radix);
errno_t WINAPI _ltow_s(LONG number, LPWSTR to, size_t room, int radix); /* `room` in UTF-16 units */
/* 32 bits without a sign. */
errno_t WINAPI _ultoa_s(ULONG number, LPSTR to, size_t room, int radix);
/* `room` in UTF-16 units. */
errno_t WINAPI _ultow_s(ULONG number, LPWSTR to, size_t room, int radix);
/* 64 bits. */
errno_t WINAPI _i64toa_s(LONGLONG number, LPSTR to, size_t room, int radix);
/* `room` in UTF-16 units. */
errno_t WINAPI _i64tow_s(LONGLONG number, LPWSTR to, size_t room, int radix);
/* 64 bits without a sign. */
errno_t WINAPI _ui64toa_s(ULONGLONG number, LPSTR to, size_t room, int radix);
/* `room` in UTF-16 units. */
errno_t WINAPI _ui64tow_s(ULONGLONG number, LPWSTR to, size_t room, int radix);

#define itoa _itoa
#define ltoa _ltoa
#define ultoa _ultoa
/* Function-like macros: the C++ library still takes the addresses of the functions of C. */
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define atoi(...) openperflib_atoi(__VA_ARGS__)
#define atol(...) openperflib_atol(__VA_ARGS__)
#define strtol(...) openperflib_strtol(__VA_ARGS__)
#define strtoul(...) openperflib_strtoul(__VA_ARGS__)
#define wcstol(...) openperflib_wcstol(__VA_ARGS__)
#define wcstoul(...) openperflib_wcstoul(__VA_ARGS__)
#define wcstoll(...) _wcstoi64(__VA_ARGS__)
#define wcstoull(...) _wcstoui64(__VA_ARGS__)
#define wcstod(...) openperflib_wcstod(__VA_ARGS__)
#define wcstof(...) openperflib_wcstof(__VA_ARGS__)
#endif

#ifdef __cplusplus
} /* extern "C" */
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
extern "C++" {
namespace std { /* where programs in C++ look for them */
using ::_wcstoi64;
using ::_wcstoui64;
using ::openperflib_atoi;
using ::openperflib_atol;
using ::openperflib_strtol;
using ::openperflib_strtoul;
using ::openperflib_wcstod;
using ::openperflib_wcstof;
using ::openperflib_wcstol;
using ::openperflib_wcstoul;
}  // namespace std
}
#endif
#endif
