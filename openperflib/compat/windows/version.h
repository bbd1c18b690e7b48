/* The version of Windows that programs see: 10.0, build 19041, a workstation. Since that build,
   programs can ask for definitions only (MetadataGlobal), as they can here. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define VER_PLATFORM_WIN32s 0
#define VER_PLATFORM_WIN32_WINDOWS 1
#define VER_PLATFORM_WIN32_NT 2
#define VER_NT_WORKSTATION 0x01
#define VER_NT_DOMAIN_CONTROLLER 0x02
#define VER_NT_SERVER 0x03

/* What GetVersionEx fills in. */
typedef struct _OSVERSIONINFOA {
  DWORD dwOSVersionInfoSize;
  DWORD dwMajorVersion;
  DWORD dwMinorVersion;
  DWORD dwBuildNumber;
  DWORD dwPlatformId;
  CHAR szCSDVersion[128];                              /* the service pack: empty */
} OSVERSIONINFOA, *POSVERSIONINFOA, *LPOSVERSIONINFOA; /* 148 bytes */
/* The same with texts in UTF-16. */
typedef struct _OSVERSIONINFOW {
  DWORD dwOSVersionInfoSize;
  DWORD dwMajorVersion;
  DWORD dwMinorVersion;
  DWORD dwBuildNumber;
  DWORD dwPlatformId;
  WCHAR szCSDVersion[128];
} OSVERSIONINFOW, *POSVERSIONINFOW, *LPOSVERSIONINFOW; /* 276 bytes */
/* The longer structure. */
typedef struct _OSVERSIONINFOEXA {
  DWORD dwOSVersionInfoSize;
  DWORD dwMajorVersion;
  DWORD dwMinorVersion;
  DWORD dwBuildNumber;
  DWORD dwPlatformId;
  CHAR szCSDVersion[128];
  WORD wServicePackMajor;
  WORD wServicePackMinor;
  WORD wSuiteMask;
  BYTE wProductType;
  BYTE wReserved;
} OSVERSIONINFOEXA, *POSVERSIONINFOEXA, *LPOSVERSIONINFOEXA; /* 156 bytes */
/* The same with texts in UTF-16. */
typedef struct _OSVERSIONINFOEXW {
  DWORD dwOSVersionInfoSize;
  DWORD dwMajorVersion;
  DWORD dwMinorVersion;
  DWORD dwBuildNumber;
  DWORD dwPlatformId;
  WCHAR szCSDVersion[128];
  WORD wServicePackMajor;
  WORD wServicePackMinor;
  WORD wSuiteMask;
  BYTE wProductType;
  BYTE wReserved;
} OSVERSIONINFOEXW, *POSVERSIONINFOEXW, *LPOSVERSIONINFOEXW; /* 284 bytes */
#ifdef UNICODE
typedef OSVERSIONINFOW OSVERSIONINFO;        /* as the program was built */
typedef OSVERSIONINFOW* POSVERSIONINFO;      /* the same */
typedef OSVERSIONINFOW* LPOSVERSIONINFO;     /* the same */
typedef OSVERSIONINFOEXW OSVERSIONINFOEX;    /* the longer form */
typedef OSVERSIONINFOEXW* POSVERSIONINFOEX;  /* the same */
typedef OSVERSIONINFOEXW* LPOSVERSIONINFOEX; /* the same */
#else
typedef OSVERSIONINFOA OSVERSIONINFO;        /* as the program was built */
typedef OSVERSIONINFOA* POSVERSIONINFO;      /* the same */
typedef OSVERSIONINFOA* LPOSVERSIONINFO;     /* the same */
typedef OSVERSIONINFOEXA OSVERSIONINFOEX;    /* the longer form */
typedef OSVERSIONINFOEXA* POSVERSIONINFOEX;  /* the same */
typedef OSVERSIONINFOEXA* LPOSVERSIONINFOEX; /* the same */
#endif

/* The major version in the lowest byte, the minor version in the next byte, and the build number
   in the upper half. */
DWORD WINAPI GetVersion(void);
/* Fills in either structure; dwOSVersionInfoSize says which one. FALSE with
   ERROR_INSUFFICIENT_BUFFER for any other size, and with ERROR_INVALID_PARAMETER for NULL. */
BOOL WINAPI GetVersionExA(LPOSVERSIONINFOA version);
BOOL WINAPI GetVersionExW(LPOSVERSIONINFOW version); /* in UTF-16: 276 or 284 bytes */
#define GetVersionEx OPENPERFLIB_A_OR_W(GetVersionEx)

#ifdef __cplusplus
} /* extern "C" */
#endif
