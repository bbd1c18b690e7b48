// program_name(): the name of the program that a process runs.
#pragma once

#include <string_view>

namespace openperflib {

// Returns the last part of the target of the link /proc/PID/exe, without " (deleted)", or `comm`,
// of which the kernel keeps 15 bytes, if `exe` has none: a kernel thread has no link, and that of
// another user's process cannot be read. The result is a part of an argument.
[[nodiscard]] std::string_view program_name(std::string_view exe, std::string_view comm) noexcept;

}  // namespace openperflib
