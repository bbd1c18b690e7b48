// A descriptor that event loops wait for, which is readable from a moment on.
#pragma once

#include <chrono>
#include <expected>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// A new one, which is never readable. Errors: errno; ENOTSUP where the system has none.
[[nodiscard]] std::expected<UniqueFd, int> make_timer_descriptor() noexcept;

// Makes it readable from `due` on, and unreadable until then.
void set_timer_descriptor(int fd, std::chrono::steady_clock::time_point due) noexcept;
// Makes it unreadable.
void stop_timer_descriptor(int fd) noexcept;

}  // namespace openperflib
