/* Clocks, dates and Sleep. */
#pragma once

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Waits for so many milliseconds; INFINITE never returns. */
void WINAPI Sleep(DWORD milliseconds);

/* Milliseconds since the machine started, time asleep included; 32 bits wrap after 49.7 days. */
DWORD WINAPI GetTickCount(void);
ULONGLONG WINAPI GetTickCount64(void);

/* The clock of PerfTime in a performance data block: 10,000,000 ticks a second. FALSE and
   ERROR_INVALID_PARAMETER for NULL. */
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER* count);
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER* ticks_per_second);

/* Now, in UTC and on the clock of the program's time zone. */
void WINAPI GetSystemTime(LPSYSTEMTIME now);
void WINAPI GetLocalTime(LPSYSTEMTIME now);
void WINAPI GetSystemTimeAsFileTime(LPFILETIME now);

/* FALSE and ERROR_INVALID_PARAMETER for NULL, for a time from 2^63 on, and for fields that are no
   date from 1601 to 30827; wDayOfWeek is not looked at. */
BOOL WINAPI FileTimeToSystemTime(const FILETIME* file_time, LPSYSTEMTIME system_time);
BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME* system_time, LPFILETIME file_time);

/* UTC to local time and back, by the offset in force now, as Windows does it. */
BOOL WINAPI FileTimeToLocalFileTime(const FILETIME* file_time, LPFILETIME local_file_time);
BOOL WINAPI LocalFileTimeToFileTime(const FILETIME* local_file_time, LPFILETIME file_time);

/* -1, 0 or 1: the first is earlier, equal or later. */
LONG WINAPI CompareFileTime(const FILETIME* first, const FILETIME* second);

#ifdef __cplusplus
} /* extern "C" */
#endif
