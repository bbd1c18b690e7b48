// A file that a program writes for a long time: nobody else may write it meanwhile, and it must
// still have its name when the program has finished.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// open(2) for writing. A named pipe without a reader is waited for; signals that this thread blocks
// act as they do by default meanwhile, so that Ctrl+C ends the wait. Errors: errno is set.
[[nodiscard]] UniqueFd open_output(const std::string& path, int flags, mode_t mode = 0666);

// The fault of a file that cannot be created; if its folder is missing, it says so.
[[nodiscard]] SourceFault creation_fault(SourceFault fault);

// Locks a regular file or a folder for as long as the descriptor is open, in this process or in one
// that inherits it. Anything else, and files of systems without locks, count as locked. `path`
// stands in the fault. Errors: another open file holds the lock.
[[nodiscard]] std::expected<void, SourceFault> lock_output(int fd, const std::string& path);

// The fault of lock_output() where somebody else has locked the regular file of that name; takes
// nothing.
[[nodiscard]] std::expected<void, SourceFault> check_unlocked(const std::string& path);

// Whether `path` still names the file of `fd`. Pipes and devices always count as there. Errors: the
// file was deleted, or it has another name now.
[[nodiscard]] std::expected<void, SourceFault> check_still_there(int fd, const std::string& path);

}  // namespace openperflib
