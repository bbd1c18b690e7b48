/* Why the last function of this thread failed. The registry functions return their codes and leave
   this alone; <windows.h>'s set it, and a performance library may. */
#pragma once

#include "openperflib/abi/windows_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The code that this thread's last failing function set; 0 where none did. Every thread has its
 * own. */
DWORD WINAPI GetLastError(void);
/* Sets that of this thread. */
void WINAPI SetLastError(DWORD code);

#ifdef __cplusplus
} /* extern "C" */
#endif
