/* Events, mutexes, threads, critical sections and registered waits of <windows.h>, with every kind
   of wait. Waits that must succeed are INFINITE; the time limit of CTest catches those that do not.
 */
#include <errno.h>
#include <process.h>
#include <unistd.h>
#include <windows.h>

#include "check.h"

static void is_refused(DWORD result, DWORD code) {
  CHECK_EQ(result, WAIT_FAILED);
  CHECK_EQ(GetLastError(), code);
}

static void events(void) {
  HANDLE automatic = CreateEvent(NULL, FALSE, TRUE, NULL);
  HANDLE manual = CreateEvent(NULL, TRUE, FALSE, NULL);
  CHECK_EQ(WaitForSingleObject(automatic, 0), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(automatic, 0), WAIT_TIMEOUT);
  CHECK_EQ(WaitForSingleObject(manual, 5), WAIT_TIMEOUT);
  CHECK_EQ(SetEvent(manual), TRUE);
  CHECK_EQ(WaitForSingleObject(manual, 0), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(manual, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(ResetEvent(manual), TRUE);
  CHECK_EQ(WaitForSingleObject(manual, 0), WAIT_TIMEOUT);
  CHECK_EQ(CloseHandle(automatic), TRUE);
  CHECK_EQ(CloseHandle(manual), TRUE);
}

static void several_events(void) {
  HANDLE two[2] = {CreateEvent(NULL, FALSE, FALSE, NULL), CreateEvent(NULL, FALSE, TRUE, NULL)};
  CHECK_EQ(WaitForMultipleObjects(2, two, TRUE, 0), WAIT_TIMEOUT); /* and takes neither */
  CHECK_EQ(WaitForMultipleObjects(2, two, FALSE, INFINITE), WAIT_OBJECT_0 + 1);
  CHECK_EQ(WaitForMultipleObjects(2, two, FALSE, 2), WAIT_TIMEOUT);
  SetEvent(two[0]);
  SetEvent(two[1]);
  CHECK_EQ(WaitForMultipleObjects(2, two, TRUE, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(two[0], 0), WAIT_TIMEOUT);
  CloseHandle(two[0]);
  CloseHandle(two[1]);
}

static void wrong_arguments_of_waits(void) {
  HANDLE event = CreateEvent(NULL, TRUE, TRUE, NULL);
  HANDLE twice[2];
  HANDLE many[MAXIMUM_WAIT_OBJECTS + 1];
  DWORD code = UNTOUCHED;
  twice[0] = twice[1] = event;
  for (int i = 0; i <= MAXIMUM_WAIT_OBJECTS; ++i) many[i] = event;
  is_refused(WaitForMultipleObjects(2, twice, TRUE, 0), ERROR_INVALID_PARAMETER);
  CHECK_EQ(WaitForMultipleObjects(2, twice, FALSE, 0), WAIT_OBJECT_0);
  is_refused(WaitForMultipleObjects(0, twice, FALSE, 0), ERROR_INVALID_PARAMETER);
  is_refused(WaitForMultipleObjects(2, NULL, FALSE, 0), ERROR_INVALID_PARAMETER);
  is_refused(WaitForMultipleObjects(MAXIMUM_WAIT_OBJECTS + 1, many, FALSE, 0),
             ERROR_INVALID_PARAMETER);
  CHECK_EQ(WaitForMultipleObjects(MAXIMUM_WAIT_OBJECTS, many, FALSE, 0), WAIT_OBJECT_0);
  CHECK_EQ(GetExitCodeThread(event, &code), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK_EQ(code, UNTOUCHED);
  CHECK_EQ(ReleaseMutex(event), FALSE);
  CHECK_EQ(CloseHandle(event), TRUE);
  CHECK_EQ(CloseHandle(event), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK_EQ(CloseHandle(NULL), FALSE);
  CHECK_EQ(CloseHandle(INVALID_HANDLE_VALUE), FALSE);
  CHECK_EQ(SetEvent(event), FALSE);
  is_refused(WaitForSingleObject(event, 0), ERROR_INVALID_HANDLE);
  is_refused(WaitForMultipleObjects(1, &event, FALSE, 0), ERROR_INVALID_HANDLE);
}

static unsigned __stdcall end_with_seven(void* argument) {
  WaitForSingleObject((HANDLE)argument, INFINITE);
  _endthreadex(7);
  return 8;
}

static void a_thread_is_signalled_when_it_ends(void) {
  HANDLE go = CreateEvent(NULL, FALSE, FALSE, NULL);
  unsigned id = 0;
  DWORD code = 0;
  HANDLE thread = (HANDLE)_beginthreadex(NULL, 0, end_with_seven, go, 0, &id);
  CHECK(thread != NULL && id != 0 && id != GetCurrentThreadId());
  CHECK_EQ(WaitForSingleObject(thread, 0), WAIT_TIMEOUT);
  CHECK(GetExitCodeThread(thread, &code) && code == STILL_ACTIVE);
  CHECK_EQ(GetExitCodeThread(thread, NULL), FALSE);
  SetEvent(go);
  CHECK_EQ(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
  CHECK(GetExitCodeThread(thread, &code) && code == 7);
  CHECK_EQ(CloseHandle(thread), TRUE);
  CloseHandle(go);
  CHECK_EQ(_beginthreadex(NULL, 0, NULL, NULL, 0, NULL), 0);
  CHECK_EQ(errno, EINVAL);
  CHECK(CreateThread(NULL, 0, NULL, NULL, 0, NULL) == NULL);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
}

static DWORD WINAPI take_and_end(LPVOID mutex) {
  return WaitForSingleObject((HANDLE)mutex, INFINITE);
}

static DWORD WINAPI try_to_release(LPVOID mutex) {
  return ReleaseMutex((HANDLE)mutex) ? 0 : GetLastError();
}

static DWORD result_of(LPTHREAD_START_ROUTINE start, LPVOID argument) {
  DWORD code = UNTOUCHED;
  HANDLE thread = CreateThread(NULL, 1, start, argument, 0, NULL);
  CHECK_EQ(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(GetExitCodeThread(thread, &code), TRUE);
  CloseHandle(thread);
  return code;
}

static void mutexes(void) {
  HANDLE mutex = CreateMutex(NULL, TRUE, NULL);
  CHECK_EQ(GetLastError(), ERROR_SUCCESS);
  CHECK_EQ(WaitForSingleObject(mutex, 0),
           WAIT_OBJECT_0); /* the owner may acquire it any number of times */
  CHECK_EQ(result_of(try_to_release, mutex), ERROR_NOT_OWNER);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CHECK_EQ(ReleaseMutex(mutex), FALSE);
  CHECK_EQ(GetLastError(), ERROR_NOT_OWNER);
  CHECK_EQ(result_of(take_and_end, mutex), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(mutex, INFINITE), WAIT_ABANDONED);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CHECK_EQ(result_of(take_and_end, mutex), WAIT_OBJECT_0);
  HANDLE both[2] = {CreateEvent(NULL, FALSE, FALSE, NULL), mutex};
  CHECK_EQ(WaitForMultipleObjects(2, both, FALSE, INFINITE), WAIT_ABANDONED_0 + 1);
  CHECK_EQ(WaitForMultipleObjects(2, both, TRUE, 3), WAIT_TIMEOUT);
  SetEvent(both[0]);
  CHECK_EQ(WaitForMultipleObjects(2, both, TRUE, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CHECK_EQ(ReleaseMutex(mutex), FALSE);
  CloseHandle(both[0]);
  CHECK_EQ(WaitForSingleObject(mutex, 0), WAIT_OBJECT_0);
  CHECK_EQ(CloseHandle(mutex), TRUE); /* while it is owned */
}

static DWORD WINAPI wait_shortly(LPVOID mutex) { return WaitForSingleObject((HANDLE)mutex, 3); }

static void a_mutex_of_another_thread_is_waited_for_in_vain(void) {
  HANDLE mutex = CreateMutex(NULL, TRUE, NULL);
  CHECK_EQ(result_of(wait_shortly, mutex), WAIT_TIMEOUT);
  CHECK_EQ(ReleaseMutex(mutex), TRUE);
  CloseHandle(mutex);
}

enum { kThreads = 8, kRounds = 2000 };
static CRITICAL_SECTION section;
static HANDLE counting;
static LONG by_section;
static LONG by_mutex;
static LONG volatile by_interlocked;

static unsigned __stdcall count_in_each_way(void* argument) {
  (void)argument;
  for (int i = 0; i < kRounds; ++i) {
    EnterCriticalSection(&section);
    ++by_section;
    LeaveCriticalSection(&section);
    WaitForSingleObject(counting, INFINITE);
    ++by_mutex;
    ReleaseMutex(counting);
    InterlockedIncrement(&by_interlocked);
  }
  return 0;
}

static void threads_exclude_each_other(void) {
  HANDLE threads[kThreads];
  InitializeCriticalSection(&section);
  counting = CreateMutex(NULL, FALSE, NULL);
  for (int i = 0; i < kThreads; ++i) {
    threads[i] = (HANDLE)_beginthreadex(NULL, 0, count_in_each_way, NULL, 0, NULL);
  }
  CHECK_EQ(WaitForMultipleObjects(kThreads, threads, TRUE, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(by_section, kThreads * kRounds);
  CHECK_EQ(by_mutex, kThreads * kRounds);
  CHECK_EQ(by_interlocked, kThreads * kRounds);
  for (int i = 0; i < kThreads; ++i) CloseHandle(threads[i]);
  CloseHandle(counting);
  DeleteCriticalSection(&section);
}

static DWORD WINAPI try_section(LPVOID argument) {
  return (DWORD)TryEnterCriticalSection((LPCRITICAL_SECTION)argument);
}

static void critical_sections_are_recursive(void) {
  CRITICAL_SECTION own;
  CHECK_EQ(InitializeCriticalSectionAndSpinCount(&own, 4000), TRUE);
  EnterCriticalSection(&own);
  CHECK_EQ(TryEnterCriticalSection(&own), TRUE);
  CHECK_EQ(result_of(try_section, &own), FALSE);
  LeaveCriticalSection(&own);
  LeaveCriticalSection(&own);
  DeleteCriticalSection(&own);
}

static DWORD WINAPI set_own_error(LPVOID argument) {
  const DWORD before = GetLastError();
  (void)argument;
  SetLastError(99);
  return before;
}

static void every_thread_has_its_last_error(void) {
  SetLastError(5);
  CHECK_EQ(result_of(set_own_error, NULL), 0);
  CHECK_EQ(GetLastError(), 5);
}

static void interlocked_results(void) {
  LONG volatile value = 5;
  LONG64 volatile wide = 1;
  PVOID volatile pointer = NULL;
  CHECK_EQ(InterlockedIncrement(&value), 6);
  CHECK_EQ(InterlockedDecrement(&value), 5);
  CHECK_EQ(InterlockedExchangeAdd(&value, 10), 5);
  CHECK_EQ(InterlockedExchange(&value, 12), 15);
  CHECK_EQ(InterlockedCompareExchange(&value, 1, 13), 12);
  CHECK_EQ(InterlockedCompareExchange(&value, 1, 12), 12);
  CHECK_EQ(InterlockedOr(&value, 6), 1);
  CHECK_EQ(InterlockedAnd(&value, 3), 7);
  CHECK_EQ(InterlockedXor(&value, 1), 3);
  CHECK_EQ(value, 2);
  CHECK_EQ(InterlockedIncrement64(&wide), 2);
  CHECK_EQ(InterlockedDecrement64(&wide), 1);
  CHECK_EQ(InterlockedExchangeAdd64(&wide, 1LL << 40), 1);
  CHECK_EQ(InterlockedCompareExchange64(&wide, 3, (1LL << 40) + 1), (1LL << 40) + 1);
  CHECK_EQ(InterlockedExchange64(&wide, 4), 3);
  CHECK(InterlockedExchangePointer(&pointer, &section) == NULL);
  CHECK(InterlockedCompareExchangePointer(&pointer, NULL, &section) == &section && pointer == NULL);
}

/* What a registered wait has called. `noted` is set after each call; a call with `go` waits. */
typedef struct Calls {
  LONG volatile signalled;
  LONG volatile timed_out;
  HANDLE noted;
  HANDLE go;
  HANDLE own_wait;
} Calls;

static void CALLBACK note_call(PVOID context, BOOLEAN timed_out) {
  Calls* calls = (Calls*)context;
  InterlockedIncrement(timed_out ? &calls->timed_out : &calls->signalled);
  SetEvent(calls->noted);
  if (calls->go != NULL) WaitForSingleObject(calls->go, INFINITE);
}

static Calls no_calls(void) {
  Calls calls;
  memset(&calls, 0, sizeof(calls));
  calls.noted = CreateEvent(NULL, FALSE, FALSE, NULL);
  return calls;
}

/* `event` resets itself. Nothing calls after the wait has ended, so that the event stays set. */
static void each_signal_calls_once(HANDLE event) {
  Calls calls = no_calls();
  HANDLE wait = NULL;
  CHECK_EQ(RegisterWaitForSingleObject(&wait, event, note_call, &calls, INFINITE, 0), TRUE);
  for (int i = 0; i < 3; ++i) {
    CHECK_EQ(SetEvent(event), TRUE);
    CHECK_EQ(WaitForSingleObject(calls.noted, INFINITE), WAIT_OBJECT_0);
  }
  CHECK_EQ(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE), TRUE);
  CHECK(calls.signalled == 3 && calls.timed_out == 0);
  CHECK_EQ(UnregisterWait(wait), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CloseHandle(calls.noted);
}

static void signals_of_both_kinds_of_events(void) {
  char name[64];
  snprintf(name, sizeof(name), "openperflib test event %d", (int)getpid());
  HANDLE unnamed = CreateEvent(NULL, FALSE, FALSE, NULL);
  HANDLE named = CreateEventA(NULL, FALSE, FALSE, name);
  each_signal_calls_once(unnamed);
  each_signal_calls_once(named);
  CHECK_EQ(SetEvent(unnamed), TRUE);
  CHECK_EQ(WaitForSingleObject(unnamed, 0), WAIT_OBJECT_0);
  CloseHandle(unnamed);
  CloseHandle(named);
}

static void time_that_passes_calls_too(void) {
  Calls calls = no_calls();
  HANDLE never = CreateEvent(NULL, FALSE, FALSE, NULL);
  HANDLE wait = NULL;
  CHECK_EQ(RegisterWaitForSingleObject(&wait, never, note_call, &calls, 1, 0), TRUE);
  for (int i = 0; i < 2; ++i) CHECK_EQ(WaitForSingleObject(calls.noted, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE), TRUE);
  CHECK(calls.signalled == 0 && calls.timed_out >= 2);
  CloseHandle(never);
  CloseHandle(calls.noted);
}

static void a_wait_for_once_calls_once(void) {
  Calls calls = no_calls();
  HANDLE set = CreateEvent(NULL, TRUE, TRUE, NULL);
  HANDLE wait = NULL;
  CHECK_EQ(RegisterWaitForSingleObject(&wait, set, note_call, &calls, INFINITE, WT_EXECUTEONLYONCE),
           TRUE);
  CHECK_EQ(CloseHandle(set), TRUE); /* the wait goes on */
  CHECK_EQ(WaitForSingleObject(calls.noted, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE), TRUE);
  CHECK(calls.signalled == 1 && calls.timed_out == 0);
  CloseHandle(calls.noted);
}

static void a_wait_ends_while_its_call_runs(void) {
  Calls calls = no_calls();
  HANDLE set = CreateEvent(NULL, TRUE, TRUE, NULL);
  HANDLE completion = CreateEvent(NULL, FALSE, FALSE, NULL);
  HANDLE wait = NULL;
  calls.go = CreateEvent(NULL, FALSE, FALSE, NULL);
  CHECK_EQ(RegisterWaitForSingleObject(&wait, set, note_call, &calls, INFINITE, 0), TRUE);
  CHECK_EQ(WaitForSingleObject(calls.noted, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(UnregisterWaitEx(wait, completion), FALSE);
  CHECK_EQ(GetLastError(), ERROR_IO_PENDING);
  CHECK_EQ(WaitForSingleObject(completion, 0), WAIT_TIMEOUT);
  SetEvent(calls.go);
  CHECK_EQ(WaitForSingleObject(completion, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(calls.signalled, 1);
  CloseHandle(set);
  CloseHandle(completion);
  CloseHandle(calls.go);
  CloseHandle(calls.noted);
}

static void CALLBACK end_own_wait(PVOID context, BOOLEAN timed_out) {
  Calls* calls = (Calls*)context;
  CHECK_EQ(timed_out, TRUE);
  CHECK_EQ(UnregisterWaitEx(calls->own_wait, INVALID_HANDLE_VALUE), FALSE);
  CHECK_EQ(GetLastError(), ERROR_POSSIBLE_DEADLOCK);
  SetEvent(calls->noted);
}

static void a_call_does_not_wait_for_its_own_end(void) {
  Calls calls = no_calls();
  HANDLE never = CreateEvent(NULL, FALSE, FALSE, NULL);
  CHECK_EQ(RegisterWaitForSingleObject(&calls.own_wait, never, end_own_wait, &calls, 0, 0), TRUE);
  CHECK_EQ(WaitForSingleObject(calls.noted, INFINITE), WAIT_OBJECT_0);
  CHECK_EQ(UnregisterWait(calls.own_wait), FALSE);
  CloseHandle(never);
  CloseHandle(calls.noted);
}

static void wrong_arguments_of_registered_waits(void) {
  HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
  HANDLE wait = event;
  CHECK_EQ(RegisterWaitForSingleObject(NULL, event, note_call, NULL, 1, 0), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(RegisterWaitForSingleObject(&wait, event, NULL, NULL, 1, 0), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  CHECK_EQ(RegisterWaitForSingleObject(&wait, NULL, note_call, NULL, 1, 0), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK(wait == event);
  CHECK_EQ(UnregisterWait(event), FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_HANDLE);
  CHECK_EQ(UnregisterWaitEx(NULL, NULL), FALSE);
  CloseHandle(event);
}

int main(void) {
  events();
  several_events();
  wrong_arguments_of_waits();
  a_thread_is_signalled_when_it_ends();
  mutexes();
  a_mutex_of_another_thread_is_waited_for_in_vain();
  threads_exclude_each_other();
  critical_sections_are_recursive();
  every_thread_has_its_last_error();
  interlocked_results();
  signals_of_both_kinds_of_events();
  time_that_passes_calls_too();
  a_wait_for_once_calls_once();
  a_wait_ends_while_its_call_runs();
  a_call_does_not_wait_for_its_own_end();
  wrong_arguments_of_registered_waits();
  return finish("synchronization");
}
