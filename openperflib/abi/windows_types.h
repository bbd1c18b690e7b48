/* The types of Windows that its performance headers are written in, for C11 and C++.
   A DWORD has 32 bits, whatever `long` has here. WCHAR has 16: wchar_t where that does (Windows,
   -fshort-wchar), so that L"..." is one; char16_t elsewhere. No constants: those are in *_constants.h.
   Source: the Windows data types as documented by Microsoft. */
#pragma once

#include <stdint.h>
#ifndef __cplusplus
#include <uchar.h>
#endif

typedef uint8_t BYTE;
typedef uint16_t WORD;
typedef uint32_t DWORD;
typedef uint32_t ULONG;
typedef int32_t LONG;
typedef int64_t LONGLONG;
typedef uint64_t ULONGLONG;
typedef int32_t BOOL;
typedef char CHAR;
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#ifndef __cplusplus
#include <stddef.h>
#endif
typedef wchar_t WCHAR;
#else
typedef char16_t WCHAR;
#endif

typedef void* LPVOID;
typedef DWORD* LPDWORD;
typedef WCHAR* LPWSTR;
typedef const WCHAR* LPCWSTR;
typedef CHAR* LPSTR;
typedef const CHAR* LPCSTR;

/* The calling convention of callbacks; there is one only outside 32-bit Windows. */
#if defined(_WIN32) && defined(__i386__)
#define OPENPERFLIB_WINAPI __attribute__((stdcall))
#else
#define OPENPERFLIB_WINAPI
#endif

/* 64 bits, also as two halves. */
typedef union _LARGE_INTEGER {
  struct {
    DWORD LowPart;
    LONG HighPart;
  } u;
  LONGLONG QuadPart;
} LARGE_INTEGER;

/* 100-ns intervals since 1601-01-01 UTC. */
typedef struct _FILETIME {
  DWORD dwLowDateTime;
  DWORD dwHighDateTime;
} FILETIME;

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
} SYSTEMTIME;

typedef struct _GUID {
  uint32_t Data1;
  uint16_t Data2;
  uint16_t Data3;
  uint8_t Data4[8];
} GUID;
