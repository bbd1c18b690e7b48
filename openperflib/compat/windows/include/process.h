/* <process.h>: threads of the C library. */
#pragma once

#include <unistd.h>

#include "openperflib/compat/windows/synchronization.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a thread runs; what it returns is its exit code. */
typedef unsigned(WINAPI* openperflib_thread_start)(void* argument);

/* A thread that starts at once; its handle is closed by CloseHandle and may be waited for. 0 and
   errno where it failed: EINVAL for no function or `flags` other than 0, EAGAIN for too many
   threads. */
uintptr_t WINAPI _beginthreadex(void* security, unsigned stack_size, openperflib_thread_start start,
                                void* argument, unsigned flags, unsigned* thread_id);
/* Ends this thread with a code. C++ objects on its stack are destroyed. */
void WINAPI _endthreadex(unsigned code);

#define _getpid() ((int)getpid())

#ifdef __cplusplus
} /* extern "C" */
#endif
