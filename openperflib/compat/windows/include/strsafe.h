/* <strsafe.h>: copies that know their room. S_OK; STRSAFE_E_INSUFFICIENT_BUFFER where the room is
   too small, with what fits and its NUL; STRSAFE_E_INVALID_PARAMETER for room 0 or more than 2^31 -
   1, and for what has no NUL in its room. Cch counts characters, Cb bytes. */
#pragma once

#include <stdarg.h>

#include "openperflib/compat/windows/base_types.h"

#define STRSAFE_MAX_CCH 2147483647

#ifdef __cplusplus
extern "C" {
#endif

/* Copies a text. */
HRESULT WINAPI StringCchCopyA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCchCopyW(LPWSTR to, size_t room, LPCWSTR from);
/* The same with a room in bytes. */
HRESULT WINAPI StringCbCopyA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCbCopyW(LPWSTR to, size_t room, LPCWSTR from);
/* At most `count` characters of `from`. */
HRESULT WINAPI StringCchCopyNA(LPSTR to, size_t room, LPCSTR from, size_t count);
HRESULT WINAPI StringCchCopyNW(LPWSTR to, size_t room, LPCWSTR from, size_t count);
/* Puts `from` behind `to`. */
HRESULT WINAPI StringCchCatA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCchCatW(LPWSTR to, size_t room, LPCWSTR from);
/* The same with a room in bytes. */
HRESULT WINAPI StringCbCatA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCbCatW(LPWSTR to, size_t room, LPCWSTR from);
/* Formatted as openperflib/compat/windows/wide_strings.h says. */
HRESULT WINAPI StringCchPrintfA(LPSTR to, size_t room, LPCSTR format, ...);
HRESULT WINAPI StringCchPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...);
/* The same with a room in bytes. */
HRESULT WINAPI StringCbPrintfA(LPSTR to, size_t room, LPCSTR format, ...);
HRESULT WINAPI StringCbPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...);
/* The same with a list of arguments. */
HRESULT WINAPI StringCchVPrintfA(LPSTR to, size_t room, LPCSTR format, va_list arguments);
HRESULT WINAPI StringCchVPrintfW(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);
/* The length without the NUL, at most `room` with it; `length` may be NULL. On failure it is 0. */
HRESULT WINAPI StringCchLengthA(LPCSTR text, size_t room, size_t* length);
HRESULT WINAPI StringCchLengthW(LPCWSTR text, size_t room, size_t* length);
/* The same in bytes. */
HRESULT WINAPI StringCbLengthA(LPCSTR text, size_t room, size_t* length);
HRESULT WINAPI StringCbLengthW(LPCWSTR text, size_t room, size_t* length);

#ifdef __cplusplus
} /* extern "C" */
#endif

#define StringCchCopy OPENPERFLIB_A_OR_W(StringCchCopy)
#define StringCbCopy OPENPERFLIB_A_OR_W(StringCbCopy)
#define StringCchCopyN OPENPERFLIB_A_OR_W(StringCchCopyN)
#define StringCchCat OPENPERFLIB_A_OR_W(StringCchCat)
#define StringCbCat OPENPERFLIB_A_OR_W(StringCbCat)
#define StringCchPrintf OPENPERFLIB_A_OR_W(StringCchPrintf)
#define StringCbPrintf OPENPERFLIB_A_OR_W(StringCbPrintf)
#define StringCchVPrintf OPENPERFLIB_A_OR_W(StringCchVPrintf)
#define StringCchLength OPENPERFLIB_A_OR_W(StringCchLength)
#define StringCbLength OPENPERFLIB_A_OR_W(StringCbLength)
