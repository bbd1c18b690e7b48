// Takes rights away from the calling process, before it runs code that it does not trust.
//
// The filter of system calls is not here but in the host program, which alone links libseccomp:
// apps/v1_host/system_calls.h. Source: docs/security.md.
#pragma once

#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/process/confinement_options.h"

namespace openperflib {

// The most threads of a process in a user namespace of its own.
inline constexpr unsigned kMostThreads = 256;

// Whether the process is in a user namespace of its own.
enum class UserRules : unsigned char {
  shared,  // the sandbox is `none`, or neither the kernel nor the administrator permits one
  own,     // its threads are counted, and it has no rights over processes outside
};

// Limits resources (memory, descriptors, the size of files; no core files), becomes the user of the
// options, gives up all capabilities, and cannot gain privileges any more. Unless the sandbox is
// `none`, the process enters a user namespace, where it is permitted, in which it is the same user
// and has at most kMostThreads threads. For the calling thread and those that it starts: call it
// before there are others. Errors: which of these failed.
[[nodiscard]] std::expected<UserRules, SourceFault> give_up_privileges(
    const ConfinementOptions& options);

// What Landlock can do here.
enum class FileRules : unsigned char {
  unavailable,  // the kernel has no Landlock, or it is switched off
  files,        // files are restricted, TCP is not (before Linux 6.7)
  files_tcp,    // files and TCP
};

// Restricts files: readable are system folders and those of the options, writable is shared memory.
// In a strict sandbox TCP is refused as well. Needs give_up_privileges(). Errors: only where
// Landlock is available and refused; paths that do not exist are passed over.
[[nodiscard]] std::expected<FileRules, SourceFault> restrict_files(
    const ConfinementOptions& options);

}  // namespace openperflib
