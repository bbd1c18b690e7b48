/* Clocks, dates and Sleep. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Waits for the given time; with INFINITE it never returns. */
void WINAPI Sleep(DWORD milliseconds);
/* The same. Returns 0: there are no calls that `alertable` would let through. */
DWORD WINAPI SleepEx(DWORD milliseconds, BOOL alertable);

/* Milliseconds since the computer started, including the time it slept. The value wraps to 0
   after 49.7 days. */
DWORD WINAPI GetTickCount(void);
/* The same in 64 bits, without wrapping. */
ULONGLONG WINAPI GetTickCount64(void);

/* Reads the clock of PerfTime in a performance data block, in ticks. FALSE and
   ERROR_INVALID_PARAMETER for NULL. */
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER* count);
/* Always 10,000,000 ticks per second. */
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER* ticks_per_second);

/* The current time in UTC. */
void WINAPI GetSystemTime(LPSYSTEMTIME now);
/* The current time in the program's time zone. */
void WINAPI GetLocalTime(LPSYSTEMTIME now);
/* The current time in units of 100 ns since 1601, UTC. */
void WINAPI GetSystemTimeAsFileTime(LPFILETIME now);
void WINAPI GetSystemTimePreciseAsFileTime(LPFILETIME now); /* the same, which is as exact */

/* Converts to a date and time of day in UTC. FALSE and ERROR_INVALID_PARAMETER if a pointer is
   NULL or the time is 2^63 or later. */
BOOL WINAPI FileTimeToSystemTime(const FILETIME* file_time, LPSYSTEMTIME system_time);
/* Converts back; ignores wDayOfWeek. FALSE and ERROR_INVALID_PARAMETER if a pointer is NULL or
   the fields are not a date from 1601 to 30827. */
BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME* system_time, LPFILETIME file_time);

/* Converts UTC to local time with the offset that applies now, as Windows does. */
BOOL WINAPI FileTimeToLocalFileTime(const FILETIME* file_time, LPFILETIME local_file_time);
/* Converts back with the same offset. */
BOOL WINAPI LocalFileTimeToFileTime(const FILETIME* local_file_time, LPFILETIME file_time);

/* -1 if the first time is earlier, 0 if both are equal, 1 if the first is later. */
LONG WINAPI CompareFileTime(const FILETIME* first, const FILETIME* second);

#ifdef __cplusplus
} /* extern "C" */
#endif
