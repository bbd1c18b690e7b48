#include "openperflib/compat/windows/core/time.h"

#include <cerrno>
#include <ctime>
#include <limits>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/compat/windows/core/last_error_internal.h"

namespace openperflib::compat {
namespace {

constexpr std::int64_t kMillisecondsPerSecond = 1000;
constexpr std::int64_t kNanosecondsPerMillisecond = 1'000'000;
constexpr std::int64_t kNanosecondsPerTick = 100;

timespec now_of(clockid_t clock) noexcept {
  timespec now{};
  (void)::clock_gettime(clock, &now);
  return now;
}

FileTime utc_now() noexcept {
  const timespec now = now_of(CLOCK_REALTIME);
  return file_time_from_unix(now.tv_sec, now.tv_nsec);
}

// The current difference between local time and UTC.
FileTime local_offset_now() noexcept {
  const std::time_t now = now_of(CLOCK_REALTIME).tv_sec;
  std::tm local{};
  return ::localtime_r(&now, &local) == nullptr ? 0 : local.tm_gmtoff * kTicksPerSecond;
}

// nullopt for NULL and for 2^63 or later, which Windows does not accept.
std::optional<FileTime> time_in(const FILETIME* time) noexcept {
  if (time == nullptr || time->dwHighDateTime > 0x7FFFFFFFU) return std::nullopt;
  return static_cast<FileTime>(std::uint64_t{time->dwHighDateTime} << 32U | time->dwLowDateTime);
}

FILETIME as_filetime(FileTime time) noexcept {
  const auto bits = static_cast<std::uint64_t>(time);
  return {static_cast<DWORD>(bits), static_cast<DWORD>(bits >> 32U)};
}

SYSTEMTIME as_systemtime(const SystemTime& time) noexcept {
  return {time.year, time.month,  time.day_of_week, time.day,
          time.hour, time.minute, time.second,      time.milliseconds};
}

SystemTime time_in(const SYSTEMTIME& time) noexcept {
  return {time.wYear, time.wMonth,  time.wDayOfWeek, time.wDay,
          time.wHour, time.wMinute, time.wSecond,    time.wMilliseconds};
}

BOOL shift(const FILETIME* from, FILETIME* to, FileTime offset) noexcept {
  const auto time = time_in(from);
  if (!time.has_value() || to == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const auto shifted = checked_add(*time, offset);
  if (!shifted.has_value() || *shifted < 0) return fail(ERROR_INVALID_PARAMETER, FALSE);
  *to = as_filetime(*shifted);
  return TRUE;
}

void sleep_until(timespec end) noexcept {
  while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr) == EINTR) {
  }
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

void Sleep(DWORD milliseconds) {
  timespec end = now_of(CLOCK_MONOTONIC);
  end.tv_sec += milliseconds == INFINITE
                    ? std::numeric_limits<std::int32_t>::max()
                    : static_cast<std::int64_t>(milliseconds) / kMillisecondsPerSecond;
  end.tv_nsec += milliseconds % kMillisecondsPerSecond * kNanosecondsPerMillisecond;
  if (end.tv_nsec >= kMillisecondsPerSecond * kNanosecondsPerMillisecond) {
    end.tv_nsec -= kMillisecondsPerSecond * kNanosecondsPerMillisecond;
    ++end.tv_sec;
  }
  do sleep_until(end);
  while (milliseconds == INFINITE);
}

DWORD SleepEx(DWORD milliseconds, BOOL) {
  Sleep(milliseconds);
  return 0;
}

DWORD GetTickCount() { return static_cast<DWORD>(GetTickCount64()); }
ULONGLONG GetTickCount64() {
  const timespec now = now_of(CLOCK_BOOTTIME);
  return static_cast<ULONGLONG>(now.tv_sec * kMillisecondsPerSecond +
                                now.tv_nsec / kNanosecondsPerMillisecond);
}

BOOL QueryPerformanceCounter(LARGE_INTEGER* count) {
  if (count == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const timespec now = now_of(CLOCK_MONOTONIC_RAW);
  count->QuadPart = now.tv_sec * kTicksPerSecond + now.tv_nsec / kNanosecondsPerTick;
  return TRUE;
}
BOOL QueryPerformanceFrequency(LARGE_INTEGER* ticks_per_second) {
  if (ticks_per_second == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  ticks_per_second->QuadPart = kTicksPerSecond;
  return TRUE;
}

void GetSystemTime(LPSYSTEMTIME now) {
  if (now != nullptr) *now = as_systemtime(system_time_from(utc_now()));
}
void GetLocalTime(LPSYSTEMTIME now) {
  if (now != nullptr) *now = as_systemtime(system_time_from(utc_now() + local_offset_now()));
}
void GetSystemTimeAsFileTime(LPFILETIME now) {
  if (now != nullptr) *now = as_filetime(utc_now());
}

void GetSystemTimePreciseAsFileTime(LPFILETIME now) { GetSystemTimeAsFileTime(now); }

BOOL FileTimeToSystemTime(const FILETIME* file_time, LPSYSTEMTIME system_time) {
  const auto time = time_in(file_time);
  if (!time.has_value() || system_time == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const SystemTime fields = system_time_from(*time);
  if (fields.year == 0) return fail(ERROR_INVALID_PARAMETER, FALSE);
  *system_time = as_systemtime(fields);
  return TRUE;
}
BOOL SystemTimeToFileTime(const SYSTEMTIME* system_time, LPFILETIME file_time) {
  if (system_time == nullptr || file_time == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const auto time = file_time_from(time_in(*system_time));
  if (!time.has_value()) return fail(ERROR_INVALID_PARAMETER, FALSE);
  *file_time = as_filetime(*time);
  return TRUE;
}

BOOL FileTimeToLocalFileTime(const FILETIME* file_time, LPFILETIME local_file_time) {
  return shift(file_time, local_file_time, local_offset_now());
}
BOOL LocalFileTimeToFileTime(const FILETIME* local_file_time, LPFILETIME file_time) {
  return shift(local_file_time, file_time, -local_offset_now());
}

LONG CompareFileTime(const FILETIME* first, const FILETIME* second) {
  if (first->dwHighDateTime != second->dwHighDateTime) {
    return first->dwHighDateTime < second->dwHighDateTime ? -1 : 1;
  }
  if (first->dwLowDateTime == second->dwLowDateTime) return 0;
  return first->dwLowDateTime < second->dwLowDateTime ? -1 : 1;
}
