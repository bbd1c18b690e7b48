#include "openperflib/compat/windows/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/process/proc_text_internal.h"
#include "openperflib/compat/windows/process/program.h"
#include "openperflib/os/time/clocks.h"

namespace openperflib::compat {
namespace {

constexpr DWORD kAllocationGranularity = 65536;  // as on Windows; MapViewOfFile requires it
constexpr DWORDLONG kKib = 1024;

#if defined(__x86_64__)
constexpr WORD kArchitecture = PROCESSOR_ARCHITECTURE_AMD64;
#elif defined(__aarch64__)
constexpr WORD kArchitecture = PROCESSOR_ARCHITECTURE_ARM64;
#else
constexpr WORD kArchitecture = PROCESSOR_ARCHITECTURE_UNKNOWN;
#endif

void give_system_info(SYSTEM_INFO& info) {
  const long pages = ::sysconf(_SC_PAGESIZE);
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  info = {};
  info.wProcessorArchitecture = kArchitecture;
  info.dwPageSize = static_cast<DWORD>(pages);
  // NOLINTBEGIN: addresses that nothing is read from
  info.lpMinimumApplicationAddress = reinterpret_cast<LPVOID>(DWORD_PTR{kAllocationGranularity});
  info.lpMaximumApplicationAddress = reinterpret_cast<LPVOID>(DWORD_PTR{0x7FFF'FFFE'FFFF});
  // NOLINTEND
  info.dwNumberOfProcessors = online < 1 ? 1 : static_cast<DWORD>(online);
  info.dwActiveProcessorMask = info.dwNumberOfProcessors >= 64
                                   ? ~DWORD_PTR{0}
                                   : (DWORD_PTR{1} << info.dwNumberOfProcessors) - 1;
  info.dwAllocationGranularity = kAllocationGranularity;
}

std::optional<DWORDLONG> kib_of(std::string_view meminfo, std::string_view word) {
  const auto numbers = numbers_after(meminfo, word);
  return numbers.empty() ? std::nullopt : std::optional(numbers[0] * kKib);
}

bool give_memory(MEMORYSTATUSEX& status) {
  const std::string meminfo = contents_of("proc/meminfo");
  const auto total = kib_of(meminfo, "MemTotal:");
  const auto available = kib_of(meminfo, "MemAvailable:");
  const auto swap = kib_of(meminfo, "SwapTotal:");
  const auto free_swap = kib_of(meminfo, "SwapFree:");
  if (!total || *total == 0 || !available || !swap || !free_swap) return false;
  constexpr DWORDLONG kAddressSpace = DWORDLONG{1} << 47U;
  const DWORDLONG used = *total > *available ? *total - *available : 0;
  status = {.dwLength = sizeof(status),
            .dwMemoryLoad = static_cast<DWORD>(used * 100 / *total),
            .ullTotalPhys = *total,
            .ullAvailPhys = *available,
            .ullTotalPageFile = *total + *swap,
            .ullAvailPageFile = *available + *free_swap,
            .ullTotalVirtual = kAddressSpace,
            .ullAvailVirtual = kAddressSpace,
            .ullAvailExtendedVirtual = 0};
  return true;
}

SIZE_T capped(DWORDLONG size) {
  return static_cast<SIZE_T>(std::min<DWORDLONG>(size, std::numeric_limits<SIZE_T>::max()));
}

void give_time(FILETIME* to, std::uint64_t time) {
  if (to != nullptr) *to = {static_cast<DWORD>(time), static_cast<DWORD>(time >> 32U)};
}

// Converts clock ticks of the kernel to units of 100 ns.
std::uint64_t time_of(std::uint64_t ticks) {
  return ticks * static_cast<std::uint64_t>(kTicksPerSecond / ::sysconf(_SC_CLK_TCK));
}

std::uint64_t time_of(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec * kTicksPerSecond + time.tv_usec * 10);
}

// The columns of /proc/stat; see proc(5).
enum Column : std::size_t { kUser, kNice, kSystem, kIdle, kIoWait, kIrq, kSoftIrq, kColumns };

std::optional<std::uint64_t> start_ticks() {
  constexpr std::size_t kStartTime = 22;
  return stat_field(contents_of("proc/self/stat"), kStartTime);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

void GetSystemInfo(LPSYSTEM_INFO info) {
  if (info != nullptr) give_system_info(*info);
}
void GetNativeSystemInfo(LPSYSTEM_INFO info) { GetSystemInfo(info); }

BOOL GlobalMemoryStatusEx(LPMEMORYSTATUSEX status) {
  if (status == nullptr || status->dwLength != sizeof(*status)) {
    return fail(ERROR_INVALID_PARAMETER, FALSE);
  }
  return give_memory(*status) ? TRUE : fail(ERROR_GEN_FAILURE, FALSE);
}

void GlobalMemoryStatus(LPMEMORYSTATUS status) {
  if (status == nullptr) return;
  MEMORYSTATUSEX all{};
  if (!give_memory(all)) all = {};
  *status = {.dwLength = sizeof(*status),
             .dwMemoryLoad = all.dwMemoryLoad,
             .dwTotalPhys = capped(all.ullTotalPhys),
             .dwAvailPhys = capped(all.ullAvailPhys),
             .dwTotalPageFile = capped(all.ullTotalPageFile),
             .dwAvailPageFile = capped(all.ullAvailPageFile),
             .dwTotalVirtual = capped(all.ullTotalVirtual),
             .dwAvailVirtual = capped(all.ullAvailVirtual)};
}

BOOL GetSystemTimes(LPFILETIME idle, LPFILETIME kernel, LPFILETIME user) {
  const auto columns = numbers_after(contents_of("proc/stat"), "cpu ");
  if (columns.size() < kColumns) return fail(ERROR_GEN_FAILURE, FALSE);
  const std::uint64_t idle_ticks = columns[kIdle] + columns[kIoWait];
  give_time(idle, time_of(idle_ticks));
  give_time(kernel, time_of(columns[kSystem] + columns[kIrq] + columns[kSoftIrq] + idle_ticks));
  give_time(user, time_of(columns[kUser] + columns[kNice]));
  return TRUE;
}

BOOL GetProcessTimes(HANDLE process, LPFILETIME begin, LPFILETIME end, LPFILETIME kernel,
                     LPFILETIME user) {
  if (process != GetCurrentProcess()) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (begin == nullptr || end == nullptr || kernel == nullptr || user == nullptr) {
    return fail(ERROR_INVALID_PARAMETER, FALSE);
  }
  rusage used{};
  const auto ticks = start_ticks();
  if (!ticks.has_value() || ::getrusage(RUSAGE_SELF, &used) != 0) {
    return fail(ERROR_GEN_FAILURE, FALSE);
  }
  const Instant now = read_clocks();
  const FileTime boot = now.realtime.value_or(0) - now.boottime_100ns.value_or(0);
  give_time(begin, static_cast<std::uint64_t>(boot) + time_of(*ticks));
  give_time(end, 0);
  give_time(kernel, time_of(used.ru_stime));
  give_time(user, time_of(used.ru_utime));
  return TRUE;
}
