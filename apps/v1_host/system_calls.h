// The filter of system calls of a host.
#pragma once

#include <expected>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/process/confinement_options.h"

namespace openperflib {

// From now on the process makes only the system calls of a list: it starts no program and no
// process, sends no signal to others, traces nobody, changes no mode, owner or attribute of a file,
// makes no memory that its limits do not count, and opens only sockets that the sandbox allows. All
// else fails with EPERM; calls newer than the list, and those whose arguments cannot be seen
// (clone3, openat2), with ENOSYS. For all threads started later. Errors: libseccomp's or the
// kernel's.
[[nodiscard]] std::expected<void, SourceFault> refuse_system_calls(Sandbox sandbox);

}  // namespace openperflib
