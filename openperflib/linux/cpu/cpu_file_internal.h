// CpuFile: a sysfs file with one number for a CPU, and the reasons why a file has none.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/base/error.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// "no such file: /sys/..."; `path` is relative to the root.
[[nodiscard]] ReasonId file_reason(CollectContext& context, std::string_view path, int errno_value);
// "/proc/stat: cpuN user at byte 5: is not a number"; "/proc/stat has no line ctxt".
[[nodiscard]] ReasonId file_reason(CollectContext& context, std::string_view path,
                                   const Error& error);

// The reason if the time since boot is unknown, which only happens for a recorded root.
[[nodiscard]] ReasonId no_boottime_reason(CollectContext& context);

// A number or the reason why it is missing.
using Reading = std::expected<std::uint64_t, ReasonId>;

// Resource, movable. A missing file is not looked for again: owners recreate their CpuFiles when
// the set of CPUs changes (StatFile::cpu_set_number), and the folders of a CPU only change with it.
class CpuFile {
 public:
  CpuFile() = default;
  // `path` is relative to the root. `field` names the number in reasons; a constant.
  CpuFile(std::string path, const Field& field)
      : file_(std::move(path), FileEnd::short_read), field_(&field) {}

  [[nodiscard]] Reading read(CollectContext& context);
  void release(ProcRoot& root) noexcept { root.release(file_); }

 private:
  KeptFile file_;
  const Field* field_ = nullptr;
  int absent_ = 0;  // errno if the file does not exist
};

}  // namespace openperflib::linux_objects
