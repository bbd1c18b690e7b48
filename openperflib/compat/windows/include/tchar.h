/* <tchar.h>: names for writing one source for narrow and wide characters. _UNICODE makes
   literals and the functions of this header wide. Define it together with UNICODE, which the
   functions of windows.h follow. */
#pragma once

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wctype.h>

#include "openperflib/compat/windows/c_runtime.h"
#include "openperflib/compat/windows/text/input.h"
#include "openperflib/compat/windows/text/numbers.h"
#include "openperflib/compat/windows/text/output.h"
#include "openperflib/compat/windows/text/string_edits.h"
#include "openperflib/compat/windows/text/strings.h"
#include "openperflib/compat/windows/text/wide_strings.h"

#if defined(_UNICODE) != defined(UNICODE)
#error "UNICODE and _UNICODE are defined both or neither"
#endif

#define _TEXT(literal) TEXT(literal)
#define _T(literal) TEXT(literal)
#define __T(literal) TEXT(literal)
typedef TCHAR _TCHAR; /* WCHAR with _UNICODE, otherwise CHAR */

#ifdef _UNICODE
typedef wint_t _TINT; /* a character, or _TEOF */
#define _TEOF WEOF
#define _tmain wmain
#define _tcslen openperflib_wcslen
#define _tcsnlen openperflib_wcsnlen
#define _tcscpy openperflib_wcscpy
#define _tcsncpy openperflib_wcsncpy
#define _tcscat openperflib_wcscat
#define _tcsncat openperflib_wcsncat
#define _tcscmp openperflib_wcscmp
#define _tcsncmp openperflib_wcsncmp
#define _tcscoll openperflib_wcscoll
#define _tcsicmp _wcsicmp
#define _tcsnicmp _wcsnicmp
#define _tcschr openperflib_wcschr
#define _tcsrchr openperflib_wcsrchr
#define _tcsstr openperflib_wcsstr
#define _tcspbrk openperflib_wcspbrk
#define _tcsspn openperflib_wcsspn
#define _tcscspn openperflib_wcscspn
#define _tcsdup _wcsdup
#define _tcslwr _wcslwr
#define _tcsupr _wcsupr
#define _tcslwr_s _wcslwr_s
#define _tcsupr_s _wcsupr_s
#define _tcsrev _wcsrev
#define _tcstol openperflib_wcstol
#define _tcstoul openperflib_wcstoul
#define _tcstoi64 _wcstoi64
#define _tcstoui64 _wcstoui64
#define _tcstod openperflib_wcstod
#define _ttoi _wtoi
#define _tstoi _wtoi
#define _ttol _wtol
#define _tstol _wtol
#define _ttoi64 _wtoi64
#define _tstoi64 _wtoi64
#define _tstof _wtof
#define _ttof _wtof
#define _itot _itow
#define _ltot _ltow
#define _ultot _ultow
#define _i64tot _i64tow
#define _ui64tot _ui64tow
#define _itot_s _itow_s
#define _ltot_s _ltow_s
#define _ultot_s _ultow_s
#define _i64tot_s _i64tow_s
#define _ui64tot_s _ui64tow_s
#define _tprintf openperflib_wprintf
#define _ftprintf openperflib_fwprintf
#define _vtprintf openperflib_vwprintf
#define _vftprintf openperflib_vfwprintf
#define _tprintf_s openperflib_wprintf
#define _ftprintf_s openperflib_fwprintf
#define _stprintf _swprintf
#define _vstprintf _vswprintf
#define _sntprintf _snwprintf
#define _vsntprintf _vsnwprintf
#define _sntprintf_s _snwprintf_s
#define _vsntprintf_s _vsnwprintf_s
#define _sctprintf _scwprintf
#define _vsctprintf _vscwprintf
#define _stprintf_s swprintf_s
#define _vstprintf_s vswprintf_s
#define _fputts openperflib_fputws
#define _putts _putws
#define _fgetts openperflib_fgetws
#define _fputtc openperflib_fputwc
#define _puttc openperflib_fputwc
#define _puttchar openperflib_putwchar
#define _tcscpy_s wcscpy_s
#define _tcscat_s wcscat_s
#define _tcsncpy_s wcsncpy_s
#define _tcsncat_s wcsncat_s
#define _tcstok_s wcstok_s
#define _tfopen _wfopen
#define _tfopen_s _wfopen_s
#define _tgetenv _wgetenv
#define _tsetlocale _wsetlocale
#define _tcsftime openperflib_wcsftime
#define _istalpha iswalpha
#define _istdigit iswdigit
#define _istalnum iswalnum
#define _istspace iswspace
#define _istupper iswupper
#define _istlower iswlower
#define _istprint iswprint
#define _istpunct iswpunct
#define _istxdigit iswxdigit
#define _totupper towupper
#define _totlower towlower
#else
typedef int _TINT; /* a character, or _TEOF */
#define _TEOF EOF
#define _tmain main
#define _tcslen strlen
#define _tcsnlen strnlen_s
#define _tcscpy strcpy
#define _tcsncpy strncpy
#define _tcscat strcat
#define _tcsncat strncat
#define _tcscmp strcmp
#define _tcsncmp strncmp
#define _tcscoll strcoll
#define _tcsicmp strcasecmp
#define _tcsnicmp strncasecmp
#define _tcschr strchr
#define _tcsrchr strrchr
#define _tcsstr strstr
#define _tcspbrk strpbrk
#define _tcsspn strspn
#define _tcscspn strcspn
#define _tcsdup _strdup
#define _tcslwr _strlwr
#define _tcsupr _strupr
#define _tcslwr_s _strlwr_s
#define _tcsupr_s _strupr_s
#define _tcsrev _strrev
#define _tcstol openperflib_strtol
#define _tcstoul openperflib_strtoul
#define _tcstoi64 _strtoi64
#define _tcstoui64 _strtoui64
#define _tcstod strtod
#define _ttoi openperflib_atoi
#define _tstoi openperflib_atoi
#define _ttol openperflib_atol
#define _tstol openperflib_atol
#define _ttoi64 _atoi64
#define _tstoi64 _atoi64
#define _tstof atof
#define _ttof atof
#define _itot _itoa
#define _ltot _ltoa
#define _ultot _ultoa
#define _i64tot _i64toa
#define _ui64tot _ui64toa
#define _itot_s _itoa_s
#define _ltot_s _ltoa_s
#define _ultot_s _ultoa_s
#define _i64tot_s _i64toa_s
#define _ui64tot_s _ui64toa_s
#define _tprintf printf
#define _ftprintf fprintf
#define _vtprintf vprintf
#define _vftprintf vfprintf
#define _tprintf_s printf_s
#define _ftprintf_s fprintf_s
#define _stprintf sprintf
#define _vstprintf vsprintf
#define _sntprintf _snprintf
#define _vsntprintf _vsnprintf
#define _sntprintf_s _snprintf_s
#define _vsntprintf_s _vsnprintf_s
#define _sctprintf _scprintf
#define _vsctprintf _vscprintf
#define _stprintf_s sprintf_s
#define _vstprintf_s vsprintf_s
#define _fputts fputs
#define _putts puts
#define _fgetts fgets
#define _fputtc fputc
#define _puttc putc
#define _puttchar putchar
#define _tcscpy_s strcpy_s
#define _tcscat_s strcat_s
#define _tcsncpy_s strncpy_s
#define _tcsncat_s strncat_s
#define _tcstok_s strtok_s
#define _tfopen fopen
#define _tfopen_s fopen_s
#define _tgetenv getenv
#define _tsetlocale setlocale
#define _tcsftime strftime
#define _istalpha isalpha
#define _istdigit isdigit
#define _istalnum isalnum
#define _istspace isspace
#define _istupper isupper
#define _istlower islower
#define _istprint isprint
#define _istpunct ispunct
#define _istxdigit isxdigit
#define _totupper toupper
#define _totlower tolower
#endif
