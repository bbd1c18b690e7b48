// The scheduling of a process, queried by its id.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

// As fields 41 and 19 of /proc/PID/stat.
struct ProcessScheduling {
  std::uint64_t policy = 0;
  std::int64_t nice = 0;  // 0 in the real-time policies, which have none
};

// nullopt if there is no such process or the query is refused.
[[nodiscard]] std::optional<ProcessScheduling> scheduling_of(std::uint32_t id) noexcept;

// Whether system calls use the same ids as /proc: not below a folder, and not if /proc belongs to
// another pid namespace.
[[nodiscard]] bool has_ids_of_system(const ProcRoot& root, TextBuffer& buffer);

}  // namespace openperflib::linux_objects
