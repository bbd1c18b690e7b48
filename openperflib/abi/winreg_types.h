/* The types of winreg.h that readers of performance data use, for C11 and C++.
   Source: winreg.h as documented by Microsoft. */
#pragma once

#include "openperflib/abi/windows_types.h"
#include "openperflib/abi/winreg_constants.h"

typedef LONG LSTATUS;        /* a Win32 code */
typedef struct HKEY__* HKEY; /* an open key; it does not point to anything */
typedef HKEY* PHKEY;         /* receives an opened key */
typedef DWORD REGSAM;        /* KEY_...: the rights asked for */

/* The low 32 bits identify the key; the value is sign-extended as on 64-bit Windows. */
#define OPENPERFLIB_HKEY(number) ((HKEY)(intptr_t)(int32_t)(number))
#define HKEY_LOCAL_MACHINE OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_LOCAL_MACHINE)
#define HKEY_USERS OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_USERS)
#define HKEY_PERFORMANCE_DATA OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_PERFORMANCE_DATA)
#define HKEY_PERFORMANCE_TEXT OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_PERFORMANCE_TEXT)
#define HKEY_PERFORMANCE_NLSTEXT OPENPERFLIB_HKEY(OPENPERFLIB_HKEY_PERFORMANCE_NLSTEXT)
