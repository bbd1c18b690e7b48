/* Objects that threads wait for: events, semaphores, mutexes and threads. Also critical sections
   and the Interlocked functions. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WAIT_OBJECT_0 0u
#define WAIT_ABANDONED 0x80u
#define WAIT_ABANDONED_0 0x80u
#define WAIT_FAILED 0xFFFFFFFFu
#define MAXIMUM_WAIT_OBJECTS 64
#define STILL_ACTIVE 259u
#define EVENT_MODIFY_STATE 0x0002u
#define EVENT_ALL_ACCESS 0x001F0003u
#define SEMAPHORE_ALL_ACCESS 0x001F0003u
#define SYNCHRONIZE 0x00100000u
#define MUTEX_MODIFY_STATE 0x0001u
#define MUTEX_ALL_ACCESS 0x001F0001u

/* Closes any handle of this header, of file_mapping.h or of process_list.h. FALSE and
   ERROR_INVALID_HANDLE if it is not a handle or is already closed. */
BOOL WINAPI CloseHandle(HANDLE handle);

/* Creates an event. All processes of this user share an event with a name; names are as for
   CreateMutex. If it existed before, the last error is ERROR_ALREADY_EXISTS, and the other
   arguments have no effect; otherwise the last error is 0. */
HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES security, BOOL manual_reset, BOOL initially_set,
                           LPCSTR name);
/* The same with the name in UTF-16; both see the same names. */
HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES security, BOOL manual_reset, BOOL initially_set,
                           LPCWSTR name);
/* Opens an existing event, with all rights. ERROR_FILE_NOT_FOUND if there is none;
   ERROR_INVALID_HANDLE if the name belongs to another kind of object. */
HANDLE WINAPI OpenEventA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenEventW(DWORD access, BOOL inherit, LPCWSTR name); /* `name` in UTF-16 */
/* Wakes every waiting thread (manual reset) or one of them (automatic reset). */
BOOL WINAPI SetEvent(HANDLE event);
/* Threads that wait from now on wait for the next SetEvent. */
BOOL WINAPI ResetEvent(HANDLE event);
#define CreateEvent OPENPERFLIB_A_OR_W(CreateEvent)
#define OpenEvent OPENPERFLIB_A_OR_W(OpenEvent)

/* Creates a mutex. All processes of this user share a mutex with a name. If it existed before,
   the last error is ERROR_ALREADY_EXISTS and this call does not acquire it; otherwise the last
   error is 0. A name has up to 254 letters and digits (any other character counts as three to
   nine); a longer one gives ERROR_FILENAME_EXCED_RANGE. "Local\" and "Global\" mean the same;
   any other backslash gives ERROR_PATH_NOT_FOUND. Closing the last handle releases the mutex. */
HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES security, BOOL initially_owned, LPCSTR name);
/* The same with the name in UTF-16; both see the same names. */
HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES security, BOOL initially_owned, LPCWSTR name);
/* Opens an existing mutex. ERROR_FILE_NOT_FOUND if there is none; ERROR_INVALID_HANDLE if the
   name belongs to another kind of object. */
HANDLE WINAPI OpenMutexA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenMutexW(DWORD access, BOOL inherit, LPCWSTR name); /* `name` in UTF-16 */
/* ERROR_NOT_OWNER if this thread does not own the mutex. */
BOOL WINAPI ReleaseMutex(HANDLE mutex);
#define CreateMutex OPENPERFLIB_A_OR_W(CreateMutex)
#define OpenMutex OPENPERFLIB_A_OR_W(OpenMutex)

/* Creates a semaphore without a name. Each wait takes 1 from its count; ReleaseSemaphore adds to
   it. A name gives ERROR_NOT_SUPPORTED; a count below 0 or above `maximum` gives
   ERROR_INVALID_PARAMETER. */
HANDLE WINAPI CreateSemaphoreA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCSTR name);
/* The same: a name gives ERROR_NOT_SUPPORTED. */
HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCWSTR name);
/* Adds to the count. Stores the previous count in `before` unless it is NULL.
   ERROR_TOO_MANY_POSTS if the count would exceed the maximum. */
BOOL WINAPI ReleaseSemaphore(HANDLE semaphore, LONG count, LPLONG before);
#define CreateSemaphore OPENPERFLIB_A_OR_W(CreateSemaphore)

/* Waits for one handle. Returns WAIT_OBJECT_0 plus the position of the handle; WAIT_ABANDONED_0
   plus the position if the previous owner of a mutex ended without releasing it (this thread now
   owns it); WAIT_TIMEOUT; or WAIT_FAILED. WAIT_FAILED sets ERROR_INVALID_HANDLE, or
   ERROR_INVALID_PARAMETER for 0 or more than 64 handles, for NULL, and for the same handle twice
   with `all`. */
