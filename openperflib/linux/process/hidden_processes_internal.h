// HiddenProcesses: whether /proc hides the processes of other users (its mount options hidepid and
// gid, proc(5)). Sums over all processes would silently lack the hidden ones.
#pragma once

#include <cstdint>
#include <string_view>

#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// Whether hidepid= hides processes from some users: 2 or "invisible", 4 or "ptraceable", and
// unknown values. 1 or "noaccess" lists every process, but its files are unreadable for others.
[[nodiscard]] bool hides_processes(std::string_view proc_options) noexcept;

// Whether the process with this /proc/self/status sees all processes nevertheless, because it has
// CAP_SYS_PTRACE or is in the group of gid= (default: root's), which "ptraceable" ignores.
[[nodiscard]] bool sees_hidden_processes(std::string_view proc_options,
                                         std::string_view status) noexcept;

// Resource, kept between collections.
class HiddenProcesses {
 public:
  // Why processes may be missing in /proc, else kPresent. Determined once per collection.
  [[nodiscard]] ReasonId reason(CollectContext& context);

 private:
  [[nodiscard]] ReasonId find_reason(CollectContext& context);
  TextBuffer status_;
  ReasonId reason_ = Reasons::kPresent;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
