/* The types and words of windows.h that are no subject of their own, for C11 and C++.
   Source: the Windows data types as documented by Microsoft. */
#pragma once

#include <stddef.h>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/windows_types.h"
#include "openperflib/abi/winerror_constants.h"

/* Words of Microsoft's compiler that programs spell out. There is one calling convention here. */
#ifndef __int64
#define __int64 long long
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __declspec
#define __declspec(what)
#endif
#define CALLBACK OPENPERFLIB_WINAPI
#define APIENTRY OPENPERFLIB_WINAPI
#define WINAPIV
#define VOID void
#define CONST const
#define IN
#define OUT
#define OPTIONAL
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

typedef int INT;
typedef unsigned int UINT;
typedef int16_t SHORT;
typedef uint16_t USHORT;
typedef unsigned char UCHAR;
typedef float FLOAT;
typedef double DOUBLE;
typedef BYTE BOOLEAN;
typedef int32_t INT32;
typedef uint32_t UINT32;
typedef uint32_t DWORD32;
typedef int64_t INT64;
typedef uint64_t UINT64;
typedef uint64_t DWORD64;
typedef uint64_t DWORDLONG;
typedef int32_t LONG32;
typedef int64_t LONG64;
typedef uint64_t ULONG64;
typedef intptr_t INT_PTR; /* as wide as a pointer, as all that end so */
typedef uintptr_t UINT_PTR;
typedef intptr_t LONG_PTR;
typedef uintptr_t ULONG_PTR;
typedef uintptr_t DWORD_PTR;
typedef size_t SIZE_T;
typedef intptr_t SSIZE_T;
typedef WORD LANGID;  /* language and where it is spoken: MAKELANGID */
typedef LONG HRESULT; /* negative where it failed */

typedef void* PVOID;
typedef const void* LPCVOID;
typedef BYTE* PBYTE;
typedef WORD* PWORD;
typedef WORD* LPWORD;
typedef DWORD* PDWORD;
typedef ULONG* PULONG;
typedef LONG* LPLONG;
typedef BOOL* PBOOL;
typedef BOOL* LPBOOL;
typedef INT* LPINT;
typedef CHAR* PCHAR;
typedef WCHAR* PWCHAR;
typedef CHAR* PSTR;
typedef const CHAR* PCSTR;
typedef WCHAR* PWSTR;
typedef const WCHAR* PCWSTR;
typedef TCHAR* PTCHAR;
typedef TCHAR* PTSTR;
typedef const TCHAR* PCTSTR;
typedef LONGLONG* PLONGLONG;
typedef ULONGLONG* PULONGLONG;
typedef LARGE_INTEGER* PLARGE_INTEGER;
typedef FILETIME* PFILETIME;
typedef FILETIME* LPFILETIME;
typedef SYSTEMTIME* PSYSTEMTIME;
typedef SYSTEMTIME* LPSYSTEMTIME;

typedef union _ULARGE_INTEGER {
  __extension__ struct {
    DWORD LowPart;
    DWORD HighPart;
  };
  struct {
    DWORD LowPart;
    DWORD HighPart;
  } u;
  ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER; /* LARGE_INTEGER without a sign */

typedef void* HANDLE; /* an open object; closed by CloseHandle */
typedef HANDLE* PHANDLE;
typedef HANDLE* LPHANDLE;
typedef HANDLE HLOCAL;                 /* memory of LocalAlloc: its address */
typedef HANDLE HGLOBAL;                /* memory of GlobalAlloc: its address */
typedef struct HINSTANCE__* HINSTANCE; /* a loaded module; here always NULL, the program itself */
typedef HINSTANCE HMODULE;
typedef void* PSID; /* who; not looked at */

/* Who may use an object and whether children inherit it. Not looked at: an object belongs to its
   user, and no child has it. */
typedef struct _SECURITY_ATTRIBUTES {
  DWORD nLength;
  LPVOID lpSecurityDescriptor;
  BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

#define INVALID_HANDLE_VALUE ((HANDLE)(intptr_t)-1)
#define MAX_PATH 260
#define MAXDWORD 0xFFFFFFFFu
#define INFINITE 0xFFFFFFFFu

#define LOBYTE(value) ((BYTE)((DWORD_PTR)(value) & 0xFF))
#define HIBYTE(value) ((BYTE)(((DWORD_PTR)(value) >> 8) & 0xFF))
#define LOWORD(value) ((WORD)((DWORD_PTR)(value) & 0xFFFF))
#define HIWORD(value) ((WORD)(((DWORD_PTR)(value) >> 16) & 0xFFFF))
#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | ((WORD)(BYTE)(high) << 8)))
#define MAKELONG(low, high) ((LONG)((WORD)(low) | ((DWORD)(WORD)(high) << 16)))

#define MAKELANGID(language, where) ((WORD)(((WORD)(where) << 10) | (WORD)(language)))
#define PRIMARYLANGID(id) ((WORD)((WORD)(id) & 0x3FF))
#define SUBLANGID(id) ((WORD)((WORD)(id) >> 10))
#define LANG_NEUTRAL 0x00
#define LANG_ENGLISH 0x09
#define SUBLANG_NEUTRAL 0x00
#define SUBLANG_DEFAULT 0x01
#define SUBLANG_ENGLISH_US 0x01

#define SUCCEEDED(result) ((HRESULT)(result) >= 0)
#define FAILED(result) ((HRESULT)(result) < 0)

#define UNREFERENCED_PARAMETER(parameter) ((void)(parameter))

/* Which of two functions a program means by the name without a letter. */
#ifdef UNICODE
#define OPENPERFLIB_A_OR_W(name) name##W
#else
#define OPENPERFLIB_A_OR_W(name) name##A
#endif