DWORD WINAPI WaitForSingleObject(HANDLE handle, DWORD milliseconds);
/* The same; there are no calls that `alertable` would let through. */
DWORD WINAPI WaitForSingleObjectEx(HANDLE handle, DWORD milliseconds, BOOL alertable);
/* The same for one of several handles, or for all of them at once. */
DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE* handles, BOOL all,
                                    DWORD milliseconds);

/* The function that a thread runs; its result is the exit code. */
typedef DWORD(WINAPI* LPTHREAD_START_ROUTINE)(LPVOID argument);

/* Starts a thread. `flags` other than 0 give ERROR_NOT_SUPPORTED. The handle is signalled when
   the thread ends; closing the handle does not end the thread. */
HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                           LPTHREAD_START_ROUTINE start, LPVOID argument, DWORD flags,
                           LPDWORD thread_id);
/* What the thread returned, or STILL_ACTIVE while it runs. */
BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD code);

/* 64 bytes that must not be copied or moved. */
typedef struct _RTL_CRITICAL_SECTION {
  uint64_t opaque[8];
} CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION; /* 64 bytes */

/* Prepares a section that one thread at a time may enter, any number of times. */
void WINAPI InitializeCriticalSection(LPCRITICAL_SECTION section);
/* The same; ignores `spins` and always returns TRUE. */
BOOL WINAPI InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD spins);
/* Waits until no other thread is inside. */
void WINAPI EnterCriticalSection(LPCRITICAL_SECTION section);
/* Returns FALSE instead of waiting. */
BOOL WINAPI TryEnterCriticalSection(LPCRITICAL_SECTION section);
/* Must be called as often as the section was entered. */
void WINAPI LeaveCriticalSection(LPCRITICAL_SECTION section);
/* No thread may be inside. */
void WINAPI DeleteCriticalSection(LPCRITICAL_SECTION section);

/* Each of these is atomic and a full memory barrier. Increment and Decrement return the new
   value, the others the old one. */
/* value + 1 */
static inline LONG InterlockedIncrement(LONG volatile* value) {
  return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}
/* value - 1 */
static inline LONG InterlockedDecrement(LONG volatile* value) {
  return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}
/* value = wanted */
static inline LONG InterlockedExchange(LONG volatile* value, LONG wanted) {
  return __atomic_exchange_n(value, wanted, __ATOMIC_SEQ_CST);
}
/* value + more */
static inline LONG InterlockedExchangeAdd(LONG volatile* value, LONG more) {
  return __atomic_fetch_add(value, more, __ATOMIC_SEQ_CST);
}
/* value & mask */
static inline LONG InterlockedAnd(LONG volatile* value, LONG mask) {
  return __atomic_fetch_and(value, mask, __ATOMIC_SEQ_CST);
}
/* value | mask */
static inline LONG InterlockedOr(LONG volatile* value, LONG mask) {
  return __atomic_fetch_or(value, mask, __ATOMIC_SEQ_CST);
}
/* value ^ mask */
static inline LONG InterlockedXor(LONG volatile* value, LONG mask) {
  return __atomic_fetch_xor(value, mask, __ATOMIC_SEQ_CST);
}
/* value = wanted where it was `expected` */
static inline LONG InterlockedCompareExchange(LONG volatile* value, LONG wanted, LONG expected) {
  __atomic_compare_exchange_n(value, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
/* value + 1 */
static inline LONG64 InterlockedIncrement64(LONG64 volatile* value) {
  return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}
/* value - 1 */
static inline LONG64 InterlockedDecrement64(LONG64 volatile* value) {
  return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}
/* value = wanted */
static inline LONG64 InterlockedExchange64(LONG64 volatile* value, LONG64 wanted) {
  return __atomic_exchange_n(value, wanted, __ATOMIC_SEQ_CST);
}
/* value + more */
static inline LONG64 InterlockedExchangeAdd64(LONG64 volatile* value, LONG64 more) {
  return __atomic_fetch_add(value, more, __ATOMIC_SEQ_CST);
}
/* value = wanted where it was `expected` */
static inline LONG64 InterlockedCompareExchange64(LONG64 volatile* value, LONG64 wanted,
                                                  LONG64 expected) {
  __atomic_compare_exchange_n(value, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
/* value = wanted */
static inline PVOID InterlockedExchangePointer(PVOID volatile* value, PVOID wanted) {
  return __atomic_exchange_n(value, wanted, __ATOMIC_SEQ_CST);
}
/* value = wanted where it was `expected` */
static inline PVOID InterlockedCompareExchangePointer(PVOID volatile* value, PVOID wanted,
                                                      PVOID expected) {
  __atomic_compare_exchange_n(value, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

#define MemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)

#ifdef __cplusplus
} /* extern "C" */
#endif
