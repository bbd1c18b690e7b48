// How a process is scheduled, asked of the system by its id.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

// As fields 41 and 19 of /proc/PID/stat.
struct ProcessScheduling {
  std::uint64_t policy = 0;
  std::int64_t nice = 0;  // 0 in the real-time policies, which have none
};

// Nothing where there is no such process, or the system does not tell.
[[nodiscard]] std::optional<ProcessScheduling> scheduling_of(std::uint32_t id) noexcept;

// Whether the ids below /proc are those that system calls know: not below a folder, and not in an
// id namespace that sees the /proc of another one.
[[nodiscard]] bool has_ids_of_system(const ProcRoot& root, TextBuffer& buffer);

}  // namespace openperflib::linux_objects
