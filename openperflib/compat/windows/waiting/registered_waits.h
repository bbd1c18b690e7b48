/* Waits that call a function: a thread of this library waits, not the program's. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The function that is called: `timed_out` is TRUE if the time passed and FALSE if the object was
   signalled. */
typedef void(CALLBACK* WAITORTIMERCALLBACK)(PVOID context, BOOLEAN timed_out);

/* Flags of RegisterWaitForSingleObject. Only WT_EXECUTEONLYONCE has an effect: each wait has a
   thread of its own, and calls in it. */
#define WT_EXECUTEDEFAULT 0x00u
#define WT_EXECUTEINIOTHREAD 0x01u
#define WT_EXECUTEINWAITTHREAD 0x04u
#define WT_EXECUTEONLYONCE 0x08u
#define WT_EXECUTELONGFUNCTION 0x10u
#define WT_EXECUTEINPERSISTENTTHREAD 0x80u
#define WT_TRANSFER_IMPERSONATION 0x100u

/* Calls a function each time that an object is signalled or `milliseconds` have passed, until the
   wait is unregistered; with WT_EXECUTEONLYONCE, or 0 milliseconds, once. An event that does not
   reset itself is signalled again at once. The thread has all signals blocked; a forked child does
   not have it. Closing `object` does not end the wait. ERROR_INVALID_PARAMETER if a pointer is
   NULL, ERROR_INVALID_HANDLE for what cannot be waited for, ERROR_NOT_ENOUGH_MEMORY without a
   thread. */
BOOL WINAPI RegisterWaitForSingleObject(PHANDLE wait, HANDLE object, WAITORTIMERCALLBACK callback,
                                        PVOID context, ULONG milliseconds, ULONG flags);
/* Ends a wait, also one that has called its only time: afterwards no call begins. While one runs,
   the result is FALSE with ERROR_IO_PENDING, although the wait is ended. ERROR_INVALID_HANDLE if it
   is not a wait. */
BOOL WINAPI UnregisterWait(HANDLE wait);
/* The same. `completion`: NULL; or an event, which is set when no call runs any more; or
   INVALID_HANDLE_VALUE: returns TRUE after that, but ERROR_POSSIBLE_DEADLOCK in the call itself. */
BOOL WINAPI UnregisterWaitEx(HANDLE wait, HANDLE completion);

#ifdef __cplusplus
} /* extern "C" */
#endif
