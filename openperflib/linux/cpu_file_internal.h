// CpuFile: a file of sysfs that holds one number of a CPU; and why a file gave none.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/base/error.h"
#include "openperflib/linux/collection_internal.h"

namespace openperflib::linux_objects {

// "no such file: /sys/..."; `path` is relative to the root.
[[nodiscard]] ReasonId file_reason(Collection& collection, std::string_view path, int errno_value);
// "/proc/stat: cpuN user at byte 5: is not a number"; "/proc/stat has no line ctxt".
[[nodiscard]] ReasonId file_reason(Collection& collection, std::string_view path,
                                   const Error& error);

// What lacks where the instant tells no time since boot: only a recorded root can be so.
[[nodiscard]] ReasonId no_boottime_reason(Collection& collection);

// A number, or the reason why there is none.
using Reading = std::expected<std::uint64_t, ReasonId>;

// Resource, moved at most. A file that was not there is not looked for again: what keeps CpuFiles
// makes new ones when the set of CPUs changes (StatFile::cpu_set_number), and a CPU's folders do
// not come and go without it.
class CpuFile {
 public:
  CpuFile() = default;
  // `path` is relative to the root. `field` is what its number is called in a reason; a constant.
  CpuFile(std::string path, const Field& field)
      : file_(std::move(path), FileEnd::short_read), field_(&field) {}

  [[nodiscard]] Reading read(Collection& collection);
  void release(ProcRoot& root) noexcept { root.release(file_); }

 private:
  KeptFile file_;
  const Field* field_ = nullptr;
  int absent_ = 0;  // errno of the read that found no file
};

}  // namespace openperflib::linux_objects
