// Descriptors of a program that keep away from its standard streams.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// The same file under a number above those of the standard streams. A program that has closed 0 to
// 2 expects its next open() to take these numbers, and whatever writes to standard output must not
// reach a file of ours. None, with errno, where `fd` is none or no other number is left.
[[nodiscard]] inline UniqueFd above_standard_streams(UniqueFd fd) noexcept {
  if (!fd || fd.get() > STDERR_FILENO) return fd;
  return UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

}  // namespace openperflib
