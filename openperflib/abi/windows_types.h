/* The Windows types that the performance headers use, for C11 and C++.
   A DWORD has 32 bits, whatever the size of `long`. A WCHAR has 16: it is wchar_t if that has 16
   bits (Windows, -fshort-wchar), so that L"..." is a WCHAR string, and char16_t otherwise.
   Constants are in *_constants.h.
   Source: the Windows data types as documented by Microsoft. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <uchar.h>
#endif

typedef uint8_t BYTE;       /* unsigned, 1 byte */
typedef uint16_t WORD;      /* unsigned, 2 bytes */
typedef uint32_t DWORD;     /* unsigned, 4 bytes: never 8, as `unsigned long` may have */
typedef uint32_t ULONG;     /* a DWORD by another name */
typedef int32_t LONG;       /* signed, 4 bytes: never 8, as `long` may have */
typedef int64_t LONGLONG;   /* signed, 8 bytes */
typedef uint64_t ULONGLONG; /* unsigned, 8 bytes */
typedef int32_t BOOL;       /* 0 is false, any other number true */
typedef char CHAR;          /* one byte of a text that is not UTF-16 */
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
typedef wchar_t WCHAR; /* one code unit of UTF-16, and of L"..." */
#define OPENPERFLIB_WIDE(literal) L##literal
#else
typedef char16_t WCHAR; /* one code unit of UTF-16, and of u"..." */
#define OPENPERFLIB_WIDE(literal) u##literal
#endif
typedef size_t SIZE_T; /* bytes of memory */

typedef void* PVOID;          /* memory of any type */
typedef void* LPVOID;         /* data of any kind, owned by the caller */
typedef void* HANDLE;         /* an open object; it does not point to anything */
typedef BYTE* LPBYTE;         /* bytes that the callee writes */
typedef DWORD* LPDWORD;       /* a number that the callee reads, writes, or both */
typedef LONG* PLONG;          /* as LPDWORD, signed */
typedef WCHAR* LPWSTR;        /* UTF-16 up to its NUL */
typedef const WCHAR* LPCWSTR; /* UTF-16 up to its NUL, only read */
typedef CHAR* LPSTR;          /* bytes up to their NUL */
typedef const CHAR* LPCSTR;   /* bytes up to their NUL, only read */

/* Text as chosen at compile time: UTF-16 if UNICODE is defined, otherwise bytes (UTF-8 here). */
#ifdef UNICODE
typedef WCHAR TCHAR; /* UTF-16 */
#define OPENPERFLIB_TEXT(literal) OPENPERFLIB_WIDE(literal)
#else
typedef CHAR TCHAR; /* one byte */
#define OPENPERFLIB_TEXT(literal) literal
#endif
#ifndef TEXT
#define TEXT(literal) OPENPERFLIB_TEXT(literal)
#endif
typedef TCHAR* LPTSTR;        /* up to its NUL */
typedef const TCHAR* LPCTSTR; /* up to its NUL, only read */

/* The calling convention of callbacks; empty except on 32-bit Windows. */
#if defined(_WIN32) && defined(__i386__)
#define OPENPERFLIB_WINAPI __attribute__((stdcall))
#else
#define OPENPERFLIB_WINAPI
#endif
#ifndef WINAPI
#define WINAPI OPENPERFLIB_WINAPI
#endif
#ifndef CALLBACK
#define CALLBACK OPENPERFLIB_WINAPI
#endif

/* 64 bits, accessible as a whole or as two halves. */
typedef union _LARGE_INTEGER {
  __extension__ struct {
    DWORD LowPart;
    LONG HighPart;
  };
  struct {
    DWORD LowPart;
    LONG HighPart;
  } u;
  LONGLONG QuadPart;
} LARGE_INTEGER; /* 8 bytes; QuadPart is all of them */

/* 100-ns intervals since 1601-01-01 UTC. */
typedef struct _FILETIME {
  DWORD dwLowDateTime;
  DWORD dwHighDateTime;
} FILETIME; /* 8 bytes, aligned to 4 */

/* A date and time of day; wDayOfWeek 0 is Sunday. */
typedef struct _SYSTEMTIME {
  WORD wYear;
  WORD wMonth;
  WORD wDayOfWeek;
  WORD wDay;
  WORD wHour;
  WORD wMinute;
  WORD wSecond;
  WORD wMilliseconds;
} SYSTEMTIME; /* 16 bytes; contains no time zone: its owner defines it */

/* 128 bits that name a provider or a counter set of the second version (perflib.h). */
typedef struct _GUID {
  uint32_t Data1;
  uint16_t Data2;
  uint16_t Data3;
  uint8_t Data4[8];
} GUID; /* 16 bytes; Data1 to Data3 are numbers in the machine's byte order */

typedef GUID* LPGUID;        /* of a provider or a set */
typedef const GUID* LPCGUID; /* the same, only read */
