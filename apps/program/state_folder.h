// Where tools keep their state.
#pragma once

#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

// $XDG_STATE_HOME/openperflib where that is set to an absolute path, else /var/lib/openperflib for
// root, else ~/.local/state/openperflib. It may not exist yet. Errors: the home folder is not
// known.
[[nodiscard]] std::expected<std::string, SourceFault> state_folder();

// $XDG_CONFIG_HOME where that is an absolute path, else ~/.config. Errors: the home folder is not
// known.
[[nodiscard]] std::expected<std::string, SourceFault> config_home();

// Creates a folder and its parents, accessible only to the user; root's state folder itself can be
// read by all, because it has the titles that they need. Errors: those of the system.
[[nodiscard]] std::expected<void, SourceFault> make_folders(const std::string& path);

}  // namespace openperflib::apps
