#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/process/proc_text_internal.h"
#include "openperflib/compat/windows/process/process_memory.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::compat {
namespace {

// Numbers of /proc/meminfo, in pages.
class PageNumbers {
 public:
  PageNumbers(std::string_view meminfo, SIZE_T page_size) noexcept
      : meminfo_(meminfo), kib_in_page_(page_size / 1024) {}
  [[nodiscard]] bool has(std::string_view word) const {
    return !numbers_after(meminfo_, word).empty();
  }
  // 0 if there is no such line; the kernel counted no Percpu before Linux 4.20.
  [[nodiscard]] SIZE_T operator[](std::string_view word) const {
    const auto numbers = numbers_after(meminfo_, word);
    return numbers.empty() ? 0 : numbers.front() / kib_in_page_;
  }

 private:
  std::string_view meminfo_;
  SIZE_T kib_in_page_;
};

// The limit holds only in mode 2; in the others, all of RAM and swap may be committed.
SIZE_T commit_limit(const PageNumbers& pages) {
  constexpr std::uint64_t kEnforced = 2;
  const auto mode = numbers_after(contents_of("proc/sys/vm/overcommit_memory"), "");
  const bool is_enforced = !mode.empty() && mode.front() == kEnforced;
  return is_enforced ? pages["CommitLimit:"] : pages["MemTotal:"] + pages["SwapTotal:"];
}

PERFORMANCE_INFORMATION memory_of_computer(const PageNumbers& pages, SIZE_T page_size) {
  const SIZE_T committed = pages["Committed_AS:"];
  const SIZE_T reclaimable = pages["SReclaimable:"];
  const SIZE_T unreclaimable = pages["SUnreclaim:"] + pages["KernelStack:"] + pages["Percpu:"];
  const SIZE_T cached = pages["Cached:"] + pages["Buffers:"];
  const SIZE_T shared = pages["Shmem:"];
  return {.cb = sizeof(PERFORMANCE_INFORMATION),
          .CommitTotal = committed,
          .CommitLimit = commit_limit(pages),
          .CommitPeak = committed,
          .PhysicalTotal = pages["MemTotal:"],
          .PhysicalAvailable = pages["MemAvailable:"],
          .SystemCache = (cached > shared ? cached - shared : 0) + reclaimable,
          .KernelTotal = reclaimable + unreclaimable,
          .KernelPaged = reclaimable,
          .KernelNonpaged = unreclaimable,
          .PageSize = page_size,
          .HandleCount = 0,
          .ProcessCount = 0,
          .ThreadCount = 0};
}

// The number after the slash in /proc/loadavg.
std::optional<std::uint64_t> thread_count() {
  const std::string text = contents_of("proc/loadavg");
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto numbers = numbers_after(std::string_view(text).substr(slash + 1), "");
  return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

bool give_performance(PERFORMANCE_INFORMATION& performance) {
  const auto page_size = static_cast<SIZE_T>(::sysconf(_SC_PAGESIZE));
  const std::string meminfo = contents_of("proc/meminfo");
  const auto files = numbers_after(contents_of("proc/sys/fs/file-nr"), "");
  const auto root = ProcRoot::open("", 0);
  const auto processes = root.has_value() ? process_ids(*root) : std::nullopt;
  const auto threads = thread_count();
  const PageNumbers pages(meminfo, page_size);
  const bool has_memory = pages.has("MemTotal:") && pages.has("MemAvailable:") &&
                          pages.has("Committed_AS:") && pages.has("SUnreclaim:");
  if (!has_memory || files.empty() || !processes || !threads) return false;
  performance = memory_of_computer(pages, page_size);
  performance.HandleCount = static_cast<DWORD>(files.front());
  performance.ProcessCount = static_cast<DWORD>(processes->size());
  performance.ThreadCount = static_cast<DWORD>(*threads);
  return true;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

BOOL GetPerformanceInfo(PPERFORMANCE_INFORMATION performance, DWORD size) {
  if (size < sizeof(*performance)) return fail(ERROR_BAD_LENGTH, FALSE);
  if (performance == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  return give_performance(*performance) ? TRUE : fail(ERROR_GEN_FAILURE, FALSE);
}
