/* Types and keywords of windows.h without a header of their own, for C11 and C++. Source: the
   Windows data types as documented by Microsoft. */
#pragma once

#include <stddef.h>

#include "openperflib/abi/windows_api_types.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

/* Keywords of Microsoft's compiler that programs use. There is only one calling convention here. */
#ifndef __int64
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 __INT64_TYPE__ /* one type with LONGLONG, as on Windows */
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __fastcall
#define __fastcall
#endif
#ifndef __declspec
#define __declspec(what)
#endif
#define __unaligned /* these processors read numbers at any address */
#define UNALIGNED
#define __ptr32
#define __ptr64
#define __w64
#define __forceinline __inline __attribute__((__always_inline__))
#define __fallthrough __attribute__((__fallthrough__))
#define __assume(condition) ((void)0)
#define __debugbreak() __builtin_trap()
#define _inline __inline
#define FORCEINLINE __forceinline
#define DECLSPEC_NORETURN __attribute__((__noreturn__))
#define DECLSPEC_NOINLINE __attribute__((__noinline__))
#define DECLSPEC_ALIGN(bytes) __attribute__((__aligned__(bytes)))
#define DECLSPEC_IMPORT
#define DECLSPEC_SELECTANY __attribute__((__weak__))
#define APIENTRY OPENPERFLIB_WINAPI
#define NTAPI OPENPERFLIB_WINAPI
#define STDMETHODCALLTYPE OPENPERFLIB_WINAPI
#define WINAPIV
#define PASCAL
#define CDECL
#define FAR
#define NEAR
#define VOID void
#define CONST const
#define IN
#define OUT
#define OPTIONAL
#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C extern
#endif
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#if !defined(__cplusplus) && !defined(NOMINMAX) /* C++ has std::min and std::max */
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#endif

#define INVALID_HANDLE_VALUE ((HANDLE)(intptr_t)-1)
#define MAX_PATH 260
#define _MAX_PATH 260 /* of paths in files of C, like those that follow */
#define _MAX_DRIVE 3
#define _MAX_DIR 256
#define _MAX_FNAME 256
#define _MAX_EXT 256
#define MINCHAR 0x80
#define MAXCHAR 0x7F
#define MINSHORT 0x8000
#define MAXSHORT 0x7FFF
#define MINLONG 0x80000000u
#define MAXLONG 0x7FFFFFFF
#define MAXBYTE 0xFFu
#define MAXWORD 0xFFFFu
#define MAXDWORD 0xFFFFFFFFu
#define MAXUINT ((UINT) ~(UINT)0)
#define MAXULONG ((ULONG) ~(ULONG)0)
#define MAXLONGLONG ((LONGLONG)0x7FFFFFFFFFFFFFFFLL)
#define MAXULONGLONG ((ULONGLONG) ~(ULONGLONG)0)
#define MAXSIZE_T ((SIZE_T) ~(SIZE_T)0)
#define INFINITE 0xFFFFFFFFu
#define ANYSIZE_ARRAY 1

/* What a process, or the processes of a job, read and wrote. */
typedef struct _IO_COUNTERS {
  ULONGLONG ReadOperationCount;
  ULONGLONG WriteOperationCount;
  ULONGLONG OtherOperationCount;
  ULONGLONG ReadTransferCount;
  ULONGLONG WriteTransferCount;
  ULONGLONG OtherTransferCount;
} IO_COUNTERS, *PIO_COUNTERS; /* 48 bytes */

#define LOBYTE(value) ((BYTE)((DWORD_PTR)(value) & 0xFF))
#define HIBYTE(value) ((BYTE)(((DWORD_PTR)(value) >> 8) & 0xFF))
#define LOWORD(value) ((WORD)((DWORD_PTR)(value) & 0xFFFF))
#define HIWORD(value) ((WORD)(((DWORD_PTR)(value) >> 16) & 0xFFFF))
#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | ((WORD)(BYTE)(high) << 8)))
#define MAKELONG(low, high) ((LONG)((WORD)(low) | ((DWORD)(WORD)(high) << 16)))
#define Int32x32To64(a, b) ((LONGLONG)(LONG)(a) * (LONGLONG)(LONG)(b))
#define UInt32x32To64(a, b) ((ULONGLONG)(DWORD)(a) * (ULONGLONG)(DWORD)(b))
#define PtrToUlong(pointer) ((ULONG)(ULONG_PTR)(pointer))
#define HandleToULong(handle) ((ULONG)(ULONG_PTR)(handle))
#define ULongToPtr(number) ((VOID*)(ULONG_PTR)(ULONG)(number))
#define FIELD_OFFSET(type, field) ((LONG)offsetof(type, field))
#define RTL_FIELD_SIZE(type, field) (sizeof(((type*)0)->field))
#define CONTAINING_RECORD(address, type, field) ((type*)((char*)(address) - offsetof(type, field)))
#ifdef __cplusplus
#define C_ASSERT(condition) static_assert(condition, #condition)
#else
#define C_ASSERT(condition) _Static_assert(condition, #condition)
#endif

#define SUCCEEDED(result) ((HRESULT)(result) >= 0)
#define FAILED(result) ((HRESULT)(result) < 0)
#define SEVERITY_SUCCESS 0
#define SEVERITY_ERROR 1
#define FACILITY_NULL 0
#define FACILITY_ITF 4
#define FACILITY_WIN32 7
#define HRESULT_CODE(result) ((result) & 0xFFFF)
#define HRESULT_FACILITY(result) (((result) >> 16) & 0x1FFF)
#define HRESULT_SEVERITY(result) (((result) >> 31) & 1)
#define MAKE_HRESULT(severity, facility, code) \
  ((HRESULT)(((DWORD)(severity) << 31) | ((DWORD)(facility) << 16) | (DWORD)(code)))
#define HRESULT_FROM_WIN32(code)          \
  ((HRESULT)(code) <= 0 ? (HRESULT)(code) \
                        : MAKE_HRESULT(SEVERITY_ERROR, FACILITY_WIN32, (DWORD)(code) & 0xFFFF))

#define UNREFERENCED_PARAMETER(parameter) ((void)(parameter))
#define DBG_UNREFERENCED_PARAMETER(parameter) ((void)(parameter))
#define DBG_UNREFERENCED_LOCAL_VARIABLE(variable) ((void)(variable))

/* The number of elements of an array. In C++ a pointer does not compile. */
#ifdef __cplusplus
/* Returns as many chars as the array has elements, for sizeof only: it is not defined. */
extern "C++" template <typename Element, size_t kCount>
char (&openperflib_count_of(Element (&)[kCount]))[kCount];
#define _countof(array) sizeof(openperflib_count_of(array))
#else
#define _countof(array) (sizeof(array) / sizeof((array)[0]))
#endif
#define ARRAYSIZE(array) _countof(array)
#define RTL_NUMBER_OF(array) _countof(array)
#define _ARRAYSIZE(array) _countof(array)

/* The function that a name without A or W stands for. */
#ifdef UNICODE
#define OPENPERFLIB_A_OR_W(name) name##W
#else
#define OPENPERFLIB_A_OR_W(name) name##A
#endif
