/* Clocks and dates of <windows.h>, against the numbers that Microsoft documents. */
#include <time.h>
#include <windows.h>

#include "check.h"

static FILETIME file_time(DWORD high, DWORD low) {
  FILETIME time;
  time.dwHighDateTime = high;
  time.dwLowDateTime = low;
  return time;
}

static void dates_become_file_times(void) {
  const SYSTEMTIME leap = {2000, 2, 0, 29, 12, 34, 56, 789};
  const SYSTEMTIME unix_epoch = {1970, 1, 4, 1, 0, 0, 0, 0};
  FILETIME made = file_time(UNTOUCHED, UNTOUCHED);
  CHECK_EQ(SystemTimeToFileTime(&leap, &made), TRUE);
  CHECK_EQ(made.dwHighDateTime, 0x1BF82B1);
  CHECK_EQ(made.dwLowDateTime, 0x62C9FC50);
  CHECK_EQ(SystemTimeToFileTime(&unix_epoch, &made), TRUE);
  CHECK_EQ(made.dwHighDateTime, 0x19DB1DE);
  CHECK_EQ(made.dwLowDateTime, 0xD53E8000);
}

static void file_times_become_dates(void) {
  const FILETIME leap = file_time(0x1BF82B1, 0x62C9FC50);
  SYSTEMTIME date;
  CHECK_EQ(FileTimeToSystemTime(&leap, &date), TRUE);
  CHECK(date.wYear == 2000 && date.wMonth == 2 && date.wDay == 29 && date.wDayOfWeek == 2);
  CHECK(date.wHour == 12 && date.wMinute == 34 && date.wSecond == 56 && date.wMilliseconds == 789);
  const FILETIME first = file_time(0, 0);
  CHECK_EQ(FileTimeToSystemTime(&first, &date), TRUE);
  CHECK(date.wYear == 1601 && date.wMonth == 1 && date.wDay == 1 && date.wDayOfWeek == 1);
}

static void refused(BOOL result) {
  CHECK_EQ(result, FALSE);
  CHECK_EQ(GetLastError(), ERROR_INVALID_PARAMETER);
  SetLastError(0);
}

static void wrong_arguments_leave_the_output(void) {
  const SYSTEMTIME no_date = {2001, 2, 0, 29, 0, 0, 0, 0};
  const SYSTEMTIME too_early = {1600, 12, 0, 31, 0, 0, 0, 0};
  const FILETIME negative = file_time(0x80000000u, 0);
  FILETIME made = file_time(UNTOUCHED, UNTOUCHED);
  SYSTEMTIME date = {1, 2, 3, 4, 5, 6, 7, 8};
  refused(SystemTimeToFileTime(&no_date, &made));
  refused(SystemTimeToFileTime(&too_early, &made));
  refused(SystemTimeToFileTime(NULL, &made));
  refused(SystemTimeToFileTime(&no_date, NULL));
  refused(FileTimeToSystemTime(&negative, &date));
  refused(FileTimeToSystemTime(NULL, &date));
  refused(FileTimeToSystemTime(&made, NULL));
  refused(FileTimeToLocalFileTime(&negative, &made));
  refused(FileTimeToLocalFileTime(NULL, &made));
  refused(LocalFileTimeToFileTime(NULL, &made));
  refused(QueryPerformanceCounter(NULL));
  refused(QueryPerformanceFrequency(NULL));
  CHECK(made.dwHighDateTime == UNTOUCHED && made.dwLowDateTime == UNTOUCHED);
  CHECK(date.wYear == 1 && date.wMilliseconds == 8);
}

/* The test runs with TZ=UTC-3, which is three hours ahead all year. */
static void local_time_is_three_hours_ahead(void) {
  const FILETIME utc = file_time(0x1BF82B1, 0x62C9FC50);
  FILETIME local;
  FILETIME back;
  SYSTEMTIME date;
  CHECK_EQ(FileTimeToLocalFileTime(&utc, &local), TRUE);
  CHECK_EQ(FileTimeToSystemTime(&local, &date), TRUE);
  CHECK(date.wHour == 15 && date.wMinute == 34);
  CHECK_EQ(LocalFileTimeToFileTime(&local, &back), TRUE);
  CHECK_EQ(CompareFileTime(&utc, &back), 0);
  CHECK_EQ(CompareFileTime(&utc, &local), -1);
  CHECK_EQ(CompareFileTime(&local, &utc), 1);
}

// Returns the seconds since 1970; time() may still give the second before for some milliseconds.
static LONGLONG unix_seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (LONGLONG)now.tv_sec;
}

static void the_clocks_agree(void) {
  const LONGLONG unix_before = unix_seconds();
  FILETIME now;
  SYSTEMTIME utc;
  SYSTEMTIME local;
  GetSystemTimeAsFileTime(&now);
  GetSystemTime(&utc);
  GetLocalTime(&local);
  const ULONGLONG ticks = (ULONGLONG)now.dwHighDateTime << 32 | now.dwLowDateTime;
  ULARGE_INTEGER whole;
  whole.LowPart = now.dwLowDateTime;
  whole.HighPart = now.dwHighDateTime;
  CHECK(whole.QuadPart == ticks && whole.u.LowPart == now.dwLowDateTime);
  const LONGLONG seconds = (LONGLONG)(ticks / 10000000) - 11644473600;
  CHECK(seconds >= unix_before && seconds <= unix_seconds());
  CHECK(local.wHour == (utc.wHour + 3) % 24 || utc.wMinute == 59);
  GetSystemTime(NULL);
  GetLocalTime(NULL);
  GetSystemTimeAsFileTime(NULL);
}

static void sleeping_takes_its_time(void) {
  LARGE_INTEGER frequency;
  LARGE_INTEGER before;
  LARGE_INTEGER after;
  CHECK_EQ(QueryPerformanceFrequency(&frequency), TRUE);
  CHECK_EQ(frequency.QuadPart, 10000000);
  const ULONGLONG ticks = GetTickCount64();
  CHECK_EQ(QueryPerformanceCounter(&before), TRUE);
  Sleep(20);
  CHECK_EQ(QueryPerformanceCounter(&after), TRUE);
  CHECK(after.QuadPart - before.QuadPart >=
        199000); /* the two clocks may drift by half a percent */
  CHECK(GetTickCount64() >= ticks + 19);
  CHECK((DWORD)(GetTickCount() - (DWORD)ticks) >= 19);
  Sleep(0);
}

int main(void) {
  dates_become_file_times();
  file_times_become_dates();
  wrong_arguments_leave_the_output();
  local_time_is_three_hours_ahead();
  the_clocks_agree();
  sleeping_takes_its_time();
  return finish("time");
}
