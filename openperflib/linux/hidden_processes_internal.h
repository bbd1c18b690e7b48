// HiddenProcesses: whether /proc leaves out the processes of others (its mount options hidepid and
// gid, proc(5)). Who sums over all processes must know: those that are left out are nowhere seen.
#pragma once

#include <cstdint>
#include <string_view>

#include "openperflib/linux/collection_internal.h"

namespace openperflib::linux_objects {

// Whether hidepid= hides folders from some: 2 or "invisible", 4 or "ptraceable", and what is not
// known here. 1 or "noaccess" lists every process, and lets nobody else read of it.
[[nodiscard]] bool hides_processes(std::string_view proc_options) noexcept;

// Whether who has this /proc/self/status sees all processes nevertheless: by CAP_SYS_PTRACE, or by
// the group of gid= (root's where that lacks), which ptraceable does not ask.
[[nodiscard]] bool sees_hidden_processes(std::string_view proc_options,
                                         std::string_view status) noexcept;

// Resource, kept between collections.
class HiddenProcesses {
 public:
  // Why processes may be missing in /proc, else kPresent. Found out once a collection.
  [[nodiscard]] ReasonId reason(Collection& collection);

 private:
  [[nodiscard]] ReasonId find_reason(Collection& collection);
  TextBuffer status_;
  ReasonId reason_ = Reasons::kPresent;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
