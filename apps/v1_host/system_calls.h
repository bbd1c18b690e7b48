// The filter of system calls of a host.
#pragma once

#include <expected>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/confinement_options.h"

namespace openperflib {

// From now on the process starts no program and no process, sends no signal to others, traces
// nobody, and opens only sockets that the sandbox allows: these calls fail with EPERM. For all
// threads started later. Errors: libseccomp's or the kernel's.
[[nodiscard]] std::expected<void, SourceFault> refuse_system_calls(Sandbox sandbox);

}  // namespace openperflib
