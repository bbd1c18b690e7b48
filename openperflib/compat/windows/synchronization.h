/* Objects that threads wait for: events, mutexes, threads; critical sections; Interlocked. */
#pragma once

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WAIT_OBJECT_0 0u
#define WAIT_ABANDONED 0x80u
#define WAIT_ABANDONED_0 0x80u
#define WAIT_TIMEOUT 258u
#define WAIT_FAILED 0xFFFFFFFFu
#define MAXIMUM_WAIT_OBJECTS 64
#define STILL_ACTIVE 259u
#define SYNCHRONIZE 0x00100000u
#define MUTEX_MODIFY_STATE 0x0001u
#define MUTEX_ALL_ACCESS 0x001F0001u

/* Closes any handle of this header or of file_mapping.h. FALSE and ERROR_INVALID_HANDLE for what is
   none, or closed already. */
BOOL WINAPI CloseHandle(HANDLE handle);

/* An event without a name; one with a name is ERROR_NOT_SUPPORTED. */
HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES security, BOOL manual_reset, BOOL initially_set,
                           LPCSTR name);
HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES security, BOOL manual_reset, BOOL initially_set,
                           LPCWSTR name);
/* Lets go all that wait (an event of manual reset), or one. */
BOOL WINAPI SetEvent(HANDLE event);
/* Whoever waits from now on waits for the next SetEvent. */
BOOL WINAPI ResetEvent(HANDLE event);
#define CreateEvent OPENPERFLIB_A_OR_W(CreateEvent)

/* A mutex; one with a name is shared by all processes of this user. Where it was there already the
   last error is ERROR_ALREADY_EXISTS (and nobody owns it by this call), else 0. Names: up to 254
   letters and digits (other characters count three to nine times), longer is
   ERROR_FILENAME_EXCED_RANGE; "Local\" and "Global\" mean the same, another backslash is
   ERROR_PATH_NOT_FOUND. The last handle that is closed lets go of the mutex too. */
HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES security, BOOL initially_owned, LPCSTR name);
HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES security, BOOL initially_owned, LPCWSTR name);
/* ERROR_FILE_NOT_FOUND where there is none, ERROR_INVALID_HANDLE where the name is another kind's.
 */
HANDLE WINAPI OpenMutexA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenMutexW(DWORD access, BOOL inherit, LPCWSTR name);
/* ERROR_NOT_OWNER where another thread, or none, owns it. */
BOOL WINAPI ReleaseMutex(HANDLE mutex);
#define CreateMutex OPENPERFLIB_A_OR_W(CreateMutex)
#define OpenMutex OPENPERFLIB_A_OR_W(OpenMutex)

/* WAIT_OBJECT_0 and the position; WAIT_ABANDONED_0 and the position where the owner of a mutex
   ended without releasing it (it is owned now); WAIT_TIMEOUT; WAIT_FAILED and ERROR_INVALID_HANDLE,
   or ERROR_INVALID_PARAMETER for 0 or more than 64 handles, a NULL, or a handle twice where `all`
   is asked for. */
DWORD WINAPI WaitForSingleObject(HANDLE handle, DWORD milliseconds);
/* The same for one of them, or for all at once. */
DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE* handles, BOOL all,
                                    DWORD milliseconds);

/* What a thread runs; what it returns is its exit code. */
typedef DWORD(WINAPI* LPTHREAD_START_ROUTINE)(LPVOID argument);

/* A thread that starts at once: `flags` other than 0 is ERROR_NOT_SUPPORTED. Its handle is
   signalled when it ends; closing the handle does not end it. */
HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                           LPTHREAD_START_ROUTINE start, LPVOID argument, DWORD flags,
                           LPDWORD thread_id);
/* What the thread returned; STILL_ACTIVE while it runs. */
BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD code);

/* 64 bytes; not copied, not moved. */
typedef struct _RTL_CRITICAL_SECTION {
  uint64_t opaque[8];
} CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION;

/* One thread at a time, the same one any number of times. */
void WINAPI InitializeCriticalSection(LPCRITICAL_SECTION section);
/* The same; `spins` is not looked at. TRUE always. */
BOOL WINAPI InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD spins);
/* Waits until no other thread is inside. */
void WINAPI EnterCriticalSection(LPCRITICAL_SECTION section);
/* FALSE instead of waiting. */
BOOL WINAPI TryEnterCriticalSection(LPCRITICAL_SECTION section);
/* As often as it was entered. */
void WINAPI LeaveCriticalSection(LPCRITICAL_SECTION section);
/* Nobody may be inside. */
void WINAPI DeleteCriticalSection(LPCRITICAL_SECTION section);

/* Atomic, and a full barrier. Increment and Decrement return the new value, the others the old. */
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

#ifdef __cplusplus
} /* extern "C" */
#endif
