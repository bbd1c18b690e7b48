// Where processes offer their counter sets, and where readers look.
#pragma once

#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"

namespace openperflib {

// The variables that the caller has read: only tools, compat and programs read the environment.
// They are empty in a program that has gained privileges.
struct RuntimeEnvironment {
  std::string runtime_home;       // XDG_RUNTIME_DIR
  std::string runtime_directory;  // RUNTIME_DIRECTORY, of systemd: folders between colons
  std::string user;               // its name; empty: not known
};

// Returns the folders in which a provider may offer its sets; it uses the first that it can write
// to. The first is made if it is missing, unless it is below /run/openperflib.
[[nodiscard]] std::vector<std::string> publishing_folders(const RuntimeEnvironment& environment);

// Returns the fault of a program that can write to none of these folders: with what to do where
// XDG_RUNTIME_DIR names no folder, otherwise `fault` as it is.
[[nodiscard]] SourceFault publishing_fault(const RuntimeEnvironment& environment,
                                           SourceFault fault);

// Where a reader looks.
struct ReadingFolders {
  std::string system = "/run/openperflib";  // and in its subfolders
  std::string own;  // empty: none. A set that the system offers too is not used from here
};
// `runtime_home`: XDG_RUNTIME_DIR, as above.
[[nodiscard]] ReadingFolders reading_folders(const std::string& runtime_home);

}  // namespace openperflib
