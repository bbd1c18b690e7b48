// WebAssembly has no descriptor of a timer: its host waits until CounterSession::due().
#include "openperflib/os/portable/timer_descriptor.h"

#include <cerrno>

namespace openperflib {

std::expected<UniqueFd, int> make_timer_descriptor() noexcept { return std::unexpected(ENOTSUP); }

void set_timer_descriptor(int /*fd*/, std::chrono::steady_clock::time_point /*due*/) noexcept {}

void stop_timer_descriptor(int /*fd*/) noexcept {}

}  // namespace openperflib
