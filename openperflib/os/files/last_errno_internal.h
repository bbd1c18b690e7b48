// The error of the system call that just failed.
#pragma once

#include <cerrno>
#include <expected>

namespace openperflib {

[[nodiscard]] inline std::unexpected<int> last_errno() noexcept { return std::unexpected(errno); }

}  // namespace openperflib
