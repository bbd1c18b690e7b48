/* <process.h>: threads as the C library of Windows starts them. */
#pragma once

#include <unistd.h>

#include "openperflib/compat/windows/waiting/synchronization.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The function that a thread runs; its result is the exit code. */
typedef unsigned(WINAPI* openperflib_thread_start)(void* argument);

/* Starts a thread. WaitForSingleObject waits for its handle, and CloseHandle closes it. On
   failure returns 0 and sets errno: EINVAL if there is no function or `flags` is not 0, EAGAIN
   if there are too many threads. */
uintptr_t WINAPI _beginthreadex(void* security, unsigned stack_size, openperflib_thread_start start,
                                void* argument, unsigned flags, unsigned* thread_id);
/* Ends this thread with an exit code. Destroys the C++ objects on its stack. */
void WINAPI _endthreadex(unsigned code);

#define _getpid() ((int)getpid())

#ifdef __cplusplus
} /* extern "C" */
#endif
