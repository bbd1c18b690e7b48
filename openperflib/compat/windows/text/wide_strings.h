/* The wide string functions of C for 16-bit characters. The functions of glibc expect a wchar_t
   of 32 bits; where it has 16 bits (-fshort-wchar), their names stand for the functions of this
   header. Formatted output is in output.h, reading of numbers in numbers.h. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/c_library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The length in 16-bit units, without the NUL. */
size_t WINAPI openperflib_wcslen(LPCWSTR text);
/* The same, at most `room`. */
size_t WINAPI openperflib_wcsnlen(LPCWSTR text, size_t room);
/* Copies `from` to `to`. The caller makes sure that there is room. */
LPWSTR WINAPI openperflib_wcscpy(LPWSTR to, LPCWSTR from);
/* Writes exactly `count` units: NULs after a shorter text, and no NUL after a longer one. */
LPWSTR WINAPI openperflib_wcsncpy(LPWSTR to, LPCWSTR from, size_t count);
/* Appends `from` to `to`. */
LPWSTR WINAPI openperflib_wcscat(LPWSTR to, LPCWSTR from);
/* Appends at most `count` units and a NUL. */
LPWSTR WINAPI openperflib_wcsncat(LPWSTR to, LPCWSTR from, size_t count);
/* Compares unit by unit. Returns -1, 0 or 1, like all comparisons here. */
int WINAPI openperflib_wcscmp(LPCWSTR first, LPCWSTR second);
/* Compares at most `count` units. */
int WINAPI openperflib_wcsncmp(LPCWSTR first, LPCWSTR second, size_t count);
/* Same as openperflib_wcscmp, which is the order of the locale "C". */
int WINAPI openperflib_wcscoll(LPCWSTR first, LPCWSTR second);
/* Compares, ignoring case. */
int WINAPI _wcsicmp(LPCWSTR first, LPCWSTR second);
int WINAPI _wcsicoll(LPCWSTR first, LPCWSTR second); /* the same: the order of the locale "C" */
/* Compares at most `count` units, ignoring case. */
int WINAPI _wcsnicmp(LPCWSTR first, LPCWSTR second, size_t count);
/* The first `wanted`, which may be the NUL; NULL if there is none. */
LPWSTR WINAPI openperflib_wcschr(LPCWSTR text, WCHAR wanted);
/* The last `wanted`. */
LPWSTR WINAPI openperflib_wcsrchr(LPCWSTR text, WCHAR wanted);
/* The first occurrence of `wanted`; NULL if there is none. */
LPWSTR WINAPI openperflib_wcsstr(LPCWSTR text, LPCWSTR wanted);
/* The first unit that is one of `wanted`; NULL if there is none. */
LPWSTR WINAPI openperflib_wcspbrk(LPCWSTR text, LPCWSTR wanted);
/* The number of units at the beginning that are all in `wanted`. */
size_t WINAPI openperflib_wcsspn(LPCWSTR text, LPCWSTR wanted);
/* The number of units at the beginning that are not in `wanted`. */
size_t WINAPI openperflib_wcscspn(LPCWSTR text, LPCWSTR wanted);
/* Returns the next part of a text between any of `delimiters`; `context` remembers the place. */
LPWSTR WINAPI openperflib_wcstok(LPWSTR text, LPCWSTR delimiters, LPWSTR* context);

/* Copies `count` units. */
LPWSTR WINAPI openperflib_wmemcpy(LPWSTR to, LPCWSTR from, size_t count);
/* The same for memory that may overlap. */
LPWSTR WINAPI openperflib_wmemmove(LPWSTR to, LPCWSTR from, size_t count);
/* Sets `count` units to `fill`. */
LPWSTR WINAPI openperflib_wmemset(LPWSTR to, WCHAR fill, size_t count);
/* Compares `count` units. */
int WINAPI openperflib_wmemcmp(LPCWSTR first, LPCWSTR second, size_t count);
/* The first `wanted` in `count` units; NULL if there is none. */
LPWSTR WINAPI openperflib_wmemchr(LPCWSTR text, WCHAR wanted, size_t count);

/* Converts UTF-8 to UTF-16. Writes at most `count` units, no half of a surrogate pair, and a NUL
   only if there is room for it. Returns the length without the NUL, also if `to` is NULL; -1 with
   EILSEQ for bytes that are not UTF-8, and with EINVAL if `from` is NULL. */
size_t WINAPI openperflib_mbstowcs(LPWSTR to, LPCSTR from, size_t count);
/* The same in the other direction, with a `count` of bytes. EILSEQ for half of a surrogate pair. */
size_t WINAPI openperflib_wcstombs(LPSTR to, LPCWSTR from, size_t count);

