// How a process notices that it is a forked child, without a system call.
#pragma once

#include <cstdint>

namespace openperflib {

// How many forks, of those since the first call, lie between the process that made it and this one:
// an object that notes the number when it is made belongs to this process as long as the number is
// the same. Only fork() counts, which calls the handlers of pthread_atfork().
[[nodiscard]] std::uint32_t fork_count() noexcept;

}  // namespace openperflib
