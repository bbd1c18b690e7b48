// Where tools keep what outlives them.
#pragma once

#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

// $XDG_STATE_HOME/openperflib where that is set to an absolute path, else /var/lib/openperflib for
// root, else ~/.local/state/openperflib. It need not be there yet. Errors: nobody says where home
// is.
[[nodiscard]] std::expected<std::string, SourceFault> state_folder();

// $XDG_CONFIG_HOME where that is an absolute path, else ~/.config. Errors: nobody says where home
// is.
[[nodiscard]] std::expected<std::string, SourceFault> config_home();

// Makes a folder and those above it, for the user alone where they are new. Errors: the system's.
[[nodiscard]] std::expected<void, SourceFault> make_folders(const std::string& path);

}  // namespace openperflib::apps
