// LogicalDisk: what a test puts in the place of this machine.
#pragma once

#include <chrono>

#include "openperflib/linux/objects_internal.h"
#include "openperflib/os/filesystem_space.h"

namespace openperflib::linux_objects {

// How long a collection waits for a file system that has always answered so far.
inline constexpr std::chrono::milliseconds kSpacePatience{100};

// As make_logical_disk_memory(), with another way to ask a file system.
[[nodiscard]] MemoryOf<LogicalDiskMemory> make_logical_disk_memory(
    FilesystemSpace::Ask ask, std::chrono::milliseconds patience = kSpacePatience);

}  // namespace openperflib::linux_objects
