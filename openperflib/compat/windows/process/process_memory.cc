#include "openperflib/compat/windows/process/process_memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/process/proc_text_internal.h"
#include "openperflib/compat/windows/process/program.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::compat {
namespace {

constexpr SIZE_T kBytesInKib = 1024;

// A line of /proc/PID/status, in bytes; 0 where a kernel thread has none.
SIZE_T status_bytes(std::string_view status, std::string_view word) {
  const auto numbers = numbers_after(status, word);
  return numbers.empty() ? 0 : numbers.front() * kBytesInKib;
}

PROCESS_MEMORY_COUNTERS_EX memory_of(std::string_view status, const rusage& used) {
  const SIZE_T touched = status_bytes(status, "RssAnon:") + status_bytes(status, "VmSwap:");
  return {.cb = 0,
          .PageFaultCount = static_cast<DWORD>(used.ru_minflt + used.ru_majflt),
          .PeakWorkingSetSize = status_bytes(status, "VmHWM:"),
          .WorkingSetSize = status_bytes(status, "VmRSS:"),
          .QuotaPeakPagedPoolUsage = 0,
          .QuotaPagedPoolUsage = 0,
          .QuotaPeakNonPagedPoolUsage = 0,
          .QuotaNonPagedPoolUsage = 0,
          .PagefileUsage = touched,
          .PeakPagefileUsage = touched,
          .PrivateUsage = touched};
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

BOOL GetProcessMemoryInfo(HANDLE process, PPROCESS_MEMORY_COUNTERS memory, DWORD size) {
  if (process != GetCurrentProcess()) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (memory == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  if (size < sizeof(PROCESS_MEMORY_COUNTERS)) return fail(ERROR_INSUFFICIENT_BUFFER, FALSE);
  rusage used{};
  const std::string status = contents_of("proc/self/status");
  if (status.empty() || ::getrusage(RUSAGE_SELF, &used) != 0) {
    return fail(ERROR_GEN_FAILURE, FALSE);
  }
  PROCESS_MEMORY_COUNTERS_EX all = memory_of(status, used);
  const bool has_more = size >= sizeof(all);
  all.cb = static_cast<DWORD>(has_more ? sizeof(all) : sizeof(*memory));
  std::memcpy(memory, &all, all.cb);
  return TRUE;
}

BOOL EnumProcesses(DWORD* ids, DWORD size, LPDWORD used) {
  if (ids == nullptr || used == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const auto root = ProcRoot::open("", 0);
  const auto all = root.has_value() ? process_ids(*root) : std::nullopt;
  if (!all.has_value()) return fail(ERROR_GEN_FAILURE, FALSE);
  const std::size_t count = std::min<std::size_t>(all->size(), size / sizeof(DWORD));
  std::ranges::copy(std::span(*all).first(count), ids);
  *used = static_cast<DWORD>(count * sizeof(DWORD));
  return TRUE;
}
