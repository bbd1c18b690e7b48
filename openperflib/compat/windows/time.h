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
/* The same in 64 bits, which do not wrap. */
ULONGLONG WINAPI GetTickCount64(void);

/* The clock of PerfTime in a performance data block, in ticks. FALSE and ERROR_INVALID_PARAMETER
   for NULL. */
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER* count);
/* 10,000,000 ticks a second, always. */
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER* ticks_per_second);

/* Now, in UTC. */
void WINAPI GetSystemTime(LPSYSTEMTIME now);
/* Now, on the clock of the program's time zone. */
void WINAPI GetLocalTime(LPSYSTEMTIME now);
/* Now, in 100 ns since 1601, UTC. */
void WINAPI GetSystemTimeAsFileTime(LPFILETIME now);

/* The date and time of day, in UTC. FALSE and ERROR_INVALID_PARAMETER for NULL and for a time from
   2^63 on. */
BOOL WINAPI FileTimeToSystemTime(const FILETIME* file_time, LPSYSTEMTIME system_time);
/* And back. The same for NULL, and for fields that are no date from 1601 to 30827; wDayOfWeek is
   not looked at. */
BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME* system_time, LPFILETIME file_time);

/* UTC to local time, by the offset in force now, as Windows does it. */
BOOL WINAPI FileTimeToLocalFileTime(const FILETIME* file_time, LPFILETIME local_file_time);
/* And back, by the same offset. */
BOOL WINAPI LocalFileTimeToFileTime(const FILETIME* local_file_time, LPFILETIME file_time);

/* -1, 0 or 1: the first is earlier, equal or later. */
LONG WINAPI CompareFileTime(const FILETIME* first, const FILETIME* second);

#ifdef __cplusplus
} /* extern "C" */
#endif
