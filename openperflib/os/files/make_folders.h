// Folders in which programs keep their state.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"

namespace openperflib {

// Creates a folder and its missing parents, each with exactly this mode, whatever the umask; those
// that exist stay as they are. Returns whether the folder itself was missing. Errors: the system's.
[[nodiscard]] std::expected<bool, SourceFault> make_folders(const std::string& path, mode_t mode);

}  // namespace openperflib
