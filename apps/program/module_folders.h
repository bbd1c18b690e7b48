// Where this process finds title stores, the libraries of modules, and the program that runs them.
#pragma once

#include <string>

#include "openperflib/state/title_store.h"

namespace openperflib::apps {

// By the environment and the user: $XDG_STATE_HOME, else the folder of root or of the user's home.
[[nodiscard]] StoreFolders store_folders_of_process();

// PREFIX/LIBDIR/openperflib/modules, where PREFIX/bin has this program.
[[nodiscard]] std::string modules_folder();

// PREFIX/LIBEXECDIR/openperflib/openperflib-v1-host, likewise.
[[nodiscard]] std::string module_host_program();

}  // namespace openperflib::apps
