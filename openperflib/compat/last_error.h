/* Why the last function of this thread failed. The registry functions return their codes and do
   not change it; the functions of <windows.h> set it, and a performance library may. */
#pragma once

#include "openperflib/abi/windows_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The code that the last failing function of this thread set; 0 if none did. */
DWORD WINAPI GetLastError(void);
/* Sets the code of this thread. */
void WINAPI SetLastError(DWORD code);

#ifdef __cplusplus
} /* extern "C" */
#endif
