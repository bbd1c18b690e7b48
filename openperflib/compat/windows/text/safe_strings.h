/* <strsafe.h>: string functions that check the size of the buffer. They return S_OK;
   STRSAFE_E_INSUFFICIENT_BUFFER if the room is too small (what fits is written, with a NUL); or
   STRSAFE_E_INVALID_PARAMETER if the room is 0 or more than 2^31 - 1, or a text has no NUL
   within its room. Cch functions count characters, Cb functions bytes. */
#pragma once

#include <stdarg.h>

#include "openperflib/compat/windows/core/base_types.h"

#define STRSAFE_MAX_CCH 2147483647

#ifdef __cplusplus
extern "C" {
#endif

/* Copies a text. */
HRESULT WINAPI StringCchCopyA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCchCopyW(LPWSTR to, size_t room, LPCWSTR from); /* UTF-16 units */
/* The same with a room in bytes. */
HRESULT WINAPI StringCbCopyA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCbCopyW(LPWSTR to, size_t room, LPCWSTR from); /* two bytes for each unit */
/* Copies at most `count` characters of `from`. */
HRESULT WINAPI StringCchCopyNA(LPSTR to, size_t room, LPCSTR from, size_t count);
/* Both in UTF-16 units. */
HRESULT WINAPI StringCchCopyNW(LPWSTR to, size_t room, LPCWSTR from, size_t count);
/* The same with both in bytes. */
HRESULT WINAPI StringCbCopyNA(LPSTR to, size_t room, LPCSTR from, size_t count);
/* Both in bytes. */
HRESULT WINAPI StringCbCopyNW(LPWSTR to, size_t room, LPCWSTR from, size_t count);
/* Appends `from` to the text in `to`. */
HRESULT WINAPI StringCchCatA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCchCatW(LPWSTR to, size_t room, LPCWSTR from); /* UTF-16 units */
/* The same with a room in bytes. */
HRESULT WINAPI StringCbCatA(LPSTR to, size_t room, LPCSTR from);
HRESULT WINAPI StringCbCatW(LPWSTR to, size_t room, LPCWSTR from); /* two bytes for each unit */
/* Appends at most `count` characters of `from`. */
HRESULT WINAPI StringCchCatNA(LPSTR to, size_t room, LPCSTR from, size_t count);
/* Both in UTF-16 units. */
HRESULT WINAPI StringCchCatNW(LPWSTR to, size_t room, LPCWSTR from, size_t count);
/* The same with both in bytes. */
HRESULT WINAPI StringCbCatNA(LPSTR to, size_t room, LPCSTR from, size_t count);
/* Both in bytes. */
HRESULT WINAPI StringCbCatNW(LPWSTR to, size_t room, LPCWSTR from, size_t count);
/* Writes formatted text; openperflib/compat/windows/output.h describes the formats. */
HRESULT WINAPI StringCchPrintfA(LPSTR to, size_t room, LPCSTR format, ...);
HRESULT WINAPI StringCchPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...); /* UTF-16 units */
/* The same with a room in bytes. */
HRESULT WINAPI StringCbPrintfA(LPSTR to, size_t room, LPCSTR format, ...);
/* Two bytes for each unit. */
HRESULT WINAPI StringCbPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...);
/* The same with a list of arguments. */
HRESULT WINAPI StringCchVPrintfA(LPSTR to, size_t room, LPCSTR format, va_list arguments);
/* UTF-16 units. */
HRESULT WINAPI StringCchVPrintfW(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);
/* Bytes. */
HRESULT WINAPI StringCbVPrintfA(LPSTR to, size_t room, LPCSTR format, va_list arguments);
/* Bytes. */
HRESULT WINAPI StringCbVPrintfW(LPWSTR to, size_t room, LPCWSTR format, va_list arguments);
/* The length without the NUL. A text without a NUL in its first `room` characters is an error;
   then the length is 0. `length` may be NULL. */
HRESULT WINAPI StringCchLengthA(LPCSTR text, size_t room, size_t* length);
HRESULT WINAPI StringCchLengthW(LPCWSTR text, size_t room, size_t* length); /* UTF-16 units */
/* The same in bytes. */
HRESULT WINAPI StringCbLengthA(LPCSTR text, size_t room, size_t* length);
/* Two bytes for each unit. */
HRESULT WINAPI StringCbLengthW(LPCWSTR text, size_t room, size_t* length);

#define STRSAFE_IGNORE_NULLS 0x00000100u     /* treat NULL as an empty text */
#define STRSAFE_FILL_BEHIND_NULL 0x00000200u /* fill the rest with the lowest byte of the flags */
#define STRSAFE_FILL_ON_FAILURE                                                                  \
  0x00000400u                               /* on failure fill the buffer, with a NUL at its end \
                                             */
#define STRSAFE_NULL_ON_FAILURE 0x00000800u /* on failure leave an empty text */
#define STRSAFE_NO_TRUNCATION 0x00001000u   /* on failure leave an empty text; Cat: the old text */
#define STRSAFE_FILL_BYTE(byte) ((DWORD)(((byte) & 0xFF) | STRSAFE_FILL_BEHIND_NULL))
#define STRSAFE_FAILURE_BYTE(byte) ((DWORD)(((byte) & 0xFF) | STRSAFE_FILL_ON_FAILURE))

/* Copies; also sets `end` to the NUL and `left` to the room that is left, including the NUL.
   Both may be NULL. */
HRESULT WINAPI StringCchCopyExA(LPSTR to, size_t room, LPCSTR from, LPSTR* end, size_t* left,
                                DWORD flags);
/* The same for UTF-16; `left` counts units. */
HRESULT WINAPI StringCchCopyExW(LPWSTR to, size_t room, LPCWSTR from, LPWSTR* end, size_t* left,
                                DWORD flags);
/* The same, appending to the text in `to`. */
HRESULT WINAPI StringCchCatExA(LPSTR to, size_t room, LPCSTR from, LPSTR* end, size_t* left,
                               DWORD flags);
/* The same for UTF-16; `left` counts units. */
HRESULT WINAPI StringCchCatExW(LPWSTR to, size_t room, LPCWSTR from, LPWSTR* end, size_t* left,
                               DWORD flags);
/* The same with formatted text. */
HRESULT WINAPI StringCchPrintfExA(LPSTR to, size_t room, LPSTR* end, size_t* left, DWORD flags,
                                  LPCSTR format, ...);
/* The same for UTF-16; `left` counts units. */
HRESULT WINAPI StringCchPrintfExW(LPWSTR to, size_t room, LPWSTR* end, size_t* left, DWORD flags,
                                  LPCWSTR format, ...);

#ifdef __cplusplus
} /* extern "C" */
#endif

#define StringCbCopyN OPENPERFLIB_A_OR_W(StringCbCopyN)
#define StringCchCatN OPENPERFLIB_A_OR_W(StringCchCatN)
#define StringCbCatN OPENPERFLIB_A_OR_W(StringCbCatN)
#define StringCbVPrintf OPENPERFLIB_A_OR_W(StringCbVPrintf)
#define StringCchCopyEx OPENPERFLIB_A_OR_W(StringCchCopyEx)
#define StringCchCatEx OPENPERFLIB_A_OR_W(StringCchCatEx)
#define StringCchPrintfEx OPENPERFLIB_A_OR_W(StringCchPrintfEx)
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
