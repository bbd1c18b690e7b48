/* The wide functions of C over 16-bit characters, with Windows' rules. Glibc's read a wchar_t of 32
   bits: where it has 16 (-fshort-wchar), their names mean these here.

   Formats: in a wide function %s and %c are wide and %S and %C narrow; in a narrow one the reverse;
   h is narrow and l and w wide in both. `l` before a number means 32 bits, ll, I64 and j 64, I, z
   and t a pointer's width. %n is a wrong format. What is printed is UTF-8, and narrow and wide
   output mix. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#ifdef __cplusplus
#include <cwchar> /* takes away the names that are given below: before them, once and for all */
#else
#include <wchar.h>
#endif

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The length in 16-bit units, without the NUL. */
size_t WINAPI openperflib_wcslen(LPCWSTR text);
/* Copies; the room is the caller's to know. */
LPWSTR WINAPI openperflib_wcscpy(LPWSTR to, LPCWSTR from);
/* Puts `from` behind `to`. */
LPWSTR WINAPI openperflib_wcscat(LPWSTR to, LPCWSTR from);
/* Compares unit by unit. */
int WINAPI openperflib_wcscmp(LPCWSTR first, LPCWSTR second);
/* The same without regard to case. */
int WINAPI openperflib_wcsicmp(LPCWSTR first, LPCWSTR second);
/* The first `wanted`, its NUL included; NULL where there is none. */
LPWSTR WINAPI openperflib_wcschr(LPCWSTR text, WCHAR wanted);
/* The first place of `wanted`; NULL where there is none. */
LPWSTR WINAPI openperflib_wcsstr(LPCWSTR text, LPCWSTR wanted);
/* 32 bits, as `long` has on Windows; out of range LONG_MAX or LONG_MIN of that, and ERANGE. */
LONG WINAPI openperflib_wcstol(LPCWSTR text, LPWSTR* end, int base);

/* The length; -1 for a NULL, a wrong format, or too little room (then what fits is there, with its
   NUL). */
int WINAPI openperflib_swprintf(LPWSTR to, size_t room, LPCWSTR format, ...);
/* The same with a list of arguments. */
int WINAPI openperflib_vswprintf(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);
/* To the standard output. The length, or -1. */
int WINAPI openperflib_wprintf(LPCWSTR format, ...);
/* The same to `file`. */
int WINAPI openperflib_fwprintf(FILE* file, LPCWSTR format, ...);
/* 0, or -1. No line end is added. */
int WINAPI openperflib_fputws(LPCWSTR text, FILE* file);

#define _wcsicmp openperflib_wcsicmp
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define wcslen openperflib_wcslen
#define wcscpy openperflib_wcscpy
#define wcscat openperflib_wcscat
#define wcscmp openperflib_wcscmp
#define wcschr openperflib_wcschr
#define wcsstr openperflib_wcsstr
#define wcstol openperflib_wcstol
#define swprintf openperflib_swprintf
#define vswprintf openperflib_vswprintf
#define wprintf openperflib_wprintf
#define fwprintf openperflib_fwprintf
#define fputws openperflib_fputws
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
