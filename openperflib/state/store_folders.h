// Where the stores of a process are, by what its environment says.
#pragma once

#include <string>

#include "openperflib/state/title_store.h"

namespace openperflib {

// What the caller read: only tools and compat read the environment. Values that are not absolute
// paths count as empty; so must those of a program that has gained privileges.
struct StateEnvironment {
  std::string state_home;  // XDG_STATE_HOME
  std::string home;        // HOME, or that of the user's entry
  bool is_root = false;    // by the effective user id
};

// The state folder of this user: XDG_STATE_HOME/openperflib, else /var/lib/openperflib for root,
// else ~/.local/state/openperflib. Empty: it is not known.
[[nodiscard]] std::string own_state_folder(const StateEnvironment& environment);

// Root has its own folder as the system's; others have theirs beside /var/lib/openperflib.
[[nodiscard]] StoreFolders store_folders(const StateEnvironment& environment);

}  // namespace openperflib