#ifdef __cplusplus
} /* extern "C" */
#endif

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define wcslen openperflib_wcslen
#define wcsnlen openperflib_wcsnlen
#define wcscpy openperflib_wcscpy
#define wcsncpy openperflib_wcsncpy
#define wcscat openperflib_wcscat
#define wcsncat openperflib_wcsncat
#define wcscmp openperflib_wcscmp
#define wcsncmp openperflib_wcsncmp
#define wcscoll openperflib_wcscoll
#define wcschr openperflib_wcschr
#define wcsrchr openperflib_wcsrchr
#define wcsstr openperflib_wcsstr
#define wcspbrk openperflib_wcspbrk
#define wcsspn openperflib_wcsspn
#define wcscspn openperflib_wcscspn
#define wcstok openperflib_wcstok
#define wmemcpy openperflib_wmemcpy
#define wmemmove openperflib_wmemmove
#define wmemset openperflib_wmemset
#define wmemcmp openperflib_wmemcmp
#define wmemchr openperflib_wmemchr
#define mbstowcs openperflib_mbstowcs
#define wcstombs openperflib_wcstombs
/* The functions of glibc that have no twin here would read and write 32 bits for a character: a
   call is a compiler error, whose text says so. */
#define fgetwc(...) fgetwc_of_glibc_needs_a_32_bit_wchar_t
#define getwc(...) getwc_of_glibc_needs_a_32_bit_wchar_t
#define getwchar(...) getwchar_of_glibc_needs_a_32_bit_wchar_t
#define ungetwc(...) ungetwc_of_glibc_needs_a_32_bit_wchar_t
#define wscanf(...) wscanf_of_glibc_needs_a_32_bit_wchar_t
#define fwscanf(...) fwscanf_of_glibc_needs_a_32_bit_wchar_t
#define swscanf(...) swscanf_of_glibc_needs_a_32_bit_wchar_t
#define vwscanf(...) vwscanf_of_glibc_needs_a_32_bit_wchar_t
#define vfwscanf(...) vfwscanf_of_glibc_needs_a_32_bit_wchar_t
#define vswscanf(...) vswscanf_of_glibc_needs_a_32_bit_wchar_t
#define mbtowc(...) mbtowc_of_glibc_needs_a_32_bit_wchar_t
#define wctomb(...) wctomb_of_glibc_needs_a_32_bit_wchar_t
#define mbrtowc(...) mbrtowc_of_glibc_needs_a_32_bit_wchar_t
#define wcrtomb(...) wcrtomb_of_glibc_needs_a_32_bit_wchar_t
#define mbsrtowcs(...) mbsrtowcs_of_glibc_needs_a_32_bit_wchar_t
#define wcsrtombs(...) wcsrtombs_of_glibc_needs_a_32_bit_wchar_t
#define mbsnrtowcs(...) mbsnrtowcs_of_glibc_needs_a_32_bit_wchar_t
#define wcsnrtombs(...) wcsnrtombs_of_glibc_needs_a_32_bit_wchar_t
#define wcscasecmp(...) wcscasecmp_of_glibc_needs_a_32_bit_wchar_t
#define wcsncasecmp(...) wcsncasecmp_of_glibc_needs_a_32_bit_wchar_t
#define wcschrnul(...) wcschrnul_of_glibc_needs_a_32_bit_wchar_t
#define wcpcpy(...) wcpcpy_of_glibc_needs_a_32_bit_wchar_t
#define wcpncpy(...) wcpncpy_of_glibc_needs_a_32_bit_wchar_t
#define wcsxfrm(...) wcsxfrm_of_glibc_needs_a_32_bit_wchar_t
#define wcstold(...) wcstold_of_glibc_needs_a_32_bit_wchar_t
#define wcswidth(...) wcswidth_of_glibc_needs_a_32_bit_wchar_t
#define wmempcpy(...) wmempcpy_of_glibc_needs_a_32_bit_wchar_t
#define wcsicmp _wcsicmp
#define wcsnicmp _wcsnicmp
#ifdef __cplusplus
extern "C++" {
namespace std { /* where programs in C++ look for them */
using ::openperflib_mbstowcs;
using ::openperflib_wcscat;
using ::openperflib_wcschr;
using ::openperflib_wcscmp;
using ::openperflib_wcscoll;
using ::openperflib_wcscpy;
using ::openperflib_wcscspn;
using ::openperflib_wcslen;
using ::openperflib_wcsncat;
using ::openperflib_wcsncmp;
using ::openperflib_wcsncpy;
using ::openperflib_wcspbrk;
using ::openperflib_wcsrchr;
using ::openperflib_wcsspn;
using ::openperflib_wcsstr;
using ::openperflib_wcstok;
using ::openperflib_wcstombs;
using ::openperflib_wmemchr;
using ::openperflib_wmemcmp;
using ::openperflib_wmemcpy;
using ::openperflib_wmemmove;
using ::openperflib_wmemset;
}  // namespace std
}
#endif
#endif
