/* The types of Windows beyond those of windows_types.h, for every header that programs include:
   windows.h and its neighbors, and whatever declares functions of the same interface. C11 and C++.
   Types only; the words of the compiler and the constants are elsewhere.
   Source: the Windows data types as documented by Microsoft. */
#pragma once

#include "openperflib/abi/windows_types.h"

typedef int INT;             /* 32 bits with a sign, on Windows as here */
typedef unsigned int UINT;   /* 32 bits */
typedef int8_t INT8;         /* 8 bits with a sign */
typedef uint8_t UINT8;       /* 8 bits */
typedef int16_t INT16;       /* 16 bits with a sign */
typedef uint16_t UINT16;     /* 16 bits */
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
typedef uint32_t ULONG32;    /* 32 bits */
typedef int64_t LONG64;      /* 64 bits with a sign */
typedef uint64_t ULONG64;    /* 64 bits */
typedef intptr_t INT_PTR;    /* as wide as a pointer, like all that end this way */
typedef uintptr_t UINT_PTR;  /* the same without a sign */
typedef intptr_t LONG_PTR;   /* with a sign */
typedef uintptr_t ULONG_PTR; /* without */
typedef uintptr_t DWORD_PTR; /* without */
typedef intptr_t SSIZE_T;    /* the same with a sign */
typedef UINT_PTR WPARAM;     /* the first argument of a window's message */
typedef LONG_PTR LPARAM;     /* the second */
typedef LONG_PTR LRESULT;    /* the answer to it */
typedef WORD ATOM;           /* a number that stands for a text */
typedef WORD LANGID;         /* language and where it is spoken: MAKELANGID */
typedef DWORD LCID;          /* a LANGID and how texts are sorted: MAKELCID */
typedef LONG HRESULT;        /* negative where it failed */

typedef const void* LPCVOID;           /* the same, only read */
typedef const void* PCVOID;            /* the same */
typedef BYTE* PBYTE;                   /* bytes */
typedef UCHAR* PUCHAR;                 /* the same */
typedef BOOLEAN* PBOOLEAN;             /* TRUE or FALSE in 8 bits */
typedef SHORT* PSHORT;                 /* numbers of 16 bits with a sign */
typedef USHORT* PUSHORT;               /* without */
typedef WORD* PWORD;                   /* the same */
typedef WORD* LPWORD;                  /* the same */
typedef DWORD* PDWORD;                 /* numbers of 32 bits */
typedef ULONG* PULONG;                 /* the same */
typedef UINT* PUINT;                   /* the same */
typedef UINT* LPUINT;                  /* the same */
typedef UINT32* PUINT32;               /* the same */
typedef LONG* LPLONG;                  /* with a sign */
typedef INT* PINT;                     /* the same */
typedef INT* LPINT;                    /* the same */
typedef BOOL* PBOOL;                   /* TRUE or FALSE */
typedef BOOL* LPBOOL;                  /* the same */
typedef FLOAT* PFLOAT;                 /* numbers with a fraction */
typedef DOUBLE* PDOUBLE;               /* the same, more exact */
typedef LONGLONG* PLONGLONG;           /* 64 bits with a sign */
typedef ULONGLONG* PULONGLONG;         /* without */
typedef INT64* PINT64;                 /* with */
typedef UINT64* PUINT64;               /* without */
typedef LONG64* PLONG64;               /* with */
typedef ULONG64* PULONG64;             /* without */
typedef DWORD64* PDWORD64;             /* without */
typedef DWORDLONG* PDWORDLONG;         /* without */
typedef SIZE_T* PSIZE_T;               /* a number of bytes of memory */
typedef LONG_PTR* PLONG_PTR;           /* numbers as wide as a pointer */
typedef ULONG_PTR* PULONG_PTR;         /* without a sign */
typedef DWORD_PTR* PDWORD_PTR;         /* the same */
typedef LARGE_INTEGER* PLARGE_INTEGER; /* 64 bits in two halves */
typedef FILETIME* PFILETIME;           /* 100 ns since 1601, UTC */
typedef FILETIME* LPFILETIME;          /* the same */
typedef SYSTEMTIME* PSYSTEMTIME;       /* a date and a time of day */
typedef SYSTEMTIME* LPSYSTEMTIME;      /* the same */

typedef CHAR* PCHAR;           /* characters; no NUL is promised */
typedef CHAR* PCH;             /* the same */
typedef CHAR* LPCH;            /* the same */
typedef const CHAR* LPCCH;     /* the same, only read */
typedef const CHAR* PCCH;      /* the same */
typedef WCHAR* PWCHAR;         /* UTF-16 units; no NUL is promised */
typedef WCHAR* PWCH;           /* the same */
typedef WCHAR* LPWCH;          /* the same */
typedef const WCHAR* LPCWCH;   /* the same, only read */
typedef const WCHAR* PCWCH;    /* the same */
typedef CHAR* PSTR;            /* bytes that end with a NUL */
typedef const CHAR* PCSTR;     /* the same, only read */
typedef WCHAR* PWSTR;          /* UTF-16 that ends with a NUL */
typedef const WCHAR* PCWSTR;   /* the same, only read */
typedef CHAR* PZZSTR;          /* texts one after the other, the last one empty */
typedef const CHAR* PCZZSTR;   /* the same, only read */
typedef WCHAR* PZZWSTR;        /* the same in UTF-16 */
typedef const WCHAR* PCZZWSTR; /* the same, only read */
typedef TCHAR* PZZTSTR;        /* PZZSTR or PZZWSTR */
typedef const TCHAR* PCZZTSTR; /* PCZZSTR or PCZZWSTR */
typedef TCHAR* PTCHAR;         /* PCHAR or PWCHAR */
typedef TCHAR* PTSTR;          /* PSTR or PWSTR */
typedef const TCHAR* PCTSTR;   /* PCSTR or PCWSTR */
typedef TCHAR* LPTCH;          /* LPCH or LPWCH */

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
} ULARGE_INTEGER, *PULARGE_INTEGER; /* 8 bytes; QuadPart is all of them */

typedef HANDLE* PHANDLE;               /* where a handle is put */
typedef HANDLE* LPHANDLE;              /* the same */
typedef HANDLE HLOCAL;                 /* memory of LocalAlloc: its address */
typedef HANDLE HGLOBAL;                /* memory of GlobalAlloc: its address */
typedef struct HWND__* HWND;           /* a window; here always NULL */
typedef struct HINSTANCE__* HINSTANCE; /* a loaded module; NULL is the program itself */
typedef HINSTANCE HMODULE;             /* the same */
typedef void* PSID;                    /* who; not looked at */
typedef void* PSECURITY_DESCRIPTOR;    /* who may do what; not looked at */

/* Who may use an object and whether children inherit it. Not looked at: an object belongs to its
   user, and no child has it. */
typedef struct _SECURITY_ATTRIBUTES {
  DWORD nLength;
  LPVOID lpSecurityDescriptor;
  BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES; /* 24 bytes; 12 if 32-bit */
