// Where this process finds title stores and the libraries of modules.
#pragma once

#include <string>

#include "openperflib/state/title_store.h"

namespace openperflib::lodctr {

// By the environment and the user.
[[nodiscard]] StoreFolders store_folders_of_process();

// PREFIX/LIBDIR/openperflib/modules, where PREFIX/bin has this program.
[[nodiscard]] std::string modules_folder();

}  // namespace openperflib::lodctr
