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

typedef int INT;             /* 32 bits with a sign, on Windows as here */
typedef unsigned int UINT;   /* 32 bits */
typedef int16_t SHORT;       /* 16 bits with a sign */
typedef uint16_t USHORT;     /* 16 bits */
typedef unsigned char UCHAR; /* 8 bits */
typedef float FLOAT;         /* 32 bits, IEEE 754 */
typedef double DOUBLE;       /* 64 bits, IEEE 754 */
typedef BYTE BOOLEAN;        /* TRUE or FALSE in 8 bits */
typedef int32_t INT32;       /* 32 bits with a sign */
typedef uint32_t UINT32;     /* 32 bits */
typedef uint32_t DWORD32;    /* 32 bits */
typedef int64_t INT64;       /* 64 bits with a sign */
typedef uint64_t UINT64;     /* 64 bits */
typedef uint64_t DWORD64;    /* 64 bits */
typedef uint64_t DWORDLONG;  /* 64 bits */
typedef int32_t LONG32;      /* 32 bits with a sign */
typedef int64_t LONG64;      /* 64 bits with a sign */
typedef uint64_t ULONG64;    /* 64 bits */
typedef intptr_t INT_PTR;    /* as wide as a pointer, as all that end so */
typedef uintptr_t UINT_PTR;  /* the same without a sign */
typedef intptr_t LONG_PTR;   /* with a sign */
typedef uintptr_t ULONG_PTR; /* without */
typedef uintptr_t DWORD_PTR; /* without */
typedef size_t SIZE_T;       /* bytes of memory */
typedef intptr_t SSIZE_T;    /* the same with a sign */
typedef WORD LANGID;         /* language and where it is spoken: MAKELANGID */
typedef LONG HRESULT;        /* negative where it failed */

typedef void* PVOID;                   /* memory of any type */
typedef const void* LPCVOID;           /* the same, only read */
typedef BYTE* PBYTE;                   /* bytes */
typedef WORD* PWORD;                   /* numbers of 16 bits */
typedef WORD* LPWORD;                  /* the same */
typedef DWORD* PDWORD;                 /* numbers of 32 bits */
typedef ULONG* PULONG;                 /* the same */
typedef LONG* LPLONG;                  /* with a sign */
typedef BOOL* PBOOL;                   /* TRUE or FALSE */
typedef BOOL* LPBOOL;                  /* the same */
typedef INT* LPINT;                    /* numbers with a sign */
typedef CHAR* PCHAR;                   /* characters; no NUL is promised */
typedef WCHAR* PWCHAR;                 /* UTF-16 units; no NUL is promised */
typedef CHAR* PSTR;                    /* UTF-8 that ends with a NUL */
typedef const CHAR* PCSTR;             /* the same, only read */
typedef WCHAR* PWSTR;                  /* UTF-16 that ends with a NUL */
typedef const WCHAR* PCWSTR;           /* the same, only read */
typedef TCHAR* PTCHAR;                 /* PCHAR or PWCHAR */
typedef TCHAR* PTSTR;                  /* PSTR or PWSTR */
typedef const TCHAR* PCTSTR;           /* PCSTR or PCWSTR */
typedef LONGLONG* PLONGLONG;           /* 64 bits with a sign */
typedef ULONGLONG* PULONGLONG;         /* without */
typedef LARGE_INTEGER* PLARGE_INTEGER; /* 64 bits in two halves */
typedef FILETIME* PFILETIME;           /* 100 ns since 1601, UTC */
typedef FILETIME* LPFILETIME;          /* the same */
typedef SYSTEMTIME* PSYSTEMTIME;       /* a date and a time of day */
typedef SYSTEMTIME* LPSYSTEMTIME;      /* the same */

/* LARGE_INTEGER without a sign. */
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
} ULARGE_INTEGER, *PULARGE_INTEGER;

typedef void* HANDLE;                  /* an open object; closed by CloseHandle */
typedef HANDLE* PHANDLE;               /* where a handle is put */
typedef HANDLE* LPHANDLE;              /* the same */
typedef HANDLE HLOCAL;                 /* memory of LocalAlloc: its address */
typedef HANDLE HGLOBAL;                /* memory of GlobalAlloc: its address */
typedef struct HINSTANCE__* HINSTANCE; /* a loaded module; here always NULL, the program itself */
typedef HINSTANCE HMODULE;             /* the same */
typedef void* PSID;                    /* who; not looked at */

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
