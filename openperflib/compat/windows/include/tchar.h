/* <tchar.h>: the same source for narrow and wide characters. _UNICODE makes texts and the functions
   here wide; programs define it together with UNICODE, which the functions of windows.h follow. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openperflib/compat/windows/strings.h"
#include "openperflib/compat/windows/wide_strings.h"

#if defined(_UNICODE) != defined(UNICODE)
#error "UNICODE and _UNICODE are defined both or neither"
#endif

#define _TEXT(literal) TEXT(literal)
#define _T(literal) TEXT(literal)
#define __T(literal) TEXT(literal)
typedef TCHAR _TCHAR;

#ifdef _UNICODE
#define _tmain wmain
#define _tcslen openperflib_wcslen
#define _tcscpy openperflib_wcscpy
#define _tcscat openperflib_wcscat
#define _tcscmp openperflib_wcscmp
#define _tcsicmp openperflib_wcsicmp
#define _tcschr openperflib_wcschr
#define _tcsstr openperflib_wcsstr
#define _tcstol openperflib_wcstol
#define _tprintf openperflib_wprintf
#define _ftprintf openperflib_fwprintf
#define _sntprintf openperflib_swprintf
#define _vsntprintf openperflib_vswprintf
#define _fputts openperflib_fputws
#define _tcscpy_s wcscpy_s
#define _tcscat_s wcscat_s
#define _tcsncpy_s wcsncpy_s
#define _tcsncat_s wcsncat_s
#define _tcstok_s wcstok_s
#define _tcsnlen wcsnlen_s
#define _stprintf_s swprintf_s
#define _vstprintf_s vswprintf_s
#else
#define _tmain main
#define _tcslen strlen
#define _tcscpy strcpy
#define _tcscat strcat
#define _tcscmp strcmp
#define _tcsicmp strcasecmp
#define _tcschr strchr
#define _tcsstr strstr
#define _tcstol strtol
#define _tprintf printf
#define _ftprintf fprintf
#define _sntprintf snprintf
#define _vsntprintf vsnprintf
#define _fputts fputs
#define _tcscpy_s strcpy_s
#define _tcscat_s strcat_s
#define _tcsncpy_s strncpy_s
#define _tcsncat_s strncat_s
#define _tcstok_s strtok_s
#define _tcsnlen strnlen_s
#define _stprintf_s sprintf_s
#define _vstprintf_s vsprintf_s
#endif
